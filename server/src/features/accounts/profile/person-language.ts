import { type Language, supportedLanguage } from '@openlarder/domain/kernel/languages.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { personById } from '../accounts.store.ts';

/** The language of a person's profile, or the community's if the app does not have it. */
export const languageOf = (
  { settings }: AppContext,
  { language }: { readonly language: string | null },
): Language => supportedLanguage([language ?? '']) ?? settings.language;

/** The language to word texts for a person in. */
export async function readerLanguage(ctx: AppContext, personId: string): Promise<Language> {
  const person = await personById(ctx.db, personId);
  return person ? languageOf(ctx, person) : ctx.settings.language;
}
