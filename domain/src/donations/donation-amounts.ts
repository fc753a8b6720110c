import { plainNumber } from '../kernel/text-characters.ts';

/** The range of a donation, in cents. */
export const MIN_DONATION_CENTS = 100;
export const MAX_DONATION_CENTS = 1_000_000;
export const DEFAULT_DONATION_CENTS = 1000;
export const MAX_DONOR_MESSAGE_LENGTH = 200;

/** The amounts offered with one tap, in cents. */
export const DONATION_PRESETS = [500, 1000, 2500, 5000] as const;
export type DonationPreset = (typeof DONATION_PRESETS)[number];

/** Either a preset, or an amount as typed: then `custom` is the text of the field. */
export type AmountChoice = { readonly preset: DonationPreset } | { readonly custom: string };

export const DEFAULT_AMOUNT: AmountChoice = { preset: DEFAULT_DONATION_CENTS };

/** A typed amount of dollars in whole cents, rounded; null if it is not a number. */
export function centsOf(typed: string): number | null {
  const text = plainNumber(typed);
  const dollars = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(dollars) ? Math.round(Number((dollars * 100).toFixed(3))) : null;
}

/** The amount that a choice stands for: a typed one counts from $1; until then it is the default. */
export function effectiveAmountCents(choice: AmountChoice): number {
  if ('preset' in choice) return choice.preset;
  const cents = centsOf(choice.custom);
  return cents !== null && cents >= MIN_DONATION_CENTS ? cents : DEFAULT_DONATION_CENTS;
}

export type AmountRefusal = 'not-whole-cents' | 'too-little' | 'too-much';

/** Why this amount cannot be donated, or null if it can. */
export function amountRefusal(cents: number): AmountRefusal | null {
  if (!Number.isInteger(cents)) return 'not-whole-cents';
  if (cents < MIN_DONATION_CENTS) return 'too-little';
  return cents > MAX_DONATION_CENTS ? 'too-much' : null;
}

/**
 * Why the chosen amount cannot be donated, or null if it can. A typed amount is checked before it falls back to the
 * default, so that a person who typed 50 cents does not pay $10.
 */
export function choiceRefusal(choice: AmountChoice): AmountRefusal | null {
  const typed = 'custom' in choice ? centsOf(choice.custom) : null;
  return amountRefusal(typed ?? effectiveAmountCents(choice));
}

/** The largest preset that this amount reaches, whose impact is shown; null below the smallest. */
export function impactTier(cents: number): DonationPreset | null {
  return DONATION_PRESETS.findLast((preset) => cents >= preset) ?? null;
}
