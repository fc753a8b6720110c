import * as z from 'zod/mini';

/** Lengths of the texts people write, in UTF-16 units after trimming. */
export const MAX_TITLE_LENGTH = 120;
export const MAX_PLACE_LENGTH = 200;
export const MAX_TEXT_LENGTH = 2000;
export const MAX_NAME_LENGTH = 80;

const NUL = String.fromCharCode(0);

/** PostgreSQL cannot store NUL, and a lone surrogate is no character: both are refused everywhere. */
function isStorable(value: string): boolean {
  return !value.includes(NUL) && value.isWellFormed();
}

/** Refuses what `isStorable` refuses; for texts of other kinds than the two below. */
export const storable = () =>
  z.refine<string>((value) => isStorable(value), { error: 'Please remove characters that cannot be saved' });

/** A trimmed text that must say something. `requiredMessage` is shown when nothing is left after trimming. */
export function requiredText(requiredMessage: string, maxLength: number) {
  return z
    .string({ error: requiredMessage })
    .check(
      z.trim(),
      z.minLength(1, requiredMessage),
      z.maxLength(maxLength, `Please keep this to ${maxLength} characters`),
      storable(),
    );
}

/** A trimmed text that may be empty; empty is the empty string. */
export function optionalText(maxLength: number) {
  return z
    .string()
    .check(z.trim(), z.maxLength(maxLength, `Please keep this to ${maxLength} characters`), storable());
}
