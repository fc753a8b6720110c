import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { followServerClock, learnServerTime } from './server-clock.ts';

const DEVICE_MS = Date.parse('2026-03-14T12:00:00Z');

const reply = (serverMs: number, more: Record<string, string> = {}): Headers =>
  new Headers({ Date: new Date(serverMs).toUTCString(), 'Cache-Control': 'no-store', ...more });

// a clock that is thrown away with its patch
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: DEVICE_MS });
  followServerClock();
  // what the test before has learned
  learnServerTime(reply(DEVICE_MS), Date.now());
});

it.each([-26, -3, 3, 26])('has the time of the server, which is %s hours ahead', (hours) => {
  const serverMs = DEVICE_MS + hours * HOUR_MS;
  learnServerTime(reply(serverMs), Date.now());
  expect(Date.now()).toBe(serverMs);
});

it('learns it again after the device was set right', () => {
  learnServerTime(reply(DEVICE_MS + 26 * HOUR_MS), Date.now());
  vi.setSystemTime(DEVICE_MS + 26 * HOUR_MS);
  learnServerTime(reply(DEVICE_MS + 26 * HOUR_MS), Date.now());
  expect(Date.now()).toBe(DEVICE_MS + 26 * HOUR_MS);
});

it.each([
  ['the browser has kept', { 'Cache-Control': 'private, no-cache' }],
  ['a proxy has kept', { Age: '93600' }],
  ['without a readable date', { Date: 'yesterday' }],
])('learns nothing from a reply %s', (_, more) => {
  learnServerTime(reply(DEVICE_MS - 26 * HOUR_MS, more), Date.now());
  expect(Date.now()).toBe(DEVICE_MS);
});

it('takes a slow reply, and one that the page slept over, for what it is', () => {
  const serverMs = DEVICE_MS + 10_000;
  vi.setSystemTime(DEVICE_MS + 8 * HOUR_MS);
  learnServerTime(reply(serverMs), DEVICE_MS);
  expect(Date.now()).toBe(DEVICE_MS + 8 * HOUR_MS);
});
