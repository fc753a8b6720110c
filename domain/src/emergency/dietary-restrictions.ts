import { type Allergen, ALLERGENS, type Diet, DIETS } from '../kernel/food-tags.ts';

export const MAX_RESTRICTION_LENGTH = 40;

/** A restriction that is recognized: a diet, or food without an allergen. */
type Recognized = { readonly diet: Diet } | { readonly without: Allergen };

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
const singularOf = (letters: string): string => letters.replace(/s$/, '');

const DIET_BY_LETTERS = new Map<string, Diet>(DIETS.map((diet) => [lettersOf(diet), diet]));
const ALLERGEN_BY_LETTERS = new Map<string, Allergen>([
  ...ALLERGENS.map((allergen) => [singularOf(lettersOf(allergen)), allergen] as const),
  ['dairy', 'milk'],
  ['lactose', 'milk'],
  ['sulfite', 'sulphites'],
]);

/** What a restriction means, in any case and spelling ("Vegan", "gluten free", "No eggs"); null for other words. */
function recognize(text: string): Recognized | null {
  const letters = lettersOf(text);
  const diet = DIET_BY_LETTERS.get(letters);
  if (diet) return { diet };
  const [, before, after] = /^(?:(.+)free|(?:no|without)(.+))$/.exec(letters) ?? [];
  const without = ALLERGEN_BY_LETTERS.get(singularOf(before ?? after ?? ''));
  return without ? { without } : null;
}

/** The one spelling of a recognized restriction, such as `vegan` or `gluten-free`; other words stay. */
export function spellRestriction(text: string): string {
  const known = recognize(text);
  if (!known) return text;
  return 'diet' in known ? known.diet : `${singularOf(known.without.replaceAll('_', '-'))}-free`;
}

export function foodTagsOf(restrictions: readonly string[]): {
  readonly diets: readonly Diet[];
  readonly avoids: readonly Allergen[];
} {
  const known = restrictions.flatMap((text) => recognize(text) ?? []);
  return {
    diets: known.flatMap((each) => ('diet' in each ? each.diet : [])),
    avoids: known.flatMap((each) => ('without' in each ? each.without : [])),
  };
}

/** Those that everyone whom the request reaches may read: a person's own words are for the helper. */
export const recognizedRestrictions = (restrictions: readonly string[]): string[] =>
  restrictions.filter((text) => recognize(text) !== null);
