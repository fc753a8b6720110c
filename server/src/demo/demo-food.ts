import { ALLERGENS, type Allergen, type Diet, DIETS } from '@openlarder/domain/kernel/food-tags.ts';
import { CATEGORIES, type Category } from '@openlarder/domain/listings/listing-fields.ts';
import { oneOf, readTable, required, type TableRow, wordsOf } from './read-table.ts';

export type DemoFood = {
  readonly title: string;
  readonly description: string;
  readonly category: Category;
  readonly servings: number;
  /** Allergens; null if the donor did not say. */
  readonly allergens: readonly Allergen[] | null;
  readonly diets: readonly Diet[];
};

const foodOf = (row: TableRow): DemoFood => ({
  title: row('title'),
  description: row('description'),
  category: oneOf(row('category'), CATEGORIES),
  servings: Number(row('servings')),
  allergens: row('allergens') === 'unknown' ? null : wordsOf(row('allergens'), ALLERGENS),
  diets: wordsOf(row('diets'), DIETS),
});

const FOOD = readTable('demo-food.csv');

const foodBy = (donor: string): DemoFood[] => FOOD.filter((row) => row('for') === donor).map(foodOf);

export const NEIGHBORS_FOOD: readonly DemoFood[] = foodBy('neighbors');
const BULK_FOOD: readonly DemoFood[] = foodBy('bulk');
/** The leftover food of the demo's businesses. */
export const BUSINESS_FOOD: Readonly<Record<string, readonly DemoFood[]>> = Object.fromEntries(
  ['deli', 'bistro', 'hotel', 'grocer'].map((key) => [key, foodBy(key)]),
);

export const foodTitled = (title: string): DemoFood =>
  required([...NEIGHBORS_FOOD, ...BULK_FOOD].find((one) => one.title === title));

export const DEMO_MESSAGES: readonly (readonly [from: 'donor' | 'claimer', words: string])[] = [
  ['claimer', 'Hello! Thank you so much. Would around six be all right?'],
  ['donor', 'Six is perfect. It is all packed.'],
  ['claimer', 'Great, I am walking over. Ten minutes.'],
  ['donor', 'See you in a moment.'],
];

export const DEMO_INSTRUCTIONS: readonly string[] = [
  'Ring the second bell. I will come down.',
  'The side door is open until eight. Please text when you are here.',
  'Ask at the counter for the surplus box.',
  'Third floor, the elevator works. The dog is friendly.',
  'Please bring your own bag.',
];
