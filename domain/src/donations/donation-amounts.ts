import { minorUnits } from '../kernel/currencies.ts';
import { fromDollarCents } from '../kernel/currency-scales.ts';
import { plainNumber } from '../kernel/text-characters.ts';

const MIN_CENTS = 100;
const MAX_CENTS = 1_000_000;
const DEFAULT_CENTS = 1000;
/** More minor units neither the card provider nor a column of the database takes. */
const MOST_MINOR_UNITS = 50_000_000;
export const MAX_DONOR_MESSAGE_LENGTH = 200;

/** The amounts offered with one tap, in cents of a dollar; see `fromDollarCents` for other currencies. */
export const DONATION_PRESETS = [500, 1000, 2500, 5000] as const;
export type DonationPreset = (typeof DONATION_PRESETS)[number];

/** Either a preset, or an amount as typed: then `custom` is the text of the field. */
export type AmountChoice = { readonly preset: DonationPreset } | { readonly custom: string };

export const DEFAULT_AMOUNT: AmountChoice = { preset: DEFAULT_CENTS };

/** The smallest and the largest donation in a currency, in its minor units. */
export function donationRange(currency: string): { readonly min: number; readonly max: number } {
  return {
    min: fromDollarCents(MIN_CENTS, currency),
    max: Math.min(fromDollarCents(MAX_CENTS, currency), MOST_MINOR_UNITS),
  };
}

/** A typed amount in minor units, rounded to what can be paid; null if it is not a number. */
export function typedAmount(typed: string, currency: string): number | null {
  const text = plainNumber(typed);
  const amount = text === '' ? Number.NaN : Number(text);
  const { perUnit, step } = minorUnits(currency);
  return Number.isFinite(amount) ? Math.round(Number(((amount * perUnit) / step).toFixed(3))) * step : null;
}

/** The amount that a choice stands for: a typed one counts from the smallest; until then it is the default. */
export function effectiveAmount(choice: AmountChoice, currency: string): number {
  if ('preset' in choice) return fromDollarCents(choice.preset, currency);
  const amount = typedAmount(choice.custom, currency);
  return amount !== null && amount >= donationRange(currency).min
    ? amount
    : fromDollarCents(DEFAULT_CENTS, currency);
}

export type AmountRefusal = 'not-payable' | 'too-little' | 'too-much';

/** Why this amount cannot be donated, or null if it can. */
export function amountRefusal(amount: number, currency: string): AmountRefusal | null {
  const { min, max } = donationRange(currency);
  if (!Number.isInteger(amount) || amount % minorUnits(currency).step !== 0) return 'not-payable';
  if (amount < min) return 'too-little';
  return amount > max ? 'too-much' : null;
}

/**
 * Why the chosen amount cannot be donated, or null if it can. A typed amount is checked before it falls back to the
 * default, so that a person who typed 50 cents does not pay $10.
 */
export function choiceRefusal(choice: AmountChoice, currency: string): AmountRefusal | null {
  const typed = 'custom' in choice ? typedAmount(choice.custom, currency) : null;
  return amountRefusal(typed ?? effectiveAmount(choice, currency), currency);
}

/** The largest preset that this amount reaches, whose impact is shown; null below the smallest. */
export function impactTier(amount: number, currency: string): DonationPreset | null {
  return DONATION_PRESETS.findLast((preset) => amount >= fromDollarCents(preset, currency)) ?? null;
}
