import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import {
  comparePickups,
  isLivePickup,
  leaveByMs,
  minutesUntilPickup,
  type PickupTimes,
} from './live-pickup.ts';

const NOW = Date.parse('2026-05-04T12:00:00Z');
const pickup = (over: Partial<PickupTimes> = {}): PickupTimes => ({
  agreedTimeMs: null,
  windowFromMs: NOW + 5 * HOUR_MS,
  windowUntilMs: NOW + 8 * HOUR_MS,
  isOnMyWay: false,
  ...over,
});

it.each([
  ['a window that begins within six hours', {}, true],
  ['a window that begins later', { windowFromMs: NOW + 6 * HOUR_MS + 1 }, false],
  [
    'an agreed time within six hours',
    { agreedTimeMs: NOW + 6 * HOUR_MS, windowFromMs: NOW + 20 * HOUR_MS },
    true,
  ],
  [
    'an agreed time later in a window that has begun',
    { agreedTimeMs: NOW + 7 * HOUR_MS, windowFromMs: NOW },
    false,
  ],
  ['a window that is just over', { windowFromMs: NOW - 5 * HOUR_MS, windowUntilMs: NOW - HOUR_MS }, true],
  ['a window over for longer', { windowFromMs: NOW - 9 * HOUR_MS, windowUntilMs: NOW - 3 * HOUR_MS }, false],
  ['someone on the way, whenever it is', { windowFromMs: NOW + 20 * HOUR_MS, isOnMyWay: true }, true],
])('%s', (_, over, isLive) => {
  expect(isLivePickup(pickup(over), NOW)).toBe(isLive);
});

it('shows pickups on the way first, then by agreed time or window', () => {
  const [coming, agreed, open] = [
    pickup({ isOnMyWay: true, windowFromMs: NOW + 9 * HOUR_MS }),
    pickup({ agreedTimeMs: NOW + HOUR_MS }),
    pickup({ windowFromMs: NOW + 2 * HOUR_MS }),
  ];
  expect([open, coming, agreed].toSorted(comparePickups)).toEqual([coming, agreed, open]);
});

it('returns when to leave for an agreed time, until that time', () => {
  const agreedMs = NOW + HOUR_MS;
  expect(leaveByMs(agreedMs, 35, NOW)).toBe(NOW + 25 * MINUTE_MS);
  expect(leaveByMs(agreedMs, 75, NOW)).toBe(NOW - 15 * MINUTE_MS);
  expect(leaveByMs(agreedMs, 35, agreedMs)).toBeNull();
});

it('counts the minutes until the agreed time, else until the window begins, and none from then on', () => {
  expect(minutesUntilPickup(pickup({ agreedTimeMs: NOW + 41.2 * MINUTE_MS }), NOW)).toBe(42);
  expect(minutesUntilPickup(pickup(), NOW)).toBe(300);
  expect(minutesUntilPickup(pickup({ windowFromMs: NOW }), NOW)).toBeNull();
});
