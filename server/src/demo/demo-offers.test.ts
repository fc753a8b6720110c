import { HOUR_MS, MINUTE_MS, wallClock } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import { BUSINESS_FOOD } from './demo-food.ts';
import { dinnerTime, OPEN_HOURS } from './demo-hours.ts';
import { neighborhoodOffers, pictureOf, placeKindOf } from './demo-offers.ts';
import { DEMO_NEIGHBORS } from './demo-people.ts';
import { seededRandom } from './demo-context.ts';

const NEIGHBORS = DEMO_NEIGHBORS.filter(({ userType, business }) => userType === 'donor' && !business).map(
  ({ key }) => key,
);
const CRITICAL_MS = 2 * HOUR_MS;

const hoursOfDay = (ms: number, timeZone: string): number => {
  const { hour, minute } = wallClock(ms, timeZone);
  return hour + minute / 60;
};

/** Hours of days without and with a clock change, in zones with whole, half and quarter hours. */
const MOMENTS = [
  ...['00:30', '03:00', '06:45', '08:10', '12:00', '17:20', '21:55', '23:50'].map(
    (time) => ['America/New_York', `2026-11-23T${time}:00-05:00`] as const,
  ),
  ['America/New_York', '2026-03-08T01:30:00-05:00'],
  ['America/New_York', '2026-03-08T03:30:00-04:00'],
  ['America/New_York', '2026-11-01T01:30:00-04:00'],
  ['Europe/Berlin', '2026-10-25T02:30:00+02:00'],
  ['Europe/Berlin', '2026-03-28T23:50:00+01:00'],
  ['Asia/Kathmandu', '2026-11-23T12:00:00+05:45'],
  ['Asia/Kolkata', '2026-11-23T23:50:00+05:30'],
  ['Pacific/Kiritimati', '2026-11-23T03:00:00+14:00'],
  ['UTC', '2026-11-23T12:00:00Z'],
] as const satisfies readonly (readonly [string, string])[];

const openAt = (nowMs: number, timeZone: string) =>
  neighborhoodOffers(NEIGHBORS, { random: seededRandom(1), nowMs, timeZone });

function expectDaytime(kind: keyof typeof OPEN_HOURS, fromMs: number, untilMs: number, zone: string): void {
  const minutes = [fromMs, untilMs].map((ms) => wallClock(ms, zone).minute % 15);
  expect(minutes).toEqual([0, 0]);
  const { opens, closes } = OPEN_HOURS[kind];
  if (closes - opens >= 24) return;
  const from = hoursOfDay(fromMs, zone);
  const until = hoursOfDay(untilMs, zone);
  expect(from).toBeGreaterThanOrEqual(opens - 0.01);
  expect(until <= closes || until + 24 <= closes).toBe(true);
}

describe.each(MOMENTS)('in %s at %s', (timeZone, at) => {
  const nowMs = Date.parse(at);
  const offers = openAt(nowMs, timeZone);

  test('pickups are by day, at quarters of an hour, and still to come', () => {
    expect(offers).toHaveLength(44);
    for (const { donor, sharedMs, pickupFromMs, endsMs } of offers) {
      expectDaytime(placeKindOf(donor), pickupFromMs, endsMs, timeZone);
      expect(sharedMs).toBeLessThan(nowMs);
      expect(pickupFromMs).toBeGreaterThanOrEqual(sharedMs - 45 * MINUTE_MS);
      expect(endsMs - pickupFromMs).toBeGreaterThanOrEqual(45 * MINUTE_MS);
      expect(endsMs).toBeGreaterThan(nowMs + 45 * MINUTE_MS);
    }
  });

  test('few end within two hours, some are new, and no two of one person look the same', () => {
    const critical = offers.filter(({ endsMs }) => endsMs - nowMs <= CRITICAL_MS);
    expect(critical.length).toBeGreaterThanOrEqual(1);
    expect(critical.length).toBeLessThanOrEqual(5);
    expect(offers.filter(({ sharedMs }) => nowMs - sharedMs <= CRITICAL_MS).length).toBeGreaterThanOrEqual(1);
    const looks = offers.map(({ donor, food }) => `${donor} ${pictureOf(food.title, food.category)}`);
    expect(new Set(looks).size).toBe(looks.length);
    const titles = offers.map(({ food }) => food.title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  test('dinner is in the coming evening', () => {
    const hour = hoursOfDay(dinnerTime(nowMs, timeZone), timeZone);
    expect(hour).toBeGreaterThanOrEqual(18.5);
    expect(hour).toBeLessThanOrEqual(21.5);
    expect(dinnerTime(nowMs, timeZone) - nowMs).toBeGreaterThanOrEqual(HOUR_MS);
  });
});

test('the same hour has the same offers', () => {
  const nowMs = Date.parse('2026-11-23T12:00:00Z');
  expect(openAt(nowMs, 'UTC')).toEqual(openAt(nowMs, 'UTC'));
});

test('each business has food of its own that looks different', () => {
  for (const foods of Object.values(BUSINESS_FOOD))
    expect(new Set(foods.map(({ title, category }) => pictureOf(title, category))).size).toBe(foods.length);
});
