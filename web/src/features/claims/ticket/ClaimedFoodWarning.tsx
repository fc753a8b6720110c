import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { AllergenWarning } from '#web/features/listings/ListingBadges.tsx';
import { useAvoids } from '#web/features/listings/search/feed-filter.ts';

export function ClaimedFoodWarning({ claim }: { readonly claim: Claim }) {
  const avoids = useAvoids();
  if (claim.side === 'donor' || claim.handover.status !== 'open') return null;
  return <AllergenWarning listing={claim.listing} avoids={avoids} />;
}
