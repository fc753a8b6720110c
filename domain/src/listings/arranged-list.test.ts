import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrange, CARDS_OF_GIVER } from './arranged-list.ts';

/** Entries as "n1" (of a new giver) or "a1", whose giver is the first letters. */
const giverOf = (entry: string): string => entry.replace(/\d+$/u, '');
const isNew = (giverId: string): boolean => giverId.startsWith('n');
const shownOf = (entries: string, limit: number): string =>
  arrange(entries.split(' '), { limit, giverOf, isNew }).shown.join(' ');

test.each([
  ['three of a giver', 'a1 a2 a3 a4 b1', 6, 'a1 a2 a3 b1'],
  ['a third of new givers together', 'na1 nb1 nc1 nd1 a1 b1 c1 d1', 6, 'na1 nb1 a1 b1 c1 d1'],
  ['in the order given', 'a1 na1 b1 nb1 c1 nc1 d1', 6, 'a1 na1 b1 nb1 c1 d1'],
  ['more of new givers where others have no more', 'na1 nb1 nc1 a1 nd1', 6, 'na1 nb1 nc1 a1 nd1'],
  ['as many as others leave room for', 'na1 nb1 nc1 nd1 a1 b1 c1', 6, 'na1 nb1 nc1 a1 b1 c1'],
  ['all of them in a new community', 'na1 na2 na3 na4 nb1', 6, 'na1 na2 na3 nb1'],
  ['no more of others than there is room', 'a1 b1 c1 d1 na1', 3, 'a1 b1 c1'],
])('shows %s', (_, entries, limit, shown) => {
  expect(shownOf(entries, limit)).toBe(shown);
});

test('any list: full where it can be, a giver at most thrice, a third of new givers where others suffice', () => {
  const anyEntries = fc
    .array(fc.tuple(fc.constantFrom('n', ''), fc.integer({ min: 0, max: 9 })), { maxLength: 60 })
    .map((all) => all.map(([kind, giver], nth) => `${kind}${'abcdefghij'[giver]}${nth}`));
  fc.assert(
    fc.property(anyEntries, fc.integer({ min: 3, max: 24 }), (entries, limit) => {
      const { shown, held, isFinal } = arrange(entries, { limit, giverOf, isNew });
      const cards = new Map<string, number>();
      for (const entry of entries) cards.set(giverOf(entry), (cards.get(giverOf(entry)) ?? 0) + 1);
      const possible = (fits: (giver: string) => boolean) =>
        [...cards].reduce((sum, [giver, n]) => sum + (fits(giver) ? Math.min(n, CARDS_OF_GIVER) : 0), 0);
      expect(shown).toHaveLength(
        Math.min(
          limit,
          possible(() => true),
        ),
      );
      for (const giver of cards.keys())
        expect(shown.filter((entry) => giverOf(entry) === giver).length).toBeLessThanOrEqual(CARDS_OF_GIVER);
      const ofNew = shown.filter((entry) => isNew(giverOf(entry))).length;
      const others = possible((giver) => !isNew(giver));
      expect(ofNew).toBeLessThanOrEqual(Math.max(Math.floor(limit / 3), limit - others));
      expect(shown).toEqual(entries.filter((entry) => shown.includes(entry)));
      const lastNew = shown.findLast((entry) => isNew(giverOf(entry)));
      for (const entry of held)
        expect(entries.indexOf(entry)).toBeGreaterThan(entries.indexOf(lastNew ?? ''));
      if (isFinal) {
        const more = [...entries, 'k1', 'nk2'];
        expect(arrange(more, { limit, giverOf, isNew }).shown).toEqual(shown);
      }
    }),
  );
});
