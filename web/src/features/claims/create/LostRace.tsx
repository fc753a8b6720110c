import { Trans } from '@lingui/react/macro';
import { isUnstated } from '@openlarder/domain/listings/search/food-tag-filters.ts';
import { type Listing, listListings } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { ListingHead } from '#web/features/listings/ListingHead.tsx';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { formatPickupWindow, formatServings, formatWalk } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { myClaimsQuery } from '../claims.queries.ts';
import { useOwnAllergens } from '../ticket/ClaimedFoodWarning.tsx';
import { ClaimError } from './ClaimError.tsx';
import { useHouseholdServings } from './ClaimLimits.tsx';
import { ClaimTicket } from './ClaimTicket.tsx';
import { useAskFirst } from './use-ask-first.tsx';
import { useClaimListing } from './use-claim-listing.ts';

/** How much food of the same kind is looked through for the nearest. */
const LOOKED_THROUGH = 24;

/** In place of a claim that came too late: that it did, and the nearest food of the same kind with its own claim. */
export function LostRace({ listing }: { readonly listing: Listing }) {
  const similar = useNearestSimilar(listing);
  return (
    <div className="relative flex flex-col gap-2">
      <p role="alert" className="font-semibold">
        <Trans>Someone was a moment quicker.</Trans>
      </p>
      {similar && <Similar key={similar.id} listing={similar} />}
    </div>
  );
}

/** The nearest offered food of the same kind; what says nothing of the allergens that the person avoids comes last. */
function useNearestSimilar({ id, category }: Listing): Listing | undefined {
  const avoids = useOwnAllergens();
  const { data: me } = useQuery({ ...currentUserQuery, enabled: false });
  const { data } = useQuery(
    endpointQuery(listListings, {
      query: { category, withoutAllergens: avoids, limit: LOOKED_THROUGH },
    }),
  );
  const rank = (one: Listing) =>
    (isUnstated(one, avoids) ? 1e6 : 0) + (one.distanceKm ?? Number.MAX_SAFE_INTEGER / 2);
  return data
    ?.filter((one) => one.id !== id && one.status === 'posted' && one.donorId !== me?.id)
    .toSorted((a, b) => rank(a) - rank(b))[0];
}

function Similar({ listing }: { readonly listing: Listing }) {
  const nowMs = useNow();
  const search = useSearch();
  const claims = useQuery(myClaimsQuery);
  const claiming = useClaimListing(listing.id);
  const servings = useHouseholdServings(listing.servingsLeft);
  const amount = formatServings(servings, listing.countedAs);
  const ask = useAskFirst(listing, claiming.mutate);
  const claim = claims.data?.find((one) => one.status === 'open' && one.listing.id === listing.id);
  const { distanceKm, placeIsPublic, availableFrom, availableUntil } = listing;
  return (
    <>
      <ListingHead listing={listing} href={paths.listing(listing.id, search ? `/?${search}` : '/')} title="p">
        <p className="text-sm">{formatPickupWindow(availableFrom, availableUntil, nowMs)}</p>
        {distanceKm !== null && <p className="text-sm text-muted">{formatWalk(distanceKm, placeIsPublic)}</p>}
      </ListingHead>
      {claim ? (
        <ClaimTicket compact claim={claim} isJustClaimed={claiming.isSuccess} />
      ) : (
        <div>
          <ClaimError
            error={claiming.error}
            requested={claiming.variables ?? servings}
            left={listing.servingsLeft}
            countedAs={listing.countedAs}
          />
          <Button wide busy={claiming.isPending} className="px-2!" onClick={() => ask.claim(servings)}>
            <Trans>Claim {amount}</Trans>
          </Button>
          {ask.question}
        </div>
      )}
    </>
  );
}
