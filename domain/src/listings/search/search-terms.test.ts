import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_BEGINNING, type QueryWord, isWithinOneEdit, searchTerms } from './search-terms.ts';
import en from '../../../../locales/en.vocabulary.json' with { type: 'json' };

const WORDS = en.search;

const said = (word: string, ...near: readonly string[]): QueryWord => ({
  word,
  stems: [word],
  begun: null,
  near: near.map((each) => ({ word: each, stems: [each] })),
});
/** A stop word, which the language's stemmer drops. */
const saysNothing = (word: string): QueryWord => ({ word, stems: [], begun: null, near: [] });

const meant = (...asked: readonly QueryWord[]) => searchTerms(asked, [WORDS]);
const anyOf = (...asked: readonly QueryWord[]) => meant(...asked)?.map((term) => term.anyOf);

describe('searchTerms', () => {
  test('has every word, the last one also by prefix', () => {
    expect(meant(said('red'), said('appl'))).toEqual([
      { anyOf: ['red'], ...NO_BEGINNING },
      { anyOf: ['appl'], beginning: 'appl', begun: null },
    ]);
  });

  test('matches by stem', () => {
    expect(anyOf({ word: 'tomatoes', stems: ['tomato'], begun: null, near: [] })).toEqual([
      ['tomatoes', 'tomato'],
    ]);
  });

  test.each([
    ['bread', '#bakery_items'],
    ['veggies', '#fruits_vegetables'],
    ['leftovers', '#prepared_meals'],
    ['canned', '#pantry_staples'],
    ['dairy', '#dairy_eggs'],
    ['vegan', '#vegan'],
    ['vegetables', '#fruits_vegetables'],
    ['vegtables', '#fruits_vegetables'],
  ])('%s has the category or diet %s', (word, tag) => {
    expect(anyOf(said(word))?.[0]).toContain(tag);
  });

  test('vegetarian matches vegan food', () => {
    expect(anyOf(said('vegetarian'))).toEqual([['vegetarian', '#vegetarian', '#vegan']]);
  });

  test.each(['meat', 'read', 'lunc', 'chees'])('%s is not mistaken for a similar category', (word) => {
    expect(anyOf(said(word))).toEqual([[word]]);
  });

  test.each([
    ['\u0627\u0644\u0641\u0644\u0627\u0641\u0644', '\u0641\u0644\u0627\u0641\u0644'],
    ['\u0648\u0627\u0644\u062e\u0628\u0632', '\u062e\u0628\u0632'],
    ['\u05d4\u05d7\u05dc\u05d4', '\u05d7\u05dc\u05d4'],
  ])('%s with its article is also %s', (word, bare) => {
    expect(anyOf(said(word))).toEqual([[word, bare]]);
  });

  test('unites loaf and loaves, yogurt and yoghurt', () => {
    expect(anyOf({ word: 'loaves', stems: ['loav'], begun: null, near: [] })?.[0]).toContain('loaf');
    expect(anyOf(said('loaf'))?.[0]).toContain('loaves');
    expect(anyOf(said('yoghurt'))?.[0]).toContain('yogurt');
  });

  test('tolerates one edit in words of four letters or more', () => {
    expect(anyOf(said('brocoli', 'broccoli', 'brocade'))).toEqual([['brocoli', 'broccoli']]);
    expect(anyOf(said('cod', 'cold'))).toEqual([['cod']]);
    expect(anyOf(said('laof', 'loaf'))?.[0]).toEqual(['laof', 'loaf', 'loaves']);
  });

  test('drops stop words next to others, and matches them by prefix alone', () => {
    expect(anyOf(saysNothing('the'), said('soup'), saysNothing('with'))).toEqual([['soup']]);
    expect(meant(saysNothing('the'), said('soup'), saysNothing('with'))?.[0]?.beginning).toBeNull();
    expect(meant(saysNothing('to'))).toEqual([{ anyOf: ['to'], beginning: 'to', begun: null }]);
  });

  test('"food" matches everything', () => {
    expect(meant(said('food'))).toEqual([]);
    expect(anyOf(said('baked'), said('goods'))).toEqual([['baked', '#bakery_items']]);
  });

  test('a query without words matches nothing', () => {
    expect(meant()).toBeNull();
  });

  test('has no empty word and no duplicates', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const asked = fc.record({
      word,
      stems: fc.array(word, { maxLength: 2 }),
      begun: fc.option(fc.array(word, { maxLength: 3 })),
      near: fc.array(fc.record({ word, stems: fc.array(word, { maxLength: 2 }) }), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(asked, { minLength: 1, maxLength: 4 }), (words) => {
        for (const term of searchTerms(words, [WORDS]) ?? []) {
          expect(term.anyOf).not.toContain('');
          expect(new Set(term.anyOf).size).toBe(term.anyOf.length);
          expect(term.anyOf.length).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe('the vocabulary', () => {
  const all = [...Object.values(WORDS.categories), ...Object.values(WORDS.diets), ...WORDS.alike].flat();

  test('is folded like queries', () => {
    for (const word of [...all, ...WORDS.ofAnyFood]) expect(word).toMatch(/^[a-z]+$/);
  });

  test('has each word once', () => {
    expect(new Set(all).size).toBe(all.length);
  });
});

/** Few letters, so that two words often share some; one of them has two code units. */
const letter = fc.constantFrom('a', 'b', 'c', 'é', '𝔞');
const word = fc.array(letter, { maxLength: 8 });

/** The textbook's restricted edit distance (insert, delete, substitute, swap of neighbors). */
function distance(a: readonly string[], b: readonly string[]): number {
  const table = [...a, ''].map(() => [...b, ''].map(() => 0));
  const at = (row: number, column: number): number => table[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 0; row <= a.length; row++)
    for (let column = 0; column <= b.length; column++) {
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const ways = [
        row === 0 ? column : at(row - 1, column) + 1,
        column === 0 ? row : at(row, column - 1) + 1,
        row > 0 && column > 0
          ? at(row - 1, column - 1) + Number(a[row - 1] !== b[column - 1])
          : Number.POSITIVE_INFINITY,
        row > 1 && column > 1 && isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      ];
      (table[row] ?? [])[column] = Math.min(...ways);
    }
  return at(a.length, b.length);
}

type Edit = {
  readonly kind: 'insert' | 'delete' | 'substitute' | 'swap';
  readonly where: number;
  readonly letter: string;
};

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('insert', 'delete', 'substitute', 'swap'),
  where: fc.nat(),
  letter,
});

function edited(of: readonly string[], { kind, where, letter: by }: Edit): string[] {
  const made = [...of];
  const nth = of.length === 0 ? 0 : where % of.length;
  if (kind === 'insert') made.splice(nth, 0, by);
  if (kind === 'delete') made.splice(nth, 1);
  if (kind === 'substitute' && of.length > 0) made.splice(nth, 1, by);
  if (kind === 'swap' && nth + 1 < of.length) made.splice(nth, 2, of[nth + 1] ?? '', of[nth] ?? '');
  return made;
}

describe('isWithinOneEdit', () => {
  test.each([
    ['tomato', 'tomatoe', true],
    ['tomato', 'tomto', true],
    ['tomato', 'tamato', true],
    ['tomato', 'toamto', true],
    ['tomato', 'tomato', true],
    ['tomato', 'otmaot', false],
    ['tomato', 'tamata', false],
    ['bread', 'broad', true],
    ['bread', 'beard', false],
    ['ab', 'ba', true],
    ['', 'a', true],
    ['', 'ab', false],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(isWithinOneEdit(a, b)).toBe(expected);
    expect(isWithinOneEdit(b, a)).toBe(expected);
  });

  test('is true for every single edit', () => {
    fc.assert(
      fc.property(word, edit, (letters, change) => {
        expect(isWithinOneEdit(edited(letters, change).join(''), letters.join(''))).toBe(true);
      }),
    );
  });

  test('is true exactly for a distance of at most one', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(isWithinOneEdit(a.join(''), b.join(''))).toBe(distance(a, b) <= 1);
      }),
      { numRuns: 2000 },
    );
  });
});
