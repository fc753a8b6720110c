import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shareItems } from './item-shares.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

it('gives one to each before it gives two to any, and no more than each could show', () => {
  expect(shareItems([50, 50, 50, 1, 1], 100)).toEqual([32, 33, 33, 1, 1]);
  expect(shareItems([50, 2, 1], 1000)).toEqual([50, 2, 1]);
  expect(shareItems([50, 50, 1], 3)).toEqual([1, 1, 1]);
  expect(shareItems([], 1000)).toEqual([]);
});

it('shares out all there is, as alike as can be', () => {
  const wants = fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 60 });
  fc.assert(
    fc.property(wants, fc.integer({ min: 0, max: 400 }), (unsorted, items) => {
      const sorted = unsorted.toSorted((a, b) => b - a);
      const shares = shareItems(sorted, items);
      expect(sum(shares)).toBe(Math.min(items, sum(sorted)));
      const most = Math.max(0, ...shares);
      for (const [nth, share] of shares.entries()) {
        expect(share).toBeLessThanOrEqual(sorted[nth] ?? 0);
        // who has less than another by more than one has all that they could show
        if (share < most - 1) expect(share).toBe(sorted[nth]);
      }
    }),
  );
});
