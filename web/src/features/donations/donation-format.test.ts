import { i18n } from '@lingui/core';
import { afterEach, expect, test } from 'vitest';
import { formatExactMoney, formatMoney } from '#web/lib/format.ts';
import { formatClaim, formatDonationDate, formatImpact } from './donation-labels.ts';

afterEach(() => i18n.activate('en'));

test.each([
  ['2026-11-03T22:30:00Z', 'America/New_York', 'Nov 03, 2026 • 5:30 PM'],
  ['2026-11-03T22:30:00Z', 'Asia/Tokyo', 'Nov 04, 2026 • 7:30 AM'],
  ['2026-06-30T23:05:00Z', 'Europe/Berlin', 'Jul 01, 2026 • 1:05 AM'],
  ['2026-01-01T05:00:00Z', 'America/New_York', 'Jan 01, 2026 • 12:00 AM'],
])('%s in %s is %s', (at, zone, shown) => {
  expect(formatDonationDate(at, zone)).toBe(shown);
});

test('money has cents where there are some, and always in a column', () => {
  expect([1000, 750, 1_000_000, 0].map((cents) => formatMoney(cents))).toEqual([
    '$10',
    '$7.50',
    '$10,000',
    '$0',
  ]);
  expect([1000, 59].map((cents) => formatExactMoney(cents))).toEqual(['$10.00', '$0.59']);
  expect(formatMoney(125_000, 'KES').replaceAll(/\s/g, ' ')).toBe('KES 1,250');
  expect(formatExactMoney(1000, 'EUR')).toBe('€10.00');
  expect([formatMoney(1000, 'JPY'), formatExactMoney(1000, 'JPY')]).toEqual(['¥1,000', '¥1,000']);
  expect(formatExactMoney(1250, 'KWD').replaceAll(/\s/g, ' ')).toBe('KWD 1.250');
});

test('impact is never more than it is', () => {
  expect([0, 4.8, 14.88, 0.3, 1204.9].map(formatImpact)).toEqual(['0', '4', '14', '0.3', '1,204']);
});

test.each([
  ['en', ['50,000+', '2.5M', '$500K+', '95%', '$1,200', 'half of a town', '1,2,3.4.5']],
  ['de', ['50.000+', '2,5 Mio.', '500.000 $+', '95 %', '1.200 $', 'half of a town', '1,2,3.4.5']],
])('what a community claims is written as readers of %s do, or stays as written', (language, claims) => {
  i18n.activate(language);
  const written = ['50,000+', '2.5M', '$500K+', '95%', '$1,200', 'half of a town', '1,2,3.4.5'];
  expect(written.map((claim) => formatClaim(claim).replaceAll(/\s/g, ' '))).toEqual(claims);
});
