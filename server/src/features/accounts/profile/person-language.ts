import type { Language } from '@openlarder/domain/kernel/languages.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { supportedLanguage } from '#server/platform/texts/languages.ts';
import { personById } from '../accounts.store.ts';

/** The language of a person's profile, or the community's if the app does not have it. */
export const languageOf = (
  { settings }: AppContext,
  { language }: { readonly language: string | null },
): Language => supportedLanguage([language ?? '']) ?? settings.language;

export const readerLanguage = async (ctx: AppContext, personId: string): Promise<Language> =>
  (await readerOf(ctx, personId)).language;

export type Reader = {
  readonly language: Language;
  /** Whether the texts do not mention food. */
  readonly isDiscreet: boolean;
  /** When that was last switched; null if never. */
  readonly discreetSetAt: Date | null;
};

export async function readerOf(ctx: AppContext, personId: string): Promise<Reader> {
  const person = await personById(ctx.db, personId);
  return {
    language: person ? languageOf(ctx, person) : ctx.settings.language,
    isDiscreet: person?.discreet ?? false,
    discreetSetAt: person?.discreet_set_at ?? null,
  };
}
