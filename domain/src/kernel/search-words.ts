import { plainForm } from './text-characters.ts';

/**
 * Scripts that are written without spaces between words (UAX #14, 4: ideographs and complex context), and Hangul, whose
 * words are joined with particles and with each other.
 */
const classOf = (property: string, scripts: string): string =>
  scripts
    .split(' ')
    .map((script) => String.raw`\p{${property}=${script}}`)
    .join('');
const COMPLEX = classOf(
  'sc',
  'Yiii Tang Nshu Kits Thai Laoo Khmr Mymr Lana Talu Tavt Tibt Java Bali Cham Ahom',
);
const UNSPACED = classOf('scx', 'Han Hira Kana Bopo Hang') + COMPLEX;
const OWN_MARKS = `[${COMPLEX}\\u3099\\u309a]`;
const UNSPACED_RUNS = new RegExp(`([${UNSPACED}]+)`, 'u');
/** Scripts that write no short vowels, so that words are short, and join articles and prepositions to them. */
const CONSONANTS = /^[\p{scx=Arab}\p{scx=Hebr}\p{scx=Syrc}]+$/u;

/** Letters that modify and stand for apostrophes are typed as such. */
const BETWEEN_WORDS = /(?:[^\p{L}\p{N}\p{M}]|[\u02b9-\u02bd])+/u;
/** Of such a script alone: a tone or the sign of a voiced consonant makes another word; accents are of many scripts. */
const MARKS = new RegExp(String.raw`(?!${OWN_MARKS})\p{M}`, 'gu');
const LONGEST_WORD = 60;

/** The root collation at its first level: base letters alone (UTS #10, 1.1). */
const baseLetters = new Intl.Collator('und', { sensitivity: 'base' });
const ignored = new Map<string, boolean>();
/** Whether the root collation ignores a mark: accents, vowel points and short vowels, but no vowel signs of Indic scripts. */
function isIgnored(mark: string): boolean {
  const known = ignored.get(mark) ?? baseLetters.compare(`a${mark}`, 'a') === 0;
  ignored.set(mark, known);
  return known;
}

/** Letters that stand for others, which no decomposition of Unicode says. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ґ: 'г' },
  // the forms at the end of a word
  ...{ ς: 'σ', ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' },
  // the ligatures of Yiddish, which have keys of their own
  ...{ װ: 'וו', ױ: 'וי', ײ: 'יי' },
  // encoded before as a letter with a joiner, which is not compared (The Unicode Standard, 12.2 and 12.9)
  ...{ ৎ: 'ত্', ൺ: 'ണ്', ൻ: 'ന്', ർ: 'ര്', ൽ: 'ല്', ൾ: 'ള്', ൿ: 'ക്' },
  // keyboards of Arabic, Persian and Urdu; letters that are written for each other; the stretch of a line
  ...{ ى: 'ي', ی: 'ي', ې: 'ي', ک: 'ك', ہ: 'ه', ھ: 'ه', ە: 'ه', ة: 'ه', ۃ: 'ه', ٱ: 'ا', ـ: '' },
};
/** Typed in two ways that look the same: Thai and Lao AE as E twice, and the sign of AM before a tone. */
const E_TWICE = /\u0e40{2}|\u0ec0{2}/gu;
const BEFORE_TONE = /([\u0e4d\u0ecd])([\u0e48-\u0e4b\u0ec8-\u0ecb])/gu;
/** Katakana write the sounds of hiragana, and UTS #10 tells them apart last; their blocks run in parallel. */
const KATAKANA = /[\u30a1-\u30f6]/gu;
const KANA_APART = 0x60;
const LETTERS_OF_OTHERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/**
 * The version of the rules by which texts become words; raised with every change of them, also by a newer Unicode. An
 * index of another version is made again.
 */
export const FOLDING_VERSION = 3;

const folded = (text: string): string =>
  plainForm(text)
    // the capital of some letters is two, and of several one; some letters are capitals alone
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(MARKS, (mark) => (isIgnored(mark) ? '' : mark))
    .normalize('NFC')
    .replaceAll(LETTERS_OF_OTHERS, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(E_TWICE, ([e = '']) => String.fromCodePoint((e.codePointAt(0) ?? 0) + 1))
    .replaceAll(BEFORE_TONE, '$2$1')
    .replaceAll(KATAKANA, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - KANA_APART));

const isUnspaced = (word: string): boolean => UNSPACED_RUNS.test(word);

/** The pairs of neighboring characters in a run without spaces; the character if it is alone. */
function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  const pairs = characters.slice(1).map((character, before) => `${characters[before]}${character}`);
  return pairs.length > 0 ? pairs : characters;
}

const runsOf = (text: string): string[] =>
  folded(text)
    .split(BETWEEN_WORDS)
    .flatMap((word) => word.split(UNSPACED_RUNS))
    .filter((run) => run !== '');

const shortened = (word: string): string => Array.from(word).slice(0, LONGEST_WORD).join('');

/**
 * The words of a text in order, folded: lower case, without the marks that the root collation ignores, digits as ASCII,
 * compatibility forms as what they stand for. Scripts without spaces are in pairs of characters, so that a word of two
 * or more is found by the pairs it has.
 */
export const wordsOf = (text: string): string[] =>
  runsOf(text).flatMap((run) => (isUnspaced(run) ? pairsOf(run) : [shortened(run)]));

/** The same as an index has them, each once: with the last character of each run, by which it is found alone. */
export const indexedWords = (text: string): string[] => [
  ...new Set(
    runsOf(text).flatMap((run) =>
      isUnspaced(run) ? [...pairsOf(run), ...Array.from(run).slice(-1)] : [shortened(run)],
    ),
  ),
];

/** Whether a word is one character of a script without spaces, which begins the pairs it is in. */
export const isOneUnspaced = (word: string): boolean => isUnspaced(word) && Array.from(word).length === 1;

/** The length of a word that is searched for within others, how much longer these are, and their least length. */
const WITHIN = { shortest: 4, longer: 2, host: 8 };
const WITHIN_CONSONANTS: typeof WITHIN = { shortest: 3, longer: 1, host: 4 };

/** Whether a word is part of a long compound, or of one with an article or a preposition joined to it. */
export function isWithinWord(word: string, host: string): boolean {
  const { shortest, longer, host: least } = CONSONANTS.test(word) ? WITHIN_CONSONANTS : WITHIN;
  const [length, ofHost] = [Array.from(word).length, Array.from(host).length];
  return length >= shortest && ofHost >= least && ofHost >= length + longer && host.includes(word);
}

/** A word without the article and prepositions that Arabic and Hebrew join to it; the same if it may have none. */
export const withoutArticle = (word: string): string =>
  word.replace(/^(?:[\u0648\u0641\u0628\u0643]?\u0627\u0644|\u0644\u0644|\u05d5?\u05d4)(?=\p{L}{3})/u, '');
