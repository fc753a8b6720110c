import type { PersonSummary } from '@openlarder/domain/accounts/account-contract.ts';
import { initials } from '@openlarder/domain/accounts/person-names.ts';
import type { Language } from '@openlarder/domain/kernel/languages.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { type Translate, translateInto } from '#server/platform/texts/translate.ts';
import { type AnonymousPerson, anonymousPeople } from '../accounts.hooks.ts';
import { readerLanguage } from './person-queries.ts';
import { personTexts } from '../accounts-texts.ts';

/** A requester as strangers see them: with the id of the request, and at most their first name. */
export function anonymousSummary(
  translate: Translate,
  { requestId, firstName = null }: Pick<AnonymousPerson, 'requestId'> & Partial<AnonymousPerson>,
): PersonSummary {
  const displayName = firstName ?? translate(personTexts, 'neighbor');
  return {
    id: requestId,
    userType: 'recipient',
    organizationName: null,
    displayName,
    initials: initials({ firstName: displayName }),
  };
}

/**
 * The anonymous requesters in these conversations, claims, handovers or requests, by the id of each, where the viewer
 * is the helper. Code that shows the other person of one of these calls this first. `language` is the viewer's, if
 * already known.
 */
export async function anonymousSummaries(
  ctx: AppContext,
  viewerId: string,
  subjectIds: readonly string[],
  language?: Language,
): Promise<ReadonlyMap<string, PersonSummary>> {
  if (subjectIds.length === 0) return new Map();
  const found = await Promise.all(
    anonymousPeople.handlersOf(ctx).map((among) => among(ctx, viewerId, subjectIds)),
  );
  const people = found.flatMap((some) => [...some]);
  if (people.length === 0) return new Map();
  const translate = translateInto(language ?? (await readerLanguage(ctx, viewerId)));
  return new Map(people.map(([id, person]) => [id, anonymousSummary(translate, person)]));
}
