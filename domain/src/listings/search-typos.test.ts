import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWithinOneEdit } from './search-typos.ts';

/** Few letters, so that two words often share some; one of them takes two code units. */
const letter = fc.constantFrom('a', 'b', 'c', 'é', '𝔞');
const word = fc.array(letter, { maxLength: 8 });

/** The distance of restricted edits (insert, delete, substitute, swap of neighbours) by the textbook's table. */
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

  test('forgives every single edit', () => {
    fc.assert(
      fc.property(word, edit, (meant, change) => {
        expect(isWithinOneEdit(edited(meant, change).join(''), meant.join(''))).toBe(true);
      }),
    );
  });

  test('is a distance of at most one', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(isWithinOneEdit(a.join(''), b.join(''))).toBe(distance(a, b) <= 1);
      }),
      { numRuns: 2000 },
    );
  });
});
