import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import { isWithinOneEdit, MIN_TYPO_LENGTH } from '@openlarder/domain/listings/search/search-terms.ts';
import { titleReader, type TitleWords } from '@openlarder/domain/listings/title-words.ts';
import { wordsOf } from '@openlarder/domain/kernel/search-words.ts';
import { fromLanguageFile, LANGUAGES } from '#server/platform/texts/translate.ts';

type Food = { readonly title: string; readonly category: Category };

/** Reads titles in all languages: a title may be in any. */
const { pictureOf, categoryOfTitle } = titleReader(
  LANGUAGES.map(
    fromLanguageFile('.vocabulary.json', (content) => {
      const { titles }: { titles: TitleWords } = JSON.parse(content);
      return titles;
    }),
  ),
);

/** From this length on, two letters beside each other may be wrong: "Brocolli". */
const MIN_LONG_WORD = 7;

/** Of letters that have capitals: in other scripts a single one may be a word. */
function isTypo(word: string, mended: string): boolean {
  const shorter = Math.min(word.length, mended.length);
  if (shorter < MIN_TYPO_LENGTH || !/^\p{LC}+$/u.test(word + mended)) return false;
  if (isWithinOneEdit(word, mended)) return true;
  let [from, to] = [0, 0];
  while (word[from] === mended[from]) from++;
  while (from + to < shorter && word.at(-1 - to) === mended.at(-1 - to)) to++;
  return shorter >= MIN_LONG_WORD && Math.max(word.length, mended.length) - from - to <= 2;
}

/** What a word names in pictures; the basket for none that is known. */
const named = (word: string) => pictureOf(word, null);
const pictographs = (title: string) => title.match(/\p{Extended_Pictographic}/gu)?.join('');

function isSameTitle(before: string, after: string): boolean {
  const [was, is] = [wordsOf(before), wordsOf(after)];
  if (pictographs(before) !== pictographs(after)) return false;
  if (was.join('') === is.join('')) return true;
  return (
    was.length === is.length &&
    was.every((word, nth) => {
      const mended = is[nth] ?? '';
      if (word === mended) return true;
      return isTypo(word, mended) && ['basket', named(mended)].includes(named(word));
    })
  );
}

/**
 * Whether food stays the food it was: a typo in its title may be mended, in a word that names no other food, and a
 * category to the one that its title names.
 */
export const isSameFood = (before: Food, after: Food): boolean =>
  isSameTitle(before.title, after.title) &&
  (after.category === before.category || after.category === categoryOfTitle(after.title));
