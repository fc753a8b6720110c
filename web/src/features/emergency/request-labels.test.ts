import { expect, it } from 'vitest';
import { householdLabel, requestDistanceLabel } from './request-labels.ts';

it('shows the distance of a request the same way in the banner and in the list', () => {
  expect([0, 0.3, 1, 2.5].map(requestDistanceLabel)).toEqual([
    'In your area',
    'about 0.3 km away',
    'about 1 km away',
    'about 2.5 km away',
  ]);
});

it('says for how many people a request is', () => {
  expect([1, 4].map(householdLabel)).toEqual(['For 1 person', 'For 4 people']);
});
