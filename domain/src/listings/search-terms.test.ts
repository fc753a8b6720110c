import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AskedWord, searchTerms } from './search-terms.ts';
import { SEARCH_WORDS } from './search-words.ts';

const WORDS = SEARCH_WORDS.en;
const said = (word: string, ...near: readonly string[]): AskedWord => ({
  word,
  stems: [word],
  near: near.map((each) => ({ word: each, stems: [each] })),
});
/** A word the language's stemmer drops. */
const saysNothing = (word: string): AskedWord => ({ word, stems: [], near: [] });

const meant = (...asked: readonly AskedWord[]) => searchTerms(asked, WORDS);
const anyOf = (...asked: readonly AskedWord[]) => meant(...asked)?.map((term) => term.anyOf);

describe('what a search asks for', () => {
  test('every word, the last one by its beginning too', () => {
    expect(meant(said('red'), said('appl'))).toEqual([
      { anyOf: ['red'], beginning: null },
      { anyOf: ['appl'], beginning: 'appl' },
    ]);
  });

  test('a word by its stem', () => {
    expect(anyOf({ word: 'tomatoes', stems: ['tomato'], near: [] })).toEqual([['tomatoes', 'tomato']]);
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
  ])('%s is understood as %s', (word, tag) => {
    expect(anyOf(said(word))?.[0]).toContain(tag);
  });

  test('what is vegetarian is so too when it is vegan', () => {
    expect(anyOf(said('vegetarian'))).toEqual([['vegetarian', '#vegetarian', '#vegan']]);
  });

  test.each(['meat', 'read', 'lunc', 'chees'])('%s is not taken for a category it is near to', (word) => {
    expect(anyOf(said(word))).toEqual([[word]]);
  });

  test('loaf and loaves, yogurt and yoghurt are one', () => {
    expect(anyOf({ word: 'loaves', stems: ['loav'], near: [] })?.[0]).toContain('loaf');
    expect(anyOf(said('loaf'))?.[0]).toContain('loaves');
    expect(anyOf(said('yoghurt'))?.[0]).toContain('yogurt');
  });

  test('a typo is forgiven in four letters or more, by one edit and no more', () => {
    expect(anyOf(said('brocoli', 'broccoli', 'brocade'))).toEqual([['brocoli', 'broccoli']]);
    expect(anyOf(said('cod', 'cold'))).toEqual([['cod']]);
    expect(anyOf(said('laof', 'loaf'))?.[0]).toEqual(['laof', 'loaf', 'loaves']);
  });

  test('words that say nothing are left out beside others, and count by their beginning alone', () => {
    expect(anyOf(saysNothing('the'), said('soup'), saysNothing('with'))).toEqual([['soup']]);
    expect(meant(saysNothing('the'), said('soup'), saysNothing('with'))?.[0]?.beginning).toBeNull();
    expect(meant(saysNothing('to'))).toEqual([{ anyOf: ['to'], beginning: 'to' }]);
  });

  test('"food" asks for nothing in particular', () => {
    expect(meant(said('food'))).toEqual([]);
    expect(anyOf(said('baked'), said('goods'))).toEqual([['baked', '#bakery_items']]);
  });

  test('nothing that is a word finds nothing', () => {
    expect(meant()).toBeNull();
  });

  test('never asks for an empty word, nor twice for the same', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const asked = fc.record({
      word,
      stems: fc.array(word, { maxLength: 2 }),
      near: fc.array(fc.record({ word, stems: fc.array(word, { maxLength: 2 }) }), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(asked, { minLength: 1, maxLength: 4 }), (words) => {
        for (const term of searchTerms(words, WORDS) ?? []) {
          expect(term.anyOf).not.toContain('');
          expect(new Set(term.anyOf).size).toBe(term.anyOf.length);
          expect(term.anyOf.length).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe('the table of words', () => {
  const all = [...Object.values(WORDS.categories), ...Object.values(WORDS.diets), ...WORDS.alike].flat();

  test('is folded as searches are', () => {
    for (const word of [...all, ...WORDS.ofAnyFood]) expect(word).toMatch(/^[a-z]+$/);
  });

  test('says each word once', () => {
    expect(new Set(all).size).toBe(all.length);
  });
});
