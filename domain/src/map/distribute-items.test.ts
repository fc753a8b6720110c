import fc from 'fast-check';
import { expect, it } from 'vitest';
import { distributeItems } from './distribute-items.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

it('gives one to each before two to any, and no more than each can show', () => {
  expect(distributeItems([50, 50, 50, 1, 1], 100)).toEqual([32, 33, 33, 1, 1]);
  expect(distributeItems([50, 2, 1], 1000)).toEqual([50, 2, 1]);
  expect(distributeItems([50, 50, 1], 3)).toEqual([1, 1, 1]);
  expect(distributeItems([], 1000)).toEqual([]);
});

it('distributes all items as evenly as possible', () => {
  const wants = fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 60 });
  fc.assert(
    fc.property(wants, fc.integer({ min: 0, max: 400 }), (unsorted, items) => {
      const sorted = unsorted.toSorted((a, b) => b - a);
      const shares = distributeItems(sorted, items);
      expect(sum(shares)).toBe(Math.min(items, sum(sorted)));
      const most = Math.max(0, ...shares);
      for (const [nth, share] of shares.entries()) {
        expect(share).toBeLessThanOrEqual(sorted[nth] ?? 0);
        // a cluster with less than another by more than one has all it can show
        if (share < most - 1) expect(share).toBe(sorted[nth]);
      }
    }),
  );
});
