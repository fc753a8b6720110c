import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError, codeOf, conflictUntil, errorText, keyOf, parseErrorText } from './app-error.ts';
import { type ErrorTextKey, errorTexts } from './error-texts.ts';

const isKey = (key: string): key is ErrorTextKey => Object.hasOwn(errorTexts.messages, key);
const KEYS = Object.keys(errorTexts.messages).filter(isKey);
const anyKey = fc.constantFrom(...KEYS);
/** Also characters that end a line, and those of JSON. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('\n', '\u2028', '@a {"b":1}', '}', '"'),
);
const anyParams = fc.dictionary(
  fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
  fc.oneof(fc.integer(), anyText),
  { noNullPrototype: true },
);

describe('errorText', () => {
  it('is parsed to the same key and parameters', () => {
    fc.assert(
      fc.property(anyKey, anyParams, (key, params) => {
        expect(parseErrorText(errorText(key, params))).toEqual({ key, params });
      }),
    );
    expect(parseErrorText(errorText('not-found'))).toEqual({ key: 'not-found', params: {} });
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
