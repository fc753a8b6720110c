import { currencyScale } from '../kernel/currencies.ts';
import { plainNumber } from '../kernel/text-characters.ts';

const MIN_CENTS = 100;
const MAX_CENTS = 1_000_000;
const DEFAULT_CENTS = 1000;
/** More than that, in hundredths of a dollar, neither the card provider nor a column of the database takes. */
const MOST_SCALE = 50;
export const MAX_DONOR_MESSAGE_LENGTH = 200;

/** The amounts offered with one tap, in cents of a dollar; in another currency they are multiplied by its scale. */
export const DONATION_PRESETS = [500, 1000, 2500, 5000] as const;
export type DonationPreset = (typeof DONATION_PRESETS)[number];

/** Either a preset, or an amount as typed: then `custom` is the text of the field. */
export type AmountChoice = { readonly preset: DonationPreset } | { readonly custom: string };

export const DEFAULT_AMOUNT: AmountChoice = { preset: DEFAULT_CENTS };

/** The smallest and the largest donation in a currency, in hundredths of it. */
export function donationRange(currency: string): { readonly min: number; readonly max: number } {
  const scale = currencyScale(currency);
  return { min: MIN_CENTS * scale, max: MAX_CENTS * Math.min(scale, MOST_SCALE) };
}

/** A typed amount in whole cents, rounded; null if it is not a number. */
export function centsOf(typed: string): number | null {
  const text = plainNumber(typed);
  const amount = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(amount) ? Math.round(Number((amount * 100).toFixed(3))) : null;
}

/** The amount that a choice stands for: a typed one counts from the smallest; until then it is the default. */
export function effectiveAmountCents(choice: AmountChoice, currency: string): number {
  const scale = currencyScale(currency);
  if ('preset' in choice) return choice.preset * scale;
  const cents = centsOf(choice.custom);
  return cents !== null && cents >= donationRange(currency).min ? cents : DEFAULT_CENTS * scale;
}

export type AmountRefusal = 'not-whole-cents' | 'too-little' | 'too-much';

/** Why this amount cannot be donated, or null if it can. */
export function amountRefusal(cents: number, currency: string): AmountRefusal | null {
  const { min, max } = donationRange(currency);
  if (!Number.isInteger(cents)) return 'not-whole-cents';
  if (cents < min) return 'too-little';
  return cents > max ? 'too-much' : null;
}

/**
 * Why the chosen amount cannot be donated, or null if it can. A typed amount is checked before it falls back to the
 * default, so that a person who typed 50 cents does not pay $10.
 */
export function choiceRefusal(choice: AmountChoice, currency: string): AmountRefusal | null {
  const typed = 'custom' in choice ? centsOf(choice.custom) : null;
  return amountRefusal(typed ?? effectiveAmountCents(choice, currency), currency);
}

/** The largest preset that this amount reaches, whose impact is shown; null below the smallest. */
export function impactTier(cents: number, currency: string): DonationPreset | null {
  const scale = currencyScale(currency);
  return DONATION_PRESETS.findLast((preset) => cents >= preset * scale) ?? null;
}
