import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTextTable, textTable, valuesAsTyped, waitOf, withWaits } from './text-table.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

describe('a wait', () => {
  it.each([
    [0, 1, 'minutes'],
    [1, 1, 'minutes'],
    [MINUTE_MS + 1, 2, 'minutes'],
    [HOUR_MS, 60, 'minutes'],
    [HOUR_MS + 1, 2, 'hours'],
    [2 * DAY_MS, 48, 'hours'],
    [2 * DAY_MS + 1, 3, 'days'],
  ])('of %i ms is %i %s', (waitMs, count, unit) => {
    expect(waitOf(waitMs)).toEqual({ unit, count });
  });

  it('is never rounded down', () => {
    const MS = { days: DAY_MS, hours: HOUR_MS, minutes: MINUTE_MS };
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 * DAY_MS }), (waitMs) => {
        const { unit, count } = waitOf(waitMs);
        expect(count * MS[unit]).toBeGreaterThanOrEqual(waitMs);
      }),
    );
  });
});

describe('withWaits', () => {
  const word = (waitMs: number): string => `${waitMs} ms`;

  it('adds the words of each duration', () => {
    expect(withWaits({ waitMs: 5, max: 2, name: 'Ms' }, word)).toEqual({
      waitMs: 5,
      wait: '5 ms',
      max: 2,
      name: 'Ms',
    });
  });

  it('leaves texts unchanged, whatever their names', () => {
    const params = { waitMs: 'soon' };
    expect(withWaits(params, word)).toBe(params);
  });
});

it('escapes the backslashes of texts, and leaves other values unchanged', () => {
  expect(valuesAsTyped({ title: String.raw`a\u202e`, plain: 'b', count: 2 }, 'en')).toEqual({
    title: String.raw`a\x5cu202e`,
    plain: 'b',
    count: 2,
  });
});

it.each([
  ['en', 'رنا', true],
  ['en', 'Rosa דנה', true],
  ['de', 'ߒߞߏ', true],
  ['en', '𞤀𞤁', true],
  ['en', 'Rosa', false],
  ['he', 'Rosa (3)', true],
  ['ku-Arab', 'Rosa', true],
])('in a sentence of %s, %s is isolated: %s', (language, name, isIsolated) => {
  expect(valuesAsTyped({ name }, language)).toEqual({ name: isIsolated ? `\u2068${name}\u2069` : name });
});

it('distinguishes tables from other exports', () => {
  expect(isTextTable(textTable('a', { b: 'C' }))).toBe(true);
  for (const other of [null, undefined, 'a', { namespace: 'a' }, () => {}])
    expect(isTextTable(other)).toBe(false);
});
