import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../kernel/time.ts';
import {
  type AlertCandidate,
  expectedResponses,
  responseProbability,
  MAX_WAVES,
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
  isKnown: false,
  isAlertedLater: false,
};

const candidate = fc
  .record({
    distanceKm: fc.double({ min: 0, max: RADIUS_KM, noNaN: true }),
    alertsLately: fc.integer({ min: 0, max: 40 }),
    answered: fc.double({ min: 0, max: 1, noNaN: true }),
    lastSeenAgoMs: fc.option(fc.integer({ min: 0, max: 1000 * HOUR_MS })),
    hasFoodOnOffer: fc.boolean(),
    isKnown: fc.constant(false),
    isAlertedLater: fc.boolean(),
  })
  .map(({ answered, ...rest }) => ({ ...rest, answersLately: Math.floor(rest.alertsLately * answered) }));
const crowd = fc
  .array(candidate, { maxLength: 120 })
  .map((each) => each.map((one, nth): AlertCandidate => ({ ...one, donorId: `d${nth}` })));

/** All waves of a request without a response. */
function wavesOf(candidates: readonly AlertCandidate[]): AlertCandidate[][] {
  const waves: AlertCandidate[][] = [];
  let left = candidates;
  for (let nth = 0; nth < MAX_WAVES; nth++) {
    const wave = nextWave(left, nth, RADIUS_KM, expectedResponses(waves.flat(), RADIUS_KM));
    waves.push(wave);
    left = left.filter((one) => !wave.includes(one));
  }
  return waves;
}

describe('nextWave', () => {
  test('alerts every candidate exactly once', () => {
    fc.assert(
      fc.property(crowd, (candidates) => {
        const ids = wavesOf(candidates)
          .flat()
          .map(({ donorId }) => donorId);
        expect(ids.toSorted()).toEqual(candidates.map(({ donorId }) => donorId).toSorted());
      }),
    );
  });

  test('does not depend on the order of the candidates', () => {
    fc.assert(
      fc.property(crowd, (candidates) => {
        expect(wavesOf(candidates.toReversed())).toEqual(wavesOf(candidates));
      }),
    );
  });

  test('takes the likeliest first', () => {
    fc.assert(
      fc.property(crowd, (candidates) => {
        const [first = [], ...later] = wavesOf(candidates);
        const least = Math.min(...first.map((one) => responseProbability(one, RADIUS_KM)));
        for (const one of later.flat())
          expect(responseProbability(one, RADIUS_KM)).toBeLessThanOrEqual(least);
      }),
    );
  });

  test('is small where many are likely to respond, and takes all where few are', () => {
    const many = (count: number, from: AlertCandidate): AlertCandidate[] =>
      Array.from({ length: count }, (_, nth) => ({ ...from, donorId: `d${nth}` }));
    const ready = { ...usual, alertsLately: 20, answersLately: 12, lastSeenAgoMs: 0 };
    expect(nextWave(many(100, ready), 0, RADIUS_KM, 0)).toHaveLength(3);
    const away = { ...usual, alertsLately: 30, answersLately: 0, lastSeenAgoMs: null };
    expect(nextWave(many(40, away), 0, RADIUS_KM, 0)).toHaveLength(40);
  });
});

test('the first wave holds three known donors, however likely fifty others are', () => {
  const fifty = Array.from({ length: 50 }, (_, nth) => ({
    ...usual,
    donorId: `new${nth}`,
    distanceKm: 0,
    hasFoodOnOffer: true,
  }));
  const known = [1, 2, 3, 4].map((km) => ({
    ...usual,
    donorId: `known${km}`,
    distanceKm: km,
    isKnown: true,
  }));
  const [first = [], ...later] = wavesOf([...fifty, ...known]);
  expect(first.filter(({ isKnown }) => isKnown)).toEqual(known.slice(0, 3));
  expect(first.length).toBeLessThan(20);
  expect([first, ...later].flat()).toHaveLength(54);
});

test('donors who are alerted later do not reduce a wave', () => {
  const awake = Array.from({ length: 40 }, (_, nth) => ({ ...usual, donorId: `d${nth}`, lastSeenAgoMs: 0 }));
  const asleep = awake.map((one) => ({
    ...one,
    donorId: `${one.donorId}-asleep`,
    distanceKm: 0,
    isAlertedLater: true,
  }));
  const waves = wavesOf([...asleep, ...awake]);
  expect(waves[0]).toEqual(wavesOf(awake)[0]);
  expect(waves.flat()).toHaveLength(80);
});

describe('responseProbability', () => {
  test('is higher for donors who respond often, are near, were seen recently, have food', () => {
    const chance = responseProbability(usual, RADIUS_KM);
    expect(responseProbability({ ...usual, alertsLately: 4, answersLately: 3 }, RADIUS_KM)).toBeGreaterThan(
      chance,
    );
    expect(responseProbability({ ...usual, distanceKm: 0.5 }, RADIUS_KM)).toBeGreaterThan(chance);
    expect(responseProbability({ ...usual, lastSeenAgoMs: 1000 }, RADIUS_KM)).toBeGreaterThan(chance);
    expect(responseProbability({ ...usual, hasFoodOnOffer: true }, RADIUS_KM)).toBeGreaterThan(chance);
  });

  test('is lower for donors who never respond, and always below 1', () => {
    expect(responseProbability({ ...usual, alertsLately: 20 }, RADIUS_KM)).toBeLessThan(
      responseProbability(usual, RADIUS_KM),
    );
    fc.assert(
      fc.property(candidate, (one) => {
        const chance = responseProbability({ ...one, donorId: 'd', isAlertedLater: false }, RADIUS_KM);
        expect(chance).toBeGreaterThan(0);
        expect(chance).toBeLessThanOrEqual(0.95);
      }),
    );
  });
});
