import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { type SearchTerm, searchTerms } from '@openlarder/domain/listings/search-terms.ts';
import { SEARCH_WORDS, type SearchLanguage } from '@openlarder/domain/listings/search-words.ts';
import type { Db } from '#server/db/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import * as store from './search.store.ts';

/** Words nothing on offer has are remembered so long, which is longer than any transaction that may bring them back. */
const REMEMBERED_MS = 2 * DAY_MS;
/** Each word is looked up among all that is on offer, and a statement has two seconds. */
const LOOKED_AT_ONCE = 1000;

/** The words by which food is found. The database keeps those of a listing itself, whoever writes it. */
export function makeSearch(parts: {
  readonly db: Db;
  readonly clock: Clock;
  readonly language: SearchLanguage;
}) {
  const { db, clock, language } = parts;
  return {
    /** What the words of a search ask for; null when they name nothing that could be found. */
    async termsOf(asked: string | null): Promise<SearchTerm[] | null> {
      if (!asked) return [];
      return searchTerms(await store.selectAskedWords(db, asked), SEARCH_WORDS[language]);
    },

    /** Before anybody searches: words are stemmed in the community's language, also after it was changed. */
    async applySearchLanguage(): Promise<void> {
      await store.setSearchLanguage(db, language);
    },

    /** Forgets words that are no longer on offer; safe to run beside those who bring them back. */
    async deleteUnusedSearchWords(): Promise<void> {
      const before = new Date(clock.now().getTime() - REMEMBERED_MS);
      for (let last: string | null = ''; last !== null; )
        last = await store.deleteUnusedWords(db, before, last, LOOKED_AT_ONCE);
    },
  };
}
