import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { AllergenWarning } from '#web/features/listings/ListingBadges.tsx';

export function ClaimedFoodWarning({ claim }: { readonly claim: Claim }) {
  const avoids = useOwnAllergens();
  if (claim.side === 'donor' || claim.handover.status !== 'open') return null;
  return <AllergenWarning listing={claim.listing} avoids={avoids} />;
}

const NONE: readonly Allergen[] = [];

/** The allergens that the signed-in person avoids, as far as their profile is loaded. */
export const useOwnAllergens = (): readonly Allergen[] =>
  useQuery({ ...currentUserQuery, enabled: false }).data?.allergens ?? NONE;
