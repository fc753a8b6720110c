import { DIETS } from '@openlarder/domain/kernel/food-tags.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import {
  type QueryWord,
  type SearchTerm,
  searchTerms,
  tagWord,
  type SearchVocabulary,
} from '@openlarder/domain/listings/search/search-terms.ts';
import type { TitleWords } from '@openlarder/domain/listings/title-words.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import * as store from './search.store.ts';
import { wordsOf } from '@openlarder/domain/kernel/search-words.ts';
import { fromLanguageFile, LANGUAGES } from '#server/platform/texts/translate.ts';
import { readerLanguage } from '#server/features/accounts/profile/person-queries.ts';

/** The words by which food is searched for in a language, folded as in the index. */
export const vocabularyOf = fromLanguageFile('.vocabulary.json', (content) => {
  const { search }: { search: SearchVocabulary } = JSON.parse(content, (_key, value: unknown) =>
    typeof value === 'string' ? wordsOf(value).join(' ') : value,
  );
  return search;
});

/** Words before, and ends of, what food is not to have, in any language, as titles say it: "without", "nut-free". */
const absences = LANGUAGES.map(
  fromLanguageFile('.vocabulary.json', (content) => {
    const { titles }: { titles: Pick<TitleWords, 'without' | 'free'> } = JSON.parse(content);
    return { without: titles.without.flatMap(wordsOf), free: titles.free.flatMap(wordsOf) };
  }),
);

/** "Free bread" is bread without a price. */
const saysWithout = ({ word }: QueryWord, nth: number): boolean =>
  absences.some(
    ({ without, free }) =>
      without.includes(word) || free.some((end) => word.endsWith(end) && (nth > 0 || word !== end)),
  );

// The search table is maintained by database triggers on `food_listing`.

/** Unused words are kept this long: longer than any transaction that may use them again. */
const UNUSED_KEPT_MS = 2 * DAY_MS;
const RENEWED_AT_A_TIME = 50;
/** Words per statement: each is looked up among all offered listings, within the statement timeout of 2 s. */
const WORDS_PER_STATEMENT = 1000;

/** Parses a reader's search query; null if its words can match nothing. */
export async function searchTermsOf(
  ctx: AppContext,
  readerId: string,
  query: string | null,
): Promise<SearchTerm[] | null> {
  if (!query) return [];
  const { words, vocabularies } = await wordsAsked(ctx, readerId, query);
  return searchTerms(words, vocabularies);
}

async function wordsAsked(ctx: AppContext, readerId: string, query: string) {
  const reader = await readerLanguage(ctx, readerId);
  const languages = [...new Set([reader, ctx.settings.language])];
  return {
    words: await store.selectQueryWords(ctx.db, query, reader),
    vocabularies: languages.map(vocabularyOf),
  };
}

/**
 * A query that finds food where this one finds none, and the words that it leaves out: those that no offered food has, and
 * if no food has all others, the last of them but for which there is some. Null if words are not what hides food, or none
 * would be left. A diet is never left out, and no word beside one that says what food is to be without.
 */
export async function withFewerWords(ctx: AppContext, readerId: string, query: string) {
  const { words, vocabularies } = await wordsAsked(ctx, readerId, query);
  if (words.some(saysWithout)) return null;
  const termsOf = (some: readonly QueryWord[]): SearchTerm[] => searchTerms(some, vocabularies) ?? [];
  const telling = words.filter((each) => each.stems.length > 0 && termsOf([each]).length > 0);
  const isDiet = (word: QueryWord): boolean => termsOf([word]).some(namesDiet);
  const [areAllFound, ...isFound] = await store.areTermsFound(
    ctx.db,
    [telling, ...telling.map((one) => [one])].map(termsOf),
  );
  const known = telling.filter((_, nth) => isFound[nth]);
  if (areAllFound || telling.some((one) => !known.includes(one) && isDiet(one))) return null;
  const lastFirst = known.filter((one) => !isDiet(one)).toReversed();
  const choices = [known, ...lastFirst.map((left) => known.filter((one) => one !== left))];
  const areFound = await store.areTermsFound(ctx.db, choices.map(termsOf));
  const kept = choices.find((_, nth) => areFound[nth]);
  return (
    kept && {
      q: kept.map(({ word }) => word).join(' '),
      terms: termsOf(kept),
      leftOut: telling.filter((one) => !kept.includes(one)).map(({ word }) => word),
    }
  );
}

const namesDiet = ({ anyOf }: SearchTerm): boolean => DIETS.some((diet) => anyOf.includes(tagWord(diet)));

/** The offered listings that a search finds, as `searchedFeed` does; null if it says nothing to search by. */
export async function foundListings(
  ctx: AppContext,
  readerId: string,
  query: string,
): Promise<ReadonlySet<string> | null> {
  const terms = await searchTermsOf(ctx, readerId, query);
  if (terms?.length === 0) return null;
  const found = terms ? await store.selectFound(ctx.db, terms) : [];
  const shorter = found.length === 0 ? await withFewerWords(ctx, readerId, query) : null;
  return new Set(shorter ? await store.selectFound(ctx.db, shorter.terms) : found);
}

/** Stems words in the community's language; runs at start, before the first search. */
export async function applySearchLanguage(ctx: AppContext): Promise<void> {
  await store.setSearchLanguage(ctx.db, ctx.settings.language);
}

/**
 * Makes words again whose language, which an organizer may have just changed, or folding differs; a few listings at a time:
 * claims wait for no more.
 */
export async function renewSearchWords(ctx: AppContext): Promise<void> {
  await applySearchLanguage(ctx);
  while (await inTransaction(ctx, (tx) => store.renewWords(tx.db, RENEWED_AT_A_TIME)));
}

/** Deletes words that no offered listing uses; safe beside transactions that use them again. */
export async function deleteUnusedSearchWords(ctx: AppContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - UNUSED_KEPT_MS);
  for (const kept of ['words', 'lexemes'] as const)
    for (let last: string | null = ''; last !== null; )
      last = await store.deleteUnusedWords(ctx.db, kept, before, last, WORDS_PER_STATEMENT);
}
