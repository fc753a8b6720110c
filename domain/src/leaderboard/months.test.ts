import { describe, expect, it } from 'vitest';
import { addMonths, monthAt } from './months.ts';

describe('a month', () => {
  it.each([
    ['America/New_York', '2026-12-01T04:59:59Z', '2026-11'],
    ['America/New_York', '2026-12-01T05:00:01Z', '2026-12'],
    ['Asia/Kolkata', '2026-11-30T18:29:59Z', '2026-11'],
    ['Asia/Kolkata', '2026-11-30T18:30:01Z', '2026-12'],
    ['Pacific/Kiritimati', '2026-12-31T09:59:59Z', '2026-12'],
    ['Pacific/Kiritimati', '2026-12-31T10:00:01Z', '2027-01'],
  ])('in %s at %s is %s', (timeZone, at, month) => {
    expect(monthAt(Date.parse(at), timeZone)).toBe(month);
  });

  it.each([
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-03', -27, '2023-12'],
    ['2026-06', 0, '2026-06'],
  ])('of %s and %i more is %s', (month, count, expected) => {
    expect(addMonths(month, count)).toBe(expected);
  });
});
