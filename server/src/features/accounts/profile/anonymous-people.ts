import type { PersonSummary } from '@openlarder/domain/accounts/account-contract.ts';
import { CLOSED_ACCOUNT, initials } from '@openlarder/domain/accounts/person-names.ts';
import type { Language } from '@openlarder/domain/kernel/languages.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { type Words, wordsIn } from '#server/platform/texts/wording.ts';
import { type AnonymousPerson, anonymousPeople } from '../accounts.hooks.ts';
import { readerLanguage } from './person-language.ts';
import { personTexts } from './person-texts.ts';

/** A person who asks for food, to who does not know them: under the id of the request, and by their first name at most. */
export function anonymousSummary(
  words: Words,
  {
    requestId,
    firstName = null,
    isClosed = false,
  }: Pick<AnonymousPerson, 'requestId'> & Partial<AnonymousPerson>,
): PersonSummary {
  const displayName = firstName ?? words(personTexts, 'neighbor');
  return {
    id: requestId,
    userType: 'recipient',
    organizationName: null,
    ...(isClosed ? CLOSED_ACCOUNT : { displayName, initials: initials({ firstName: displayName }) }),
  };
}

/**
 * The other person of these conversations, claims, handovers or requests, by the id of each, where the viewer helps them
 * and may not know who they are. Everything that shows the other person of one of these asks here first. `language` is the
 * viewer's, where it is already read.
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
  const words = wordsIn(language ?? (await readerLanguage(ctx, viewerId)));
  return new Map(people.map(([id, person]) => [id, anonymousSummary(words, person)]));
}
