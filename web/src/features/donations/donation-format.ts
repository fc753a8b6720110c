import { i18n } from '@lingui/core';
import { deviceZone, numberFormat } from '#web/lib/format.ts';

const moneyFormat = (digits: 0 | 2): Intl.NumberFormat =>
  numberFormat({
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });

/** Cents as "$10", "$7.50", "$1,250". */
export const formatMoney = (cents: number): string =>
  moneyFormat(cents % 100 === 0 ? 0 : 2).format(cents / 100);

/** Cents as "$10.00", for columns that line up and for receipts. */
export const formatExactMoney = (cents: number): string => moneyFormat(2).format(cents / 100);

/** A sum of impact, never more than it is: "14.8", "1,204". */
export function formatImpact(value: number): string {
  const digits = value < 100 ? 1 : 0;
  const floored = Math.floor(value * 10 ** digits + 1e-6) / 10 ** digits;
  return numberFormat({ maximumFractionDigits: digits }).format(floored);
}

/** "Nov 23, 2026 • 5:30 PM"; in other languages their own date and time around the same dot. */
export function formatDonationDate(at: string, timeZone = deviceZone()): string {
  const locales = i18n.locale.startsWith('en') ? 'en-US' : [...[i18n.locales ?? i18n.locale].flat()];
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locales, { timeZone, ...options }).format(Date.parse(at)).replaceAll(/\s/g, ' ');
  const date = format({ year: 'numeric', month: 'short', day: '2-digit' });
  return `${date} • ${format({ hour: 'numeric', minute: '2-digit' })}`;
}
