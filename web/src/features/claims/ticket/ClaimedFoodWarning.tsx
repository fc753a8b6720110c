import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { AllergenWarning } from '#web/features/listings/ListingBadges.tsx';
import { useOwnAllergens } from '../own-allergens.ts';

/** To the claimer: that the food contains what they avoid, or that its donor says nothing of allergens. */
export function ClaimedFoodWarning({ claim }: { readonly claim: Claim }) {
  const avoids = useOwnAllergens();
  if (claim.side === 'donor' || claim.handover.status !== 'open') return null;
  return <AllergenWarning listing={claim.listing} avoids={avoids} />;
}
