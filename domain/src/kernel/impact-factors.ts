export type ImpactFactor = {
  readonly id: 'meal' | 'co2e' | 'loss';
  readonly value: number;
  readonly unit: string;
  readonly low: number;
  readonly high: number;
  readonly source: string;
  readonly address: string;
};

/** Changes with any factor, so that an old export names the factors it was computed with. */
export const IMPACT_FACTORS_VERSION = '2026-11';

/** A serving is a meal of this many pounds. */
export const MEAL: ImpactFactor = {
  id: 'meal',
  value: 1.2,
  unit: 'lb',
  // WRAP counts 0.42 kg a meal; 0.626 kg is the world's food supply by FAOSTAT over three meals a day
  low: 0.926,
  high: 1.38,
  source: 'Feeding America, from USDA What We Eat in America 2011–12',
  address: 'https://www.feedingamerica.org/ways-to-give/faq/about-our-claims',
};

/**
 * Kilograms of CO2e avoided by a kilogram of food that is eaten instead of wasted; the same number holds for pounds.
 */
export const CO2E: ImpactFactor = {
  id: 'co2e',
  value: 2.8,
  unit: 'kg CO2e / kg',
  // landfill alone in the United States (EPA), and the factor that Olio uses
  low: 0.75,
  high: 4.32,
  source: 'WRAP 2021: 18 Mt CO2e over 6.4 Mt of household food waste, our division',
  address: 'https://www.wrap.ngo',
};

/** The share of donated food that is wasted nevertheless. */
export const LOSS: ImpactFactor = {
  id: 'loss',
  value: 0.042,
  unit: '',
  low: 0.042,
  high: 0.042,
  source: 'ReFED Solutions Database, appendix',
  address: 'https://refed.org',
};

/** Hundred-thousandths of a pound of CO2e for a meal: whole numbers, so that sums are exact. */
const hundredThousandths = (meal: number, co2e: number): number =>
  Math.round(meal * co2e * (1 - LOSS.value) * 100_000);
const PER_MEAL = hundredThousandths(MEAL.value, CO2E.value);
const LEAST_PER_MEAL = hundredThousandths(MEAL.low, CO2E.low);
const MOST_PER_MEAL = hundredThousandths(MEAL.high, CO2E.high);

const inPounds = (meals: number, perMeal: number): number => (meals * perMeal) / 100_000;

const KG_PER_LB = 0.453_592_37;

/** The estimated weight of meals, to a tenth of a pound. */
export const mealsInLbs = (meals: number): number => Math.round(meals * MEAL.value * 10) / 10;

/** The same in kilograms, to a tenth. */
export const mealsInKg = (meals: number): number => Math.round(meals * MEAL.value * KG_PER_LB * 10) / 10;

/** Pounds of CO2e that meals avoid. */
export const co2Lbs = (meals: number): number => inPounds(meals, PER_MEAL);

/** The same with the lowest and the highest published factors. */
export const co2LbsRange = (meals: number): { readonly low: number; readonly high: number } => ({
  low: inPounds(meals, LEAST_PER_MEAL),
  high: inPounds(meals, MOST_PER_MEAL),
});
