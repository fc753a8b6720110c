import { isCurrency } from '@openlarder/domain/kernel/currency-scales.ts';
import { expect, test } from 'vitest';
import { isClockUnchosen, regionOf } from './region.ts';
import timeZones from './time-zones.json' with { type: 'json' };

const at = (timeZone: string, set: { country?: string; currency?: string } = {}) =>
  regionOf({ timeZone, country: null, currency: null, ...set });

test.each([
  ['America/New_York', 'US', 'USD', true],
  ['US/Eastern', 'US', 'USD', true],
  ['Europe/London', 'GB', 'GBP', true],
  ['Europe/Berlin', 'DE', 'EUR', false],
  ['Africa/Nairobi', 'KE', 'KES', false],
  ['Asia/Calcutta', 'IN', 'INR', false],
  ['Asia/Tokyo', 'JP', 'JPY', false],
  ['Africa/Tunis', 'TN', 'TND', false],
  // the card provider takes none of its own
  ['Asia/Baghdad', 'IQ', 'USD', false],
  ['UTC', null, 'USD', false],
])('in the time zone %s the country is %s, the currency %s', (timeZone, country, currency, usesMiles) => {
  expect(at(timeZone)).toEqual({ country, currency, usesMiles });
});

test.each([
  ['UTC', [], true],
  ['Etc/GMT+5', [], true],
  ['UTC', ['TIME_ZONE'], false],
  ['Europe/Berlin', [], false],
] as const)(
  'the clock of %s, with %j set by the operator, is one that no one chose: %s',
  (timeZone, setByOperator, is) => {
    expect(isClockUnchosen({ timeZone, setByOperator })).toBe(is);
  },
);

test('what is set counts', () => {
  const set = { country: 'DE', currency: 'CHF' };
  expect(at('America/New_York', set)).toEqual({ country: 'DE', currency: 'CHF', usesMiles: false });
});

test('people can donate in each country’s currency', () => {
  const currencies = Object.values(timeZones.countries).map(([zone = '']) => at(zone).currency);
  expect(currencies.filter((currency) => !isCurrency(currency))).toEqual([]);
});
