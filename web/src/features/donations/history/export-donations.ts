import { t } from '@lingui/core/macro';
import { csvFile } from '@openlarder/domain/kernel/csv.ts';
import { DEFAULT_CURRENCY } from '@openlarder/domain/kernel/currencies.ts';
import type { Donation } from '@openlarder/domain/donations/donation-contract.ts';
import { calendarDay } from '@openlarder/domain/kernel/time.ts';
import { deviceZone } from '#web/lib/format.ts';
import { formatDonationDate } from '../donation-labels.ts';
import { paymentMethodLabel, statusLabel, typeLabel } from '../donation-labels.ts';

/** Donations as CSV, in the order of the list; amounts are plain numbers, so that they can be added up; their
 * currency has a column where it is not the dollar. */
export function donationsCsv(donations: readonly Donation[], timeZone = deviceZone()): string {
  const isInDollars = donations.every(({ currency }) => currency === DEFAULT_CURRENCY);
  const rows = donations.map((donation) => [
    formatDonationDate(donation.createdAt, timeZone),
    (donation.amount / 100).toFixed(2),
    typeLabel(donation.donationType),
    statusLabel(donation.status),
    paymentMethodLabel(donation.paymentMethodType),
    donation.donorMessage,
    ...(isInDollars ? [] : [donation.currency]),
  ]);
  const columns = [t`Date`, t`Amount`, t`Type`, t`Status`, t`Payment Method`, t`Message`];
  return csvFile([...columns, ...(isInDollars ? [] : [t`Currency`])], rows);
}

/** The name of the file, by the reader's day. */
export const csvFileName = (nowMs: number, timeZone = deviceZone()): string =>
  `donation-history-${calendarDay(nowMs, timeZone)}.csv`;

export function downloadFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // the download has begun by then
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
