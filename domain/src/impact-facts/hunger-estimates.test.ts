import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDay, HOUR_MS, SECOND_MS, startOfDay } from '../kernel/time.ts';
import { hungerEstimates } from './hunger-estimates.ts';

const since = (at: string | number, zone: string) => {
  const nowMs = typeof at === 'number' ? at : Date.parse(at);
  return hungerEstimates(nowMs, startOfDay(nowMs, zone));
};
const ZONES = ['America/New_York', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Auckland', 'America/Havana'];

describe('the deaths since midnight', () => {
  it.each([
    ['2026-11-23T05:00:00Z', 0, 0],
    ['2026-11-23T05:00:29Z', 0, 0],
    ['2026-11-23T05:00:30Z', 8, 2],
    ['2026-11-23T05:00:59Z', 8, 2],
    ['2026-11-23T17:00:00Z', 12_329, 2947],
    ['2026-11-24T04:59:59Z', 24_649, 5892],
  ])('at %s in New York are %i, and %i of children', (at, deaths, childDeaths) => {
    expect(since(at, 'America/New_York')).toEqual({ deaths, childDeaths });
  });

  it.each([
    ['shorter', '2026-03-08T05:00:00Z', 23],
    ['longer', '2026-11-01T04:00:00Z', 25],
  ])('count the hours of a %s day', (_, midnight, hours) => {
    const nextMs = Date.parse(midnight) + hours * HOUR_MS;
    expect(since(midnight, 'America/New_York').deaths).toBe(0);
    expect(since(nextMs, 'America/New_York').deaths).toBe(0);
    expect(since(nextMs - SECOND_MS, 'America/New_York')).toEqual({
      deaths: Math.floor((hours * 3600 - 30) * 0.2854),
      childDeaths: Math.floor(((hours * 3600 - 30) / 86_400) * 5895),
    });
  });

  it('grow within a day of any zone, never by more than 30 seconds at a time, and begin again at its midnight', () => {
    const instant = fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2029, 0) });
    fc.assert(
      fc.property(instant, fc.constantFrom(...ZONES), (nowMs, zone) => {
        const [now, next] = [since(nowMs, zone), since(nowMs + SECOND_MS, zone)];
        if (calendarDay(nowMs, zone) !== calendarDay(nowMs + SECOND_MS, zone)) {
          expect(next).toEqual({ deaths: 0, childDeaths: 0 });
          return;
        }
        expect(next.deaths - now.deaths).toBeGreaterThanOrEqual(0);
        expect(next.deaths - now.deaths).toBeLessThanOrEqual(9);
        expect(next.childDeaths - now.childDeaths).toBeGreaterThanOrEqual(0);
        expect(next.childDeaths - now.childDeaths).toBeLessThanOrEqual(3);
        expect(now.deaths).toBeLessThan(25.5 * 3600 * 0.2854);
      }),
      { numRuns: 300 },
    );
  });

  it('are never negative on a device whose clock goes back', () => {
    expect(hungerEstimates(0, HOUR_MS)).toEqual({ deaths: 0, childDeaths: 0 });
  });
});
