import { expect, it } from 'vitest';
import { aListing } from '#web/testing/samples.ts';
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
  const listing = aListing({ bestByDate: at(5, 12).toISOString(), expiryDate: end.toISOString() });
  expect(expiryLabel(listing, at(5, 17, 30).getTime())).toBe(label);
});

it.each([
  [1, 'Expires Tomorrow'],
  [2, 'Likely good until Thursday'],
])('says no clock of a date that the donor has not given, in %i days', (days, label) => {
  const end = at(5 + days, 17).toISOString();
  const createdAt = at(3 + days, 17).toISOString();
  const listing = aListing({ category: 'bakery_items', createdAt, bestByDate: end, expiryDate: null });
  expect(expiryLabel(listing, at(5, 18).getTime())).toBe(label);
});
