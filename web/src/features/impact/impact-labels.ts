import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { showsPounds, weighsInPounds } from '#web/lib/format.ts';

const LBS_PER_KG = 2.204_622_6;

const inPounds = (lbs: number): string => i18n.number(Math.round(lbs));
const inKilograms = (lbs: number): string => i18n.number(Math.round(lbs / LBS_PER_KG));

/** "1,204 lbs (546 kg)"; kilograms first where they are the custom, and alone where no one weighs in pounds. */
export function formatCo2(lbs: number): string {
  const [pounds, kilograms] = [inPounds(lbs), inKilograms(lbs)];
  if (weighsInPounds()) return t`${pounds} lbs (${kilograms} kg)`;
  return showsPounds() ? t`${kilograms} kg (${pounds} lbs)` : t`${kilograms} kg`;
}

/** "1,204 lbs" or "546 kg". */
export function formatWeight(lbs: number): string {
  const [pounds, kilograms] = [inPounds(lbs), inKilograms(lbs)];
  return weighsInPounds() ? t`${pounds} lbs` : t`${kilograms} kg`;
}

/** "43 to 366 lbs by others' numbers". */
export function formatWeightRange(lowLbs: number, highLbs: number): string {
  const high = formatWeight(highLbs);
  const low = weighsInPounds() ? inPounds(lowLbs) : inKilograms(lowLbs);
  return t`${low} to ${high} by others' numbers`;
}

export const formatMeals = (count: number): string => plural(count, { one: '# meal', other: '# meals' });
export const formatPeople = (count: number): string => plural(count, { one: '# person', other: '# people' });
