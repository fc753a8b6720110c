import { type Diet, DIETS } from '../../kernel/food-tags.ts';
import { CATEGORIES, type Category } from '../listing-fields.ts';
import { DIETS_SATISFYING } from './food-tag-filters.ts';
import { isOneUnspaced, isWithinWord, withoutArticle } from '../../kernel/search-words.ts';

/**
 * The words by which food is searched for: the part `search` of the vocabulary of a language, folded as in the index.
 * Plurals are listed, since not every word is stemmed.
 */
export type SearchVocabulary = {
  readonly categories: Readonly<Record<Category, readonly string[]>>;
  readonly diets: Readonly<Record<Diet, readonly string[]>>;
  /** Words that describe any food, ignored next to others. */
  readonly ofAnyFood: readonly string[];
  /** Synonyms and spellings that neither stemming nor one edit covers. */
  readonly alike: readonly (readonly string[])[];
};

/** Minimum length of a word in which a typo is tolerated. */
export const MIN_TYPO_LENGTH = 4;
/** The same for words of a category or diet, which match much more food. */
const MIN_CATEGORY_TYPO_LENGTH = 7;

/** One word of the query, folded; `stems` is empty for a stop word such as "the". */
export type QueryWord = {
  readonly word: string;
  readonly stems: readonly string[];
  /** All indexed words and stems that begin with it; null if they are many. */
  readonly begun: readonly string[] | null;
  /** Indexed words that may be similar or contain it. */
  readonly near: readonly { readonly word: string; readonly stems: readonly string[] }[];
};

/** A listing matches a term if it has one of the words, or one that begins with `beginning`: `begun`, if they are few. */
export type SearchTerm = {
  readonly anyOf: readonly string[];
  readonly beginning: string | null;
  readonly begun: readonly string[] | null;
};

/** A category or diet as an indexed word; the `#` keeps it apart from user text. */
export const tagWord = (tag: Category | Diet): string => `#${tag}`;

const isTag = (word: string): boolean => word.startsWith('#');
/** A word of a title as a second index entry; the `^` distinguishes it from words of the whole text. */
const titleWord = (word: string): string => `^${word}`;

/**
 * The terms by which a title matches: every term in the title, the category or a diet. Bagels are as good a match for
 * "bread" as banana bread is, since the word names their category. Null for a search without words, which every title
 * matches.
 */
export function titleTerms(terms: readonly SearchTerm[]): readonly SearchTerm[] | null {
  if (terms.length === 0) return null;
  return terms.map(({ anyOf, beginning, begun }) => ({
    anyOf: anyOf.map((word) => (isTag(word) ? word : titleWord(word))),
    beginning: beginning === null ? null : titleWord(beginning),
    begun: begun && begun.map(titleWord),
  }));
}

function tagsOf(word: string, words: SearchVocabulary): (Category | Diet)[] {
  const isMeant = (known: string): boolean =>
    known === word || (known.length >= MIN_CATEGORY_TYPO_LENGTH && isWithinOneEdit(known, word));
  return [
    ...CATEGORIES.filter((category) => words.categories[category].some(isMeant)),
    ...DIETS.filter((diet) => words.diets[diet].some(isMeant)).flatMap((diet) => DIETS_SATISFYING[diet]),
  ];
}

const likeOf = (word: string, words: SearchVocabulary): readonly string[] =>
  words.alike.find((group) => group.includes(word)) ?? [];

/** All words that match one word of the query. */
function meantBy({ word, stems, near }: QueryWord, vocabularies: readonly SearchVocabulary[]): string[] {
  const meant = near.filter(
    (each) =>
      (word.length >= MIN_TYPO_LENGTH && isWithinOneEdit(word, each.word)) || isWithinWord(word, each.word),
  );
  const asWritten = [{ word, stems }, ...meant];
  return [
    ...new Set([
      word,
      withoutArticle(word),
      ...asWritten.flatMap((each) => [
        each.word,
        ...each.stems,
        ...vocabularies.flatMap((words) => likeOf(each.word, words)),
      ]),
      ...vocabularies.flatMap((words) => tagsOf(word, words)).map(tagWord),
    ]),
  ];
}

/** Of a term that has only whole words. */
export const NO_BEGINNING = { beginning: null, begun: null } as const;
const beginningOf = ({ word, begun }: QueryWord) => ({ beginning: word, begun });

/**
 * The terms of a query, one per word, by the vocabularies of the reader and the community; a listing has to match all of
 * them. The last word also matches by prefix, since it may be incomplete. Stop words are dropped next to others; a query
 * of only stop words matches by the prefix of its last ("to" may become "tomato"). Empty if the words describe any food:
 * everything matches. Null for a query without words, such as "!?": nothing matches.
 */
export function searchTerms(
  asked: readonly QueryWord[],
  vocabularies: readonly SearchVocabulary[],
): SearchTerm[] | null {
  const last = asked.at(-1);
  if (!last) return null;
  const isAnyFood = ({ word }: QueryWord): boolean =>
    vocabularies.some(({ ofAnyFood }) => ofAnyFood.includes(word));
  const telling = asked.filter((each) => each.stems.length > 0 && !isAnyFood(each));
  if (telling.length > 0)
    return telling.map((each) => ({
      anyOf: meantBy(each, vocabularies),
      ...(each === last || isOneUnspaced(each.word) ? beginningOf(each) : NO_BEGINNING),
    }));
  if (asked.some(isAnyFood)) return [];
  return [{ anyOf: [last.word], ...beginningOf(last) }];
}

/**
 * Whether at most one edit turns one word into the other: an inserted, missing or replaced letter, or two
 * swapped neighbors. Letters are code points.
 */
export function isWithinOneEdit(a: string, b: string): boolean {
  if (a === b) return true;
  const [of, other] = [Array.from(a), Array.from(b)];
  return of.length <= other.length ? isOneEdit(of, other) : isOneEdit(other, of);
}

/** Whether one edit turns the shorter word into the longer; they differ. */
function isOneEdit(shorter: readonly string[], longer: readonly string[]): boolean {
  const extra = longer.length - shorter.length;
  if (extra > 1) return false;
  let from = 0;
  while (from < shorter.length && shorter[from] === longer[from]) from++;
  const isRestSame = (ofShorter: number, ofLonger: number): boolean =>
    shorter.slice(ofShorter).join('') === longer.slice(ofLonger).join('');
  if (extra === 1) return isRestSame(from, from + 1);
  const isSwapped = shorter[from] === longer[from + 1] && shorter[from + 1] === longer[from];
  return isRestSame(from + 1, from + 1) || (isSwapped && isRestSame(from + 2, from + 2));
}
