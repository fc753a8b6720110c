import { Trans } from '@lingui/react/macro';
import { isUnstated } from '@openlarder/domain/listings/search/food-tag-filters.ts';
import { type Listing, listListings } from '@openlarder/domain/listings/listing-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { AllergenWarning, ListingStateBadge } from '#web/features/listings/ListingBadges.tsx';
import { ListingHead } from '#web/features/listings/ListingPicture.tsx';
import { useAvoids } from '#web/features/listings/search/feed-filter.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { formatWalk } from '#web/lib/distances.ts';
import { formatPickupWindow } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';

/** How much food of the same kind is looked through for the nearest. */
const LOOKED_THROUGH = 24;

/**
 * In place of a claim that came too late: that it did, and the nearest food of the same kind. That is a link under its own
 * name, not a button to claim: an impatient second tap must not take something else.
 */
export function LostRace({ listing }: { readonly listing: Listing }) {
  const similar = useNearestSimilar(listing);
  return (
    <div className="flex w-full flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p role="alert" className="font-semibold">
          <Trans>Someone was a moment quicker.</Trans>
        </p>
        <ListingStateBadge status="claimed" />
      </div>
      {similar && <Similar listing={similar} />}
    </div>
  );
}

/** The nearest offered food of the same kind; what says nothing of the allergens that the person avoids comes last. */
function useNearestSimilar({ id, category }: Listing): Listing | undefined {
  const avoids = useAvoids();
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
  const avoids = useAvoids();
  const { distanceKm, placeIsPublic, availableFrom, availableUntil } = listing;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm text-muted">
        <Trans>The nearest like it:</Trans>
      </p>
      <div className="relative">
        <ListingHead
          listing={listing}
          href={paths.listing(listing.id, search ? `/?${search}` : '/')}
          title="p"
        >
          <p className="text-sm">{formatPickupWindow(availableFrom, availableUntil, nowMs)}</p>
          {distanceKm !== null && (
            <p className="text-sm text-muted">{formatWalk(distanceKm, placeIsPublic)}</p>
          )}
          <AllergenWarning listing={listing} avoids={avoids} />
        </ListingHead>
      </div>
    </div>
  );
}
