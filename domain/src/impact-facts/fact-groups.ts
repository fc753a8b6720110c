/** In the order in which they are shown. */
export const FACT_CATEGORIES = ['hunger', 'waste', 'environment'] as const;
export type FactCategory = (typeof FACT_CATEGORIES)[number];

export const FACT_REGIONS = ['world', 'africa', 'european_union', 'united_kingdom', 'united_states'] as const;
export type FactRegion = (typeof FACT_REGIONS)[number];

type Categorized = { readonly category: FactCategory };
export type FactGroup<Fact> = { readonly category: FactCategory; readonly facts: readonly Fact[] };

/**
 * The facts by category, in the categories' order. A limit cuts across the categories in that order: the first ones
 * fill up before the next begin. Empty groups are left out.
 */
export function groupFacts<Fact extends Categorized>(
  facts: readonly Fact[],
  limit = Number.POSITIVE_INFINITY,
): FactGroup<Fact>[] {
  let left = limit;
  return FACT_CATEGORIES.flatMap((category) => {
    const shown = facts.filter((fact) => fact.category === category).slice(0, left);
    left -= shown.length;
    return shown.length === 0 ? [] : [{ category, facts: shown }];
  });
}

export const firstOfEach = <Fact extends Categorized>(facts: readonly Fact[]): Fact[] =>
  groupFacts(facts).flatMap(({ facts: [first] }) => first ?? []);

const STEPS = [
  { letter: 'B', from: 1e9 },
  { letter: 'M', from: 1e6 },
  { letter: 'K', from: 1e3 },
] as const;
export type Abbreviation = {
  readonly amount: number;
  /** Thousand, million, billion; empty for a number that stays as it is. */
  readonly letter: (typeof STEPS)[number]['letter'] | '';
};

const SHOWN_DIGITS = 3;

/** A positive number in three digits and a letter from a thousand on: 1,050,000,000 is 1.05 B, 999,999 is 1 M. */
export function abbreviate(value: number): Abbreviation {
  if (value < 1e3) return { amount: value, letter: '' };
  // rounded first, so that what rounds up to the next step is counted in it
  const rounded = Number(value.toPrecision(SHOWN_DIGITS));
  const { letter, from } = STEPS.find((step) => rounded >= step.from) ?? STEPS[2];
  return { amount: Number((rounded / from).toPrecision(SHOWN_DIGITS)), letter };
}
