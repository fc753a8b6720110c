import { type GeoPoint, pointAt } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { expect, test } from 'vitest';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { testApp } from '#server/test/test-app.ts';
import { correctPlaceTimes, peopleAround, placeCountsFrom, placesToday } from './daily-place.ts';
import * as places from './places.service.ts';

const { ctx, clock, createPerson } = await testApp({ TIME_ZONE: 'America/New_York' });
const START: GeoPoint = { latitude: 40.7580173, longitude: -73.9855129 };
const [A, B, C] = [START, pointAt(START, 9000, 1), pointAt(START, 30_000, 2)];

/** A person who settles at one place after the other: businesses, which are shown where they are. */
async function settler() {
  const { id } = await createPerson({ userType: 'donor' });
  return {
    id,
    settle: (point: GeoPoint) =>
      inTransaction(ctx, (tx) =>
        places.setBusinessPlace(tx, id, { address: `at ${point.latitude}, ${point.longitude}`, point }, true),
      ),
    leave: () => inTransaction(ctx, (tx) => places.clearPlace(tx, id)),
    counts: async () => (await placesToday(ctx, [id])).get(id),
    countsFrom: async () => (await placeCountsFrom(ctx, id))?.toISOString() ?? null,
    isFoundAt: async ({ latitude, longitude }: GeoPoint) => {
      const box = { north: latitude, south: latitude, east: longitude, west: longitude };
      return (await peopleAround(ctx, [box], 1)).has(id);
    },
  };
}

test('a first place counts immediately', async () => {
  const person = await settler();
  expect(await person.counts()).toBeUndefined();
  await person.settle(A);
  expect(await person.counts()).toEqual(A);
  expect(await person.countsFrom()).toBeNull();
  expect(await person.isFoundAt(A)).toBe(true);
});

test('a changed place counts from midnight, also after several changes', async () => {
  const person = await settler();
  await person.settle(A);
  clock.forward(DAY_MS);
  for (const next of [B, C, B]) {
    await person.settle(next);
    expect(await person.counts()).toEqual(A);
    expect([await person.isFoundAt(A), await person.isFoundAt(next)]).toEqual([true, false]);
    expect(await person.countsFrom()).toBe('2026-05-06T04:00:00.000Z');
  }
  // the community's midnight: 4 in UTC
  clock.at = Date.parse('2026-05-06T03:59:59Z');
  expect(await person.counts()).toEqual(A);
  clock.forward(1000);
  expect(await person.counts()).toEqual(B);
  expect(await person.countsFrom()).toBeNull();
  expect([await person.isFoundAt(A), await person.isFoundAt(B)]).toEqual([false, true]);
});

test('a changed place does not count sooner after a removal, or for a new account', async () => {
  const [left, fresh] = [await settler(), await settler()];
  await left.settle(A);
  clock.forward(DAY_MS);
  await left.leave();
  expect(await left.counts()).toBeUndefined();
  expect(await left.countsFrom()).toBeNull();
  await left.settle(B);
  await fresh.settle(A);
  clock.forward(HOUR_MS);
  await fresh.settle(B);
  for (const person of [left, fresh]) expect(await person.counts()).toEqual(A);
});

test('all people with a place are found without bounds, each once', async () => {
  const [person, placeless] = [await settler(), await settler()];
  await person.settle(A);
  await person.settle(C);
  const found = await peopleAround(ctx, null, 1);
  expect(found.get(person.id)).toEqual(A);
  expect(found.has(placeless.id)).toBe(false);
});

test('a place that was changed by a clock that was ahead counts from the midnight after it is right again', async () => {
  const person = await settler();
  await person.settle(A);
  clock.forward(400 * DAY_MS);
  await person.settle(B);
  clock.forward(-399 * DAY_MS);
  await correctPlaceTimes(ctx);
  expect(await person.counts()).toEqual(A);
  clock.forward(DAY_MS);
  expect(await person.counts()).toEqual(B);
  expect([await person.isFoundAt(A), await person.isFoundAt(B)]).toEqual([false, true]);
});
