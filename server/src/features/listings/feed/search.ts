import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { type SearchTerm, searchTerms } from '@openlarder/domain/listings/search/search-terms.ts';
import { readerLanguage } from '#server/features/accounts/profile/person-language.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import * as store from './search.store.ts';
import { vocabularyOf } from './vocabulary.ts';

// The search table is maintained by database triggers on `food_listing`.

/** Unused words are kept this long: longer than any transaction that may use them again. */
const UNUSED_KEPT_MS = 2 * DAY_MS;
/** Words per statement: each is looked up among all offered listings, within the statement timeout of 2 s. */
const WORDS_PER_STATEMENT = 1000;

/** Parses a reader's search query; null if its words can match nothing. */
export async function searchTermsOf(
  ctx: AppContext,
  readerId: string,
  query: string | null,
): Promise<SearchTerm[] | null> {
  if (!query) return [];
  const reader = await readerLanguage(ctx, readerId);
  const languages = [...new Set([reader, ctx.settings.language])];
  return searchTerms(await store.selectQueryWords(ctx.db, query, reader), languages.map(vocabularyOf));
}

/** Stems words in the community's language; runs at start, before the first search. */
export async function applySearchLanguage(ctx: AppContext): Promise<void> {
  await store.setSearchLanguage(ctx.db, ctx.settings.language);
}

/** Deletes words that no offered listing uses; safe beside transactions that use them again. */
export async function deleteUnusedSearchWords(ctx: AppContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - UNUSED_KEPT_MS);
  for (let last: string | null = ''; last !== null; )
    last = await store.deleteUnusedWords(ctx.db, before, last, WORDS_PER_STATEMENT);
}
