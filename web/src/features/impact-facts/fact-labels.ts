import { t } from '@lingui/core/macro';
import {
  abbreviate,
  type FactCategory,
  type FactRegion,
} from '@openlarder/domain/impact-facts/fact-groups.ts';
import type { ImpactFact } from '@openlarder/domain/impact-facts/impact-fact-contract.ts';
import { formatNumber, percentSign } from '#web/lib/format.ts';

export function categoryLabel(category: FactCategory): string {
  const words: Readonly<Record<FactCategory, () => string>> = {
    hunger: () => t`Hunger`,
    waste: () => t`Food waste`,
    environment: () => t`Environment`,
  };
  return words[category]();
}

export function regionLabel(region: FactRegion): string {
  const words: Readonly<Record<FactRegion, () => string>> = {
    world: () => t`World`,
    africa: () => t`Africa`,
    european_union: () => t`European Union`,
    united_kingdom: () => t`United Kingdom`,
    united_states: () => t`United States`,
  };
  return words[region]();
}

/** "79", "2.89M", "1.05B". */
export function formatAbbreviated(value: number): string {
  const { amount, letter } = abbreviate(value);
  const number = formatNumber(amount);
  const words: Readonly<Record<typeof letter, () => string>> = {
    '': () => number,
    K: () => t`${number}K`,
    M: () => t`${number}M`,
    B: () => t`${number}B`,
  };
  return words[letter]();
}

const SHARE = /^%\s*/;

/** A fact's figure as shown and as read aloud, and its unit; a percent sign is part of the figure. */
export function figureOf({ value, valueTo, unit }: Pick<ImpactFact, 'value' | 'valueTo' | 'unit'>) {
  const sign = SHARE.test(unit) ? percentSign() : '';
  const written = (format: (number: number) => string): string =>
    `${format(value)}${valueTo === null ? '' : `–${format(valueTo)}`}${sign}`;
  return { short: written(formatAbbreviated), long: written(formatNumber), unit: unit.replace(SHARE, '') };
}
