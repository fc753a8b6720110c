import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';

const NONE: readonly Allergen[] = [];

/** The allergens that the signed-in person avoids, as far as their profile is loaded. */
export const useOwnAllergens = (): readonly Allergen[] =>
  useQuery({ ...currentUserQuery, enabled: false }).data?.allergens ?? NONE;
