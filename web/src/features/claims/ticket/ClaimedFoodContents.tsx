import { Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { allergenName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { AllergenWarning } from '#web/features/listings/ListingBadges.tsx';
import { useAvoids } from '#web/features/listings/search/feed-filter.ts';
import { formatList } from '#web/lib/format.ts';
import { myClaimsQuery } from '../claims.queries.ts';

/**
 * What an open claim's food contains, for its receiver. Who was given it has not chosen it by what its donor says, and
 * reads too where the donor says nothing.
 */
export function ClaimedFoodContents({ claim }: { readonly claim: Claim }) {
  const avoids = useAvoids();
  if (claim.side === 'donor' || claim.handover.status !== 'open') return null;
  const { allergens } = claim.listing;
  const names = formatList((allergens ?? []).map(allergenName));
  const isUnstatedGift = allergens === null && avoids.length === 0 && claim.emergencyRequestId !== null;
  return (
    <>
      {names !== '' && (
        <p className="font-medium">
          <Trans>Contains {names}</Trans>
        </p>
      )}
      {isUnstatedGift && (
        <p className="text-sm">
          <Trans>The donor hasn't said which allergens it contains, so please ask</Trans>
        </p>
      )}
      <AllergenWarning listing={claim.listing} avoids={avoids} />
    </>
  );
}

/** What the food contains that was claimed for the viewer's request. */
export function GivenFoodContents({ claimId }: { readonly claimId: string }) {
  const claim = useQuery(myClaimsQuery).data?.find(({ id }) => id === claimId);
  return claim ? <ClaimedFoodContents claim={claim} /> : null;
}
