import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FOLDING_VERSION, indexedWords, isWithinWord, wordsOf } from './search-words.ts';

/** The letters that Unicode gives a script, but for those that stand for something else than letters. */
function lettersOf(script: string): string[] {
  const letter = new RegExp(String.raw`^(?=\p{L})\p{Script=${script}}$`, 'u');
  return Array.from({ length: 0x3_0000 }, (_, code) => code)
    .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
    .map((code) => String.fromCodePoint(code))
    .filter(
      (character) =>
        letter.test(character) && /^(?![\u02bc])[\p{L}\p{M}]+$/u.test(character.normalize('NFKC')),
    );
}

const SPACED = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Arabic',
  'Hebrew',
  'Devanagari',
  'Bengali',
  'Tamil',
  'Ethiopic',
];
const UNSPACED = ['Han', 'Hiragana', 'Hangul', 'Thai', 'Khmer', 'Myanmar'];
const words = (script: string) => {
  const letters = lettersOf(script);
  return fc.array(
    fc.nat({ max: letters.length - 1 }).map((nth) => letters[nth] ?? ''),
    { minLength: 4, maxLength: 12 },
  );
};

test.each([...SPACED, ...UNSPACED])(
  '%s: a word is found in any case and composition, among others',
  (script) => {
    fc.assert(
      fc.property(words(script), words(script), (asked, other) => {
        const [word, next] = [asked.join(''), other.join('')];
        const index = indexedWords(`${next}, ${word}!`);
        for (const typed of [word, word.toUpperCase(), word.normalize('NFD'), word.normalize('NFKC')])
          expect(index).toEqual(expect.arrayContaining(wordsOf(typed)));
      }),
    );
  },
);

test.each(UNSPACED)('%s: each part of a run is found, and one character', (script) => {
  fc.assert(
    fc.property(words(script), fc.nat({ max: 3 }), fc.integer({ min: 1, max: 4 }), (run, from, length) => {
      const part = run.slice(from, from + length).join('');
      const index = indexedWords(`brot${run.join('')}`);
      for (const word of wordsOf(part)) expect(index.some((each) => each.startsWith(word))).toBe(true);
    }),
  );
});

test.each(SPACED)('%s: words stay whole', (script) => {
  fc.assert(
    fc.property(words(script), (letters) => {
      expect(wordsOf(letters.join(''))).toHaveLength(1);
    }),
  );
});

describe('letters are compared as people type them', () => {
  test.each([
    ['أرز', 'ارز'],
    ['خُبْز', 'خبز'],
    ['خبـــز', 'خبز'],
    ['حلوى', 'حلوي'],
    ['کیک', 'كيك'],
    ['חַלָּה', 'חלה'],
    ['Brûlée', 'BRULEE'],
    ['ΨΩΜΊΣ', 'ψωμις'],
    ['Straße', 'STRASSE'],
    ['İstanbul', 'istanbul'],
    ['STRAẞE', 'strasse'],
    ['ｶﾚｰ', 'カレー'],
    ['リンゴ', 'りんご'],
    ['thịt gạo', 'thit gao'],
    ['пʼять', "п'ять"],
    ['ґречка', 'гречка'],
    ['ٱلخبز', 'الخبز'],
    ['\u05d1\u05f0\u05dc\u05e7\u05e2', '\u05d1\u05d5\u05d5\u05dc\u05e7\u05e2'],
    ['\u05d1\u05f2\u05b7\u05d2\u05dc', '\u05d1\u05d9\u05d9\u05d2\u05dc'],
    ['\u0d05\u0d35\u0d28\u0d4d\u200d', '\u0d05\u0d35\u0d7b'],
    ['\u09b9\u09a0\u09be\u09a4\u09cd\u200d', '\u09b9\u09a0\u09be\u09ce'],
    ['\u0e41\u0e01\u0e07', '\u0e40\u0e40\u0e01\u0e07'],
    ['\u0ec1\u0e81\u0e87', '\u0ec0\u0ec0\u0e81\u0e87'],
    ['\u0e19\u0e49\u0e33', '\u0e19\u0e4d\u0e49\u0e32'],
    ['Þorskur', 'thorskur'],
    ['２個', '2個'],
    ['٢', '2'],
    ['so\u00adup', 'soup'],
  ])('%s is %s', (text, typed) => {
    expect(wordsOf(text)).toEqual(wordsOf(typed));
  });

  const base = new Intl.Collator('und', { sensitivity: 'base' });
  test('a letter with marks that the root collation ignores is the letter', () => {
    const marked = Array.from({ length: 0x3_0000 }, (_, code) => code)
      .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
      .map((code) => String.fromCodePoint(code))
      // voiced sounds are other letters in Japanese, and an iota below is a letter in capitals
      .filter((letter) =>
        /^(?![\p{scx=Hira}\p{scx=Kana}])\p{L}(?!.*\u0345)\p{M}+$/u.test(letter.normalize('NFD')),
      );
    expect(marked.length).toBeGreaterThan(800);
    for (const letter of marked) {
      const bare = letter.normalize('NFD').replaceAll(/\p{M}/gu, '');
      if (base.compare(letter, bare) === 0)
        expect([letter, ...wordsOf(letter)]).toEqual([letter, ...wordsOf(bare)]);
    }
  });

  // vowel signs, tones and voiced consonants make other words
  test.each([
    ['कल', 'काल'],
    ['ข้าว', 'ขาว'],
    ['パン', 'ハン'],
    ['брат', 'брот'],
  ])('%s is not %s', (text, typed) => {
    expect(wordsOf(text)).not.toEqual(wordsOf(typed));
  });
});

test('the version of the folding is raised when any character becomes other words', () => {
  let sum = 0;
  for (let first = 0; first < 0x3_0000; first += 0x1_00) {
    const characters = Array.from({ length: 0x1_00 }, (_, nth) => first + nth)
      .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
      .map((code) => `a${String.fromCodePoint(code)}b`);
    for (const word of indexedWords(characters.join(' ')))
      for (const character of word) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) | 0;
  }
  // raise the version with the sum
  expect([FOLDING_VERSION, sum]).toEqual([3, 1620153417]);
});

test.each([
  ['brot', 'vollkornbrot', true],
  ['korn', 'vollkornbrot', true],
  ['kaas', 'geitenkaasje', true],
  ['read', 'bread', false],
  ['rice', 'prices', false],
  ['tea', 'steakhouse', false],
  ['brot', 'brot', false],
  ['ارز', 'الارز', true],
  ['חלה', 'החלה', true],
  ['חל', 'החלה', false],
])('%s within %s: %s', (word, host, expected) => {
  expect(isWithinWord(word, host)).toBe(expected);
});
