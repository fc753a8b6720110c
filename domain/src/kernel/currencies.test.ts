import { expect, test } from 'vitest';
import { formatCurrency, minorUnits, plainAmount } from './currencies.ts';
import { fromDollarCents, isCurrency, toDollarCents } from './currency-scales.ts';

test.each([
  [1000, 'USD', '$10', '$10.00', '10.00'],
  [750, 'EUR', '€7.50', '€7.50', '7.50'],
  [500, 'JPY', '¥500', '¥500', '500'],
  [1_250_000, 'KRW', '₩1,250,000', '₩1,250,000', '1250000'],
  [100_000, 'ISK', 'kr 1,000', 'kr 1,000', '1000'],
  [5000, 'KWD', 'KWD 5', 'KWD 5.000', '5.000'],
  [1250, 'KWD', 'KWD 1.250', 'KWD 1.250', '1.250'],
])('%d of %s is %s, exactly %s, and plainly %s', (amount, currency, short, exact, plain) => {
  const spaced = (text: string) => text.replaceAll(/\s/g, ' ');
  expect(spaced(formatCurrency(amount, currency))).toBe(short);
  expect(spaced(formatCurrency(amount, currency, { exact: true }))).toBe(exact);
  expect(plainAmount(amount, currency)).toBe(plain);
});

test('what ten dollars stand for can be paid in each currency, and says the same when it is turned back', () => {
  for (const currency of Intl.supportedValuesOf('currency').filter(isCurrency)) {
    const amount = fromDollarCents(1000, currency);
    expect([currency, amount % minorUnits(currency).step]).toEqual([currency, 0]);
    expect(toDollarCents(amount, currency)).toBe(1000);
  }
});

test('engines agree on the decimals of currencies without hundredths', () => {
  const digits = (currency: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
  for (const currency of ['JPY', 'KRW', 'CLP', 'VND', 'XAF', 'ISK', 'UGX', 'KWD', 'TND', 'USD', 'EUR', 'KES'])
    expect([currency, minorUnits(currency).decimals]).toEqual([currency, digits(currency)]);
});
