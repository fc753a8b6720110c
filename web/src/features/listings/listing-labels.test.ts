import { expect, it } from 'vitest';
import { expiryLabel } from './listing-labels.ts';

const at = (day: number, hour: number, minute = 0, second = 0) =>
  new Date(2026, 4, day, hour, minute, second);

it.each([
  ['critical food without a clock, as it counts down', at(5, 19), 'Expires Very Soon'],
  ['the clock', at(5, 22), 'Expires Soon · 10 PM'],
  ['the clock of today', at(5, 23, 45), 'Expires Today · 11:45 PM'],
  ['tomorrow past midnight', at(6, 0, 30), 'Expires tomorrow, 12:30 AM'],
  ['the day that differs', at(6, 10), 'Expires tomorrow, 10 AM'],
  ['tomorrow', at(6, 20), 'Expires Tomorrow · 8 PM'],
  ['no clock for a whole day', at(6, 23, 59, 59), 'Expires Tomorrow'],
  ['the weekday after tomorrow', at(7, 10), 'Expires Thursday, 10 AM'],
  ['fresh food', at(8, 10), 'Fresh'],
])('says %s', (_what, end, label) => {
  const times = { createdAt: '', bestByDate: null, availableUntil: '', expiryDate: end.toISOString() };
  expect(expiryLabel(times, at(5, 17, 30).getTime())).toBe(label);
});
