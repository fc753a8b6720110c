import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError, codeOf, conflict, conflictUntil, errorText, keyOf, parseErrorText } from './app-error.ts';
import { type ErrorTextKey, errorTexts } from './error-texts.ts';

const isKey = (key: string): key is ErrorTextKey => Object.hasOwn(errorTexts.messages, key);
const KEYS = Object.keys(errorTexts.messages).filter(isKey);
/** Also characters that end a line, and those of JSON. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('\n', '\u2028', '@a {"b":1}', '}', '"'),
);
const anyValue = fc.oneof(fc.integer(), anyText);

describe('errorText', () => {
  it('is parsed to the same key and parameters', () => {
    fc.assert(
      fc.property(anyValue, anyValue, (min, max) => {
        const params = { min, max };
        const key = 'out-of-range.limit';
        expect(parseErrorText(errorText(key, params))).toEqual({ key, params });
      }),
    );
    for (const key of KEYS) expect(parseErrorText(`@${key}`)).toEqual({ key, params: {} });
    expect(errorText('not-found')).toBe('@not-found');
  });

  it('takes the values of its sentence, and no others', () => {
    expect(errorText('too-long', { max: 120 })).toBe('@too-long {"max":120}');
    // @ts-expect-error: a value is missing
    errorText('too-long');
    // @ts-expect-error: its name is misspelled
    errorText('too-long', { maximum: 120 });
    // @ts-expect-error: a sentence without values
    errorText('not-found', { max: 120 });
    // @ts-expect-error: a value of a variant is missing
    conflict('claim-limit.bulk', { max: 6, left: 0 });
    // @ts-expect-error: the wait is known already
    conflictUntil('claim-limit.bulk', { untilMs: 1, nowMs: 0 }, { max: 6, left: 0, waitMs: 1 });
  });

  it.each(['', 'Invalid input', '@', '@Not', '@a b', '@a {"b":1} c', 'x@a'])('is none: %j', (text) => {
    expect(parseErrorText(text)).toBeNull();
  });
});

describe('a key', () => {
  it('is its code and its reason', () => {
    expect(codeOf('claim-limit.open')).toEqual({ code: 'claim-limit', reason: 'open' });
    expect(codeOf('not-found')).toEqual({ code: 'not-found' });
    for (const key of KEYS) expect(keyOf(codeOf(key))).toBe(key);
  });

  it('has words with dashes, and one reason at most', () => {
    for (const key of KEYS) expect(key).toMatch(/^[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)?$/);
  });
});

describe('an error', () => {
  it('has the code of its key', () => {
    expect(new AppError(409, 'claim-limit.open', { params: { max: 3 } })).toMatchObject({
      status: 409,
      key: 'claim-limit.open',
      code: 'claim-limit',
      params: { max: 3 },
    });
  });

  it.each([
    [90_500, 90_500, 91],
    [400, 1000, 1],
    [-5000, 1000, 1],
  ])('that ends in %i ms waits %i ms, in whole seconds %i', (inMs, waitMs, retryAfterSeconds) => {
    const refusal = conflictUntil('match-limit', { untilMs: 1e12 + inMs, nowMs: 1e12 }, { max: 5 });
    expect(refusal).toMatchObject({ params: { max: 5, waitMs }, retryAfterSeconds });
  });
});
