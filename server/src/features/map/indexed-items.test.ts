import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { urgencyChangesMs } from '@openlarder/domain/listings/freshness.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeIndexedItems, type MapSourceItem } from './indexed-items.ts';

const COMMON = {
  areaLabel: 'Chelsea',
  placeIsPublic: false,
  point: { latitude: 40.75, longitude: -73.99 },
  createdAt: new Date(0),
};
const listing = (id: string, untilMs: number): MapSourceItem => ({
  ...COMMON,
  id,
  donorId: 'donor',
  title: 'Soup',
  category: 'prepared_meals',
  firstPhotoId: null,
  urgencyLevel: 'low',
  urgencyChangesMs: urgencyChangesMs(untilMs, 0),
  servingsLeft: 1,
  availableFrom: new Date(0),
  availableUntil: new Date(0),
  offeredUntil: new Date(untilMs),
  feedEnd: new Date(untilMs),
  diets: [],
  allergens: null,
});
const request = (id: string, untilMs: number): MapSourceItem => ({
  ...COMMON,
  id,
  isHelped: false,
  requesterId: 'requester',
  area: { key: '1-1-', label: 'Old Town', bounds: [] },
  shownArea: { key: '1-1-', label: 'Old Town', bounds: [] },
  radius_km: 10,
  title: 'Food for tonight',
  preferredCategories: [],
  urgencyLevel: 'high',
  householdSize: 2,
  expiresAt: new Date(untilMs),
});

const [LISTINGS, REQUESTS] = [
  ['a', 'b'],
  ['c', 'd'],
];
const IDS = [...LISTINGS, ...REQUESTS];
const item = (id: string, untilMs: number): MapSourceItem =>
  (REQUESTS.includes(id) ? request : listing)(id, untilMs);
const moment = fc.integer({ min: 0, max: 40 * MINUTE_MS });
const step = fc.oneof(
  fc.record({ id: fc.constantFrom(...IDS), untilMs: fc.option(moment) }),
  fc.record({ nowMs: moment }),
);

test('a sweep removes exactly the expired items after any sequence of changes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const shown = makeIndexedItems();
      const until = new Map<string, number>();
      for (const one of steps) {
        if ('nowMs' in one) {
          shown.sweep(one.nowMs);
          for (const [id, untilMs] of until) if (untilMs <= one.nowMs) until.delete(id);
        } else {
          shown.set(one.id, one.untilMs === null ? undefined : item(one.id, one.untilMs));
          if (one.untilMs === null) until.delete(one.id);
          else until.set(one.id, one.untilMs);
        }
        expect(IDS.filter((id) => shown.item(id)).toSorted()).toEqual([...until.keys()].toSorted());
        expect(shown.index.size).toBe(until.size);
      }
    }),
  );
});

test('a sweep shows food as urgent as it has become, and a donor’s choice as it is', () => {
  const shown = makeIndexedItems();
  const endMs = 50 * HOUR_MS;
  // still offered after its date
  shown.set('a', { ...listing('a', endMs), offeredUntil: new Date(endMs + HOUR_MS) });
  shown.set('b', { ...listing('b', endMs), urgencyChangesMs: null });
  const levels = [20, 30, 45, 49, 50, 51].map((hours) => {
    shown.sweep(hours * HOUR_MS);
    return [shown.item('a')?.urgencyLevel, shown.item('b')?.urgencyLevel];
  });
  expect(levels.map(([a]) => a)).toEqual(['low', 'medium', 'high', 'high', 'low', undefined]);
  expect(levels.map(([, b]) => b)).toEqual(['low', 'low', 'low', 'low', undefined, undefined]);
});
