import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import { offeredUntilMs } from '../listings/freshness.ts';
import { ALERT_LEVELS, alertLevel, extendedUntilMs } from './expiry-alerts.ts';

const NOW = Date.parse('2026-05-05T12:00:00Z');
const inHours = (hours: number): string => new Date(NOW + hours * HOUR_MS).toISOString();

describe('alertLevel', () => {
  it.each([
    [-1, null],
    [0, null],
    [0.1, 'critical'],
    [2, 'critical'],
    [2.01, 'urgent'],
    [6, 'urgent'],
    [6.01, 'today'],
    [24, 'today'],
    [24.01, null],
    [60, null],
  ] as const)('with %s hours left is %s', (hours, level) => {
    expect(alertLevel(NOW + hours * HOUR_MS, NOW)).toBe(level);
  });

  it('only worsens while time passes', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 23, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (left, passed) => {
          const endMs = NOW + left * HOUR_MS;
          const [before, after] = [alertLevel(endMs, NOW), alertLevel(endMs, NOW + passed * left * HOUR_MS)];
          if (before && after)
            expect(ALERT_LEVELS.indexOf(after)).toBeGreaterThanOrEqual(ALERT_LEVELS.indexOf(before));
        },
      ),
    );
  });
});

describe('extendedUntilMs', () => {
  const pickup = {
    availableUntil: inHours(1),
    bestByDate: inHours(48),
    expiryDate: null,
    dateKind: 'best_before' as const,
  };
  const inMs = (hours: number): number => NOW + hours * HOUR_MS;

  it.each([
    ['two hours more', {}, inMs(3)],
    ['no longer than the expiry date', { expiryDate: inHours(2) }, inMs(2)],
    ['no longer than a use-by date', { bestByDate: inHours(2.5), dateKind: 'use_by' as const }, inMs(2.5)],
    ['past a best-before date', { bestByDate: inHours(1.5) }, inMs(3)],
    ['not for a few minutes', { expiryDate: inHours(1.2) }, null],
    ['not if the food ends before the pickup', { bestByDate: inHours(0.5) }, null],
    ['not once the pickup is over', { availableUntil: inHours(0) }, null],
  ])('%s', (_name, changes, until) => {
    expect(extendedUntilMs({ ...pickup, ...changes }, NOW)).toBe(until);
  });

  it('is a time at which the food is still offered, and later than before', () => {
    const hours = fc.double({ min: 0.1, max: 60, noNaN: true });
    fc.assert(
      fc.property(
        fc.record({
          availableUntil: hours.map(inHours),
          bestByDate: hours.map(inHours),
          expiryDate: fc.option(hours.map(inHours)),
          dateKind: fc.constantFrom('best_before' as const, 'use_by' as const),
        }),
        (times) => {
          const untilMs = extendedUntilMs(times, NOW);
          if (untilMs === null) return;
          expect(untilMs - Date.parse(times.availableUntil)).toBeGreaterThanOrEqual(15 * MINUTE_MS);
          expect(offeredUntilMs({ ...times, availableUntil: new Date(untilMs).toISOString() })).toBe(untilMs);
        },
      ),
    );
  });
});
