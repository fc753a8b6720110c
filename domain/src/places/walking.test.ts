import { expect, it } from 'vitest';
import { walkingMinutes } from './walking.ts';

it.each([
  [0, 1],
  [0.02, 1],
  [0.6, 9],
  [2, 30],
  [3, 45],
  [3.03, 45],
  [3.04, null],
])('a walk to an exact place %d km away takes %j minutes', (km, minutes) => {
  expect(walkingMinutes(km, true)).toBe(minutes);
});

it.each([
  [0, 5],
  [0.6, 10],
  [2.2, 35],
  [3.04, null],
])('a walk to a rough place %d km away takes about %j minutes', (km, minutes) => {
  expect(walkingMinutes(km, false)).toBe(minutes);
});
