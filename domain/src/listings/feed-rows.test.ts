import { expect, it } from 'vitest';
import { HOUR_MS } from '../kernel/time.ts';
import { endsTonight, isJustShared } from './freshness.ts';
import { tonightEndsMs } from './search/visit-time.ts';

const NEW_YORK = 'America/New_York';
const at = (iso: string): number => Date.parse(iso);

it.each([
  ['in the evening', '2026-05-05T18:00-04:00', '2026-05-06T00:00-04:00'],
  ['past midnight', '2026-05-06T00:30-04:00', '2026-05-06T04:00-04:00'],
  ['in the morning', '2026-05-06T04:00-04:00', '2026-05-07T00:00-04:00'],
  ['late, as long as food is critical', '2026-05-05T23:00-04:00', '2026-05-06T01:00-04:00'],
  ['shortly before 4 AM, as long as food is critical', '2026-05-06T03:00-04:00', '2026-05-06T05:00-04:00'],
  ['when the clocks change', '2026-03-08T00:30-05:00', '2026-03-08T04:00-04:00'],
])('tonight ends at midnight in the community, for those who are up later at 4 AM: %s', (_when, now, end) => {
  expect(new Date(tonightEndsMs(at(now), NEW_YORK)).toISOString()).toBe(new Date(end).toISOString());
});

it('food ends tonight by its expiry date, else its best-by date, else the end of pickup', () => {
  const now = at('2026-05-05T18:00-04:00');
  const [tonight, later] = ['2026-05-05T23:00-04:00', '2026-05-07T12:00-04:00'];
  const times = {
    createdAt: '2026-05-05T12:00-04:00',
    expiryDate: later,
    bestByDate: tonight,
    availableUntil: tonight,
  };
  const tonightMs = tonightEndsMs(now, NEW_YORK);
  expect(endsTonight(times, now, tonightMs)).toBe(false);
  expect(endsTonight({ ...times, expiryDate: null }, now, tonightMs)).toBe(true);
  expect(endsTonight({ ...times, expiryDate: null, bestByDate: later }, now, tonightMs)).toBe(false);
  // what is over no longer ends
  expect(endsTonight({ ...times, expiryDate: tonight }, at(tonight), tonightMs)).toBe(false);
});

it('food is just shared for a day', () => {
  const now = at('2026-05-05T18:00-04:00');
  const shared = (hoursAgo: number) => ({ createdAt: new Date(now - hoursAgo * HOUR_MS).toISOString() });
  expect([0, 24, 24.01].map((hours) => isJustShared(shared(hours), now))).toEqual([true, true, false]);
});
