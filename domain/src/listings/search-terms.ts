import { DIETS, type Diet } from '../kernel/food-tags.ts';
import { CATEGORIES, type Category } from './listing-fields.ts';
import { SUITED_BY } from './search-filters.ts';
import { isWithinOneEdit } from './search-typos.ts';
import type { SearchWords } from './search-words.ts';

/** Typos are forgiven in words of so many letters or more; shorter ones are too near to each other. */
export const FORGIVEN_LETTERS = 4;
/** A category is as much as all its food: only long words of it are understood with a typo. */
const FORGIVEN_CATEGORY_LETTERS = 7;

/** A word as somebody typed it, folded; `stems` is empty for one that says nothing, such as "the". */
export type AskedWord = {
  readonly word: string;
  readonly stems: readonly string[];
  /** Words in use that may be meant. */
  readonly near: readonly { readonly word: string; readonly stems: readonly string[] }[];
};

/** Food is found by a term when it has one of the words, or one that begins with `beginning`. */
export type SearchTerm = { readonly anyOf: readonly string[]; readonly beginning: string | null };

/** How a category or a diet stands among a listing's words; no word people write looks like it. */
export const tagWord = (tag: Category | Diet): string => `#${tag}`;

function tagsOf(word: string, words: SearchWords): (Category | Diet)[] {
  const isMeant = (known: string): boolean =>
    known === word || (known.length >= FORGIVEN_CATEGORY_LETTERS && isWithinOneEdit(known, word));
  return [
    ...CATEGORIES.filter((category) => words.categories[category].some(isMeant)),
    ...DIETS.filter((diet) => words.diets[diet].some(isMeant)).flatMap((diet) => SUITED_BY[diet]),
  ];
}

const likeOf = (word: string, words: SearchWords): readonly string[] =>
  words.alike.find((group) => group.includes(word)) ?? [];

/** All that one word of a search may be met by. */
function meantBy({ word, stems, near }: AskedWord, words: SearchWords): string[] {
  const meant = near.filter((each) => word.length >= FORGIVEN_LETTERS && isWithinOneEdit(word, each.word));
  const asWritten = [{ word, stems }, ...meant];
  return [
    ...new Set([
      ...asWritten.flatMap((each) => [each.word, ...each.stems, ...likeOf(each.word, words)]),
      ...tagsOf(word, words).map(tagWord),
    ]),
  ];
}

/**
 * What food has to have to be found, one term a word, all of them to be met; the last word is looked for by its
 * beginning too, since people are still typing it. Words that say nothing are left out beside others; alone, the last
 * counts by its beginning ("to" is on its way to "tomato"). None for words that any food is called by: all is found.
 * Null when there is nothing to look for, as in "!?": nothing is found.
 */
export function searchTerms(asked: readonly AskedWord[], words: SearchWords): SearchTerm[] | null {
  const last = asked.at(-1);
  if (!last) return null;
  const telling = asked.filter(({ word, stems }) => stems.length > 0 && !words.ofAnyFood.includes(word));
  if (telling.length > 0)
    return telling.map((each) => ({
      anyOf: meantBy(each, words),
      beginning: each === last ? each.word : null,
    }));
  if (asked.some(({ word }) => words.ofAnyFood.includes(word))) return [];
  return [{ anyOf: [last.word], beginning: last.word }];
}
