import { expect, it } from 'vitest';
import { requestDistanceLabel } from './request-labels.ts';

it('says the distance of a request the same way in the banner and in the list', () => {
  expect([0, 0.3, 1, 2.5].map(requestDistanceLabel)).toEqual([
    'In your area',
    'about 0.3 km away',
    'about 1 km away',
    'about 2.5 km away',
  ]);
});
