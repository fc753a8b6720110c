import { plural, t } from '@lingui/core/macro';
import { formatNumber } from '#web/lib/format.ts';

const LBS_PER_KG = 2.204_622_6;

/** "1,204 lbs (546 kg)": the unit of the specification first. */
export function formatCo2(lbs: number): string {
  const pounds = formatNumber(Math.round(lbs));
  const kilograms = formatNumber(Math.round(lbs / LBS_PER_KG));
  return t`${pounds} lbs (${kilograms} kg)`;
}

/** "1,204 lbs". */
export function formatPounds(lbs: number): string {
  const pounds = formatNumber(Math.round(lbs));
  return t`${pounds} lbs`;
}

export const formatMeals = (count: number): string => plural(count, { one: '# meal', other: '# meals' });
export const formatPeople = (count: number): string => plural(count, { one: '# person', other: '# people' });
