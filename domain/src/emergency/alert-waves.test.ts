import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../kernel/time.ts';
import {
  type AlertCandidate,
  answersExpectedOf,
  chanceOfAnswer,
  MOST_WAVES,
  nextWave,
} from './alert-waves.ts';

const RADIUS_KM = 10;
const usual: AlertCandidate = {
  donorId: 'usual',
  distanceKm: 2,
  alertsLately: 0,
  answersLately: 0,
  lastSeenAgoMs: 5 * HOUR_MS,
  hasFoodOnOffer: false,
};

const candidate = fc
  .record({
    distanceKm: fc.double({ min: 0, max: RADIUS_KM, noNaN: true }),
    alertsLately: fc.integer({ min: 0, max: 40 }),
    answered: fc.double({ min: 0, max: 1, noNaN: true }),
    lastSeenAgoMs: fc.option(fc.integer({ min: 0, max: 1000 * HOUR_MS })),
    hasFoodOnOffer: fc.boolean(),
  })
  .map(({ answered, ...rest }) => ({ ...rest, answersLately: Math.floor(rest.alertsLately * answered) }));
const crowd = fc
  .array(candidate, { maxLength: 120 })
  .map((each) => each.map((one, nth): AlertCandidate => ({ ...one, donorId: `d${nth}` })));

/** All waves of a request that nobody answers. */
function wavesOf(candidates: readonly AlertCandidate[]): AlertCandidate[][] {
  const waves: AlertCandidate[][] = [];
  let left = candidates;
  for (let nth = 0; nth < MOST_WAVES; nth++) {
    const wave = nextWave(left, nth, RADIUS_KM, answersExpectedOf(waves.flat(), RADIUS_KM));
    waves.push(wave);
    left = left.filter((one) => !wave.includes(one));
  }
  return waves;
}

describe('the waves of a request', () => {
  test('alert everybody exactly once before the last is out', () => {
    fc.assert(
      fc.property(crowd, (candidates) => {
        const ids = wavesOf(candidates)
          .flat()
          .map(({ donorId }) => donorId);
        expect(ids.toSorted()).toEqual(candidates.map(({ donorId }) => donorId).toSorted());
      }),
    );
  });

  test('are the same in whatever order the candidates come', () => {
    fc.assert(
      fc.property(crowd, (candidates) => {
        expect(wavesOf(candidates.toReversed())).toEqual(wavesOf(candidates));
      }),
    );
  });

  test('ask the likeliest first', () => {
    fc.assert(
      fc.property(crowd, (candidates) => {
        const [first = [], ...later] = wavesOf(candidates);
        const least = Math.min(...first.map((one) => chanceOfAnswer(one, RADIUS_KM)));
        for (const one of later.flat()) expect(chanceOfAnswer(one, RADIUS_KM)).toBeLessThanOrEqual(least);
      }),
    );
  });

  test('are small where many are ready, and everybody where hardly anybody is', () => {
    const many = (count: number, from: AlertCandidate): AlertCandidate[] =>
      Array.from({ length: count }, (_, nth) => ({ ...from, donorId: `d${nth}` }));
    const ready = { ...usual, alertsLately: 20, answersLately: 12, lastSeenAgoMs: 0 };
    expect(nextWave(many(100, ready), 0, RADIUS_KM, 0)).toHaveLength(3);
    const away = { ...usual, alertsLately: 30, answersLately: 0, lastSeenAgoMs: null };
    expect(nextWave(many(40, away), 0, RADIUS_KM, 0)).toHaveLength(40);
  });
});

describe('the chance of an answer', () => {
  test('is higher for who answers often, is near, was here lately, has food', () => {
    const chance = chanceOfAnswer(usual, RADIUS_KM);
    expect(chanceOfAnswer({ ...usual, alertsLately: 4, answersLately: 3 }, RADIUS_KM)).toBeGreaterThan(
      chance,
    );
    expect(chanceOfAnswer({ ...usual, distanceKm: 0.5 }, RADIUS_KM)).toBeGreaterThan(chance);
    expect(chanceOfAnswer({ ...usual, lastSeenAgoMs: 1000 }, RADIUS_KM)).toBeGreaterThan(chance);
    expect(chanceOfAnswer({ ...usual, hasFoodOnOffer: true }, RADIUS_KM)).toBeGreaterThan(chance);
  });

  test('is lower for who never answers, and never sure', () => {
    expect(chanceOfAnswer({ ...usual, alertsLately: 20 }, RADIUS_KM)).toBeLessThan(
      chanceOfAnswer(usual, RADIUS_KM),
    );
    fc.assert(
      fc.property(candidate, (one) => {
        const chance = chanceOfAnswer({ ...one, donorId: 'd' }, RADIUS_KM);
        expect(chance).toBeGreaterThan(0);
        expect(chance).toBeLessThanOrEqual(0.95);
      }),
    );
  });
});
