import { expect, it } from 'vitest';
import { heatWeight } from './HeatLayer.tsx';

it('grows with the number of items, by less and less', () => {
  const [one, three, seven] = [1, 3, 7].map((count) => heatWeight({ count, urgencyLevel: 'medium' }));
  expect(three).toBeCloseTo(2 * (one ?? 0));
  expect(seven).toBeCloseTo(3 * (one ?? 0));
});

it('grows with urgency', () => {
  const weights = (['low', 'medium', 'high', 'emergency'] as const).map((urgencyLevel) =>
    heatWeight({ count: 2, urgencyLevel }),
  );
  expect(weights).toEqual(weights.toSorted((a, b) => a - b));
  expect(new Set(weights).size).toBe(4);
});
