import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import {
  type AmountRefusal,
  type DonationPreset,
  donationRange,
} from '@openlarder/domain/donations/donation-amounts.ts';
import type {
  DonationStatus,
  DonationType,
  SelectableDonationType,
} from '@openlarder/domain/donations/donation-fields.ts';
import {
  communityRegion,
  deviceZone,
  formatExactMoney,
  formatMoney,
  numberFormat,
  percentSign,
} from '#web/lib/format.ts';
import type { BadgeTone } from '#web/ui/Badge.tsx';

export function typeLabel(type: DonationType): string {
  switch (type) {
    case 'platform_donation':
      return t`Platform Support`;
    case 'food_listing_support':
      return t`Food Support`;
    case 'emergency_response':
      return t`Emergency Aid`;
    case 'community_program':
      return t`Community Programs`;
    default:
      return type satisfies never;
  }
}

export function typeHint(type: SelectableDonationType): string {
  switch (type) {
    case 'platform_donation':
      return t`Keeps this larder running, free for everyone`;
    case 'community_program':
      return t`Fridges, pickups, and neighbors who cook together`;
    case 'emergency_response':
      return t`Meals for people who need food tonight`;
    default:
      return type satisfies never;
  }
}

export function statusLabel(status: DonationStatus): string {
  switch (status) {
    case 'pending':
      return t`Pending`;
    case 'succeeded':
      return t({ message: 'Completed', context: 'donation' });
    case 'failed':
      return t`Failed`;
    case 'canceled':
      return t({ message: 'Canceled', context: 'donation' });
    case 'requires_action':
      return t`Action Required`;
    default:
      return status satisfies never;
  }
}

export const STATUS_TONES: Readonly<Record<DonationStatus, BadgeTone>> = {
  pending: 'tomorrow',
  succeeded: 'fresh',
  failed: 'critical',
  canceled: 'expired',
  requires_action: 'today',
};

export function presetText(preset: DonationPreset): string {
  switch (preset) {
    case 500:
      return t`feeds 2 families for a day`;
    case 1000:
      return t`delivers food to 5 families`;
    case 2500:
      return t`supports 12 meals`;
    case 5000:
      return t`powers community rescue for a week`;
    default:
      return preset satisfies never;
  }
}

/** The name of a payment method; the provider's name for an unknown one. */
export function paymentMethodLabel(type: string | null): string {
  switch (type) {
    case null:
      return t`Not paid yet`;
    case 'card':
      return t`Card`;
    case 'us_bank_account':
      return t`Bank account`;
    case 'link':
      return 'Link';
    default:
      return type.replaceAll('_', ' ');
  }
}

/** Why an amount cannot be donated: a title, and what can. */
export function amountRefusalText(refusal: AmountRefusal): { title: string; description: string } {
  const { currency } = communityRegion();
  const { min, max } = donationRange(currency);
  const least = formatExactMoney(min);
  const most = formatMoney(max);
  return refusal === 'too-much'
    ? { title: t`Maximum Amount Exceeded`, description: t`Maximum donation amount is ${most}` }
    : { title: t`Minimum Amount Required`, description: t`Please donate at least ${least} to continue` };
}

/** A sum of impact in whole things, never more than it is: "0.4", "4", "1,204". */
export function formatImpact(value: number): string {
  const digits = value < 1 ? 1 : 0;
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

const CLAIMED_NUMBER = /^(\$?)(\d[\d,]*)(?:\.(\d+))?([KMB]?)(%?)(\+?)$/;
const SCALES: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9 };

/** A community's claim as the reader writes numbers, if it is one ("50,000+", "$500K+", "95%"); else as written. */
export function formatClaim(claim: string): string {
  const [, dollar, whole, fraction = '', scale = '', percent, plus] = CLAIMED_NUMBER.exec(claim) ?? [];
  if (whole === undefined) return claim;
  const number = numberFormat({
    minimumFractionDigits: fraction.length,
    maximumFractionDigits: fraction.length,
    ...(dollar && { style: 'currency', currency: 'USD' }),
    ...(scale && { notation: 'compact' }),
  }).format(Number(`${whole.replaceAll(',', '')}.${fraction}`) * (SCALES[scale] ?? 1));
  return `${number}${percent ? percentSign() : ''}${plus}`;
}
