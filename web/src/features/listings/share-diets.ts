import { DIETS, type Diet } from '@openlarder/domain/kernel/food-tags.ts';

/** Diets after a choice: what is vegan is vegetarian too, and what is not vegetarian is not vegan. */
export function withImpliedDiets(before: readonly Diet[], chosen: readonly Diet[]): Diet[] {
  const dropped = before.includes('vegetarian') && !chosen.includes('vegetarian');
  const held = new Set<Diet>(chosen);
  if (dropped) held.delete('vegan');
  else if (held.has('vegan')) held.add('vegetarian');
  return DIETS.filter((diet) => held.has(diet));
}
