import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { foodTagsOf } from '@openlarder/domain/emergency/dietary-restrictions.ts';
import { fittingFood, type FoodWish } from '@openlarder/domain/emergency/fitting-food.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { useSearch } from 'wouter';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { ClaimCardAction } from '#web/features/claims/create/ClaimCardAction.tsx';
import { ListingCard } from '#web/features/listings/feed/ListingCard.tsx';
import { feedQuery } from '#web/features/listings/listings.queries.ts';
import { feedPath, NO_FILTER, useFoodNeeds } from '#web/features/listings/search/feed-filter.ts';
import { formatPickupWindow } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { tileOf } from './request-fields.ts';
import type { RequestFormState } from './use-request-form.ts';

type OfferProps = { readonly listings: readonly Listing[]; readonly onSee: () => void };

export function MatchingFoodOffer({ listings, onSee }: OfferProps) {
  const nowMs = useNow();
  const [soonest] = listings;
  if (!soonest) return null;
  const pickup = formatPickupWindow(soonest.availableFrom, soonest.availableUntil, nowMs);
  return (
    <button
      type="button"
      onClick={onSee}
      className="edge flex min-h-11 items-center gap-3 rounded-control bg-sky-soft px-4 py-2.5 text-start text-sky-soft-ink"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">
          {soonest.distanceKm === null
            ? plural(listings.length, {
                one: '# dish in this community would fit.',
                other: '# dishes in this community would fit.',
              })
            : plural(listings.length, {
                one: '# dish near you would fit.',
                other: '# dishes near you would fit.',
              })}
        </span>
        <Trans>Soonest pickup {pickup}. See them first, no one is alerted.</Trans>
      </span>
      <ChevronRight className="size-5 shrink-0 rtl:-scale-x-100" />
    </button>
  );
}

export function MatchingFoodList({ listings }: { readonly listings: readonly Listing[] }) {
  const { avoids } = useFoodNeeds(useCurrentUser());
  const nowMs = useNow();
  const search = useSearch();
  return (
    <ul className="flex flex-col">
      {listings.map((listing) => (
        <li key={listing.id}>
          <ListingCard
            shape="line"
            listing={listing}
            // over this list, which closing it shows again
            href={paths.listing(listing.id, search ? `/?${search}` : '/')}
            giverHref={feedPath({ ...NO_FILTER, donorId: listing.donorId })}
            nowMs={nowMs}
            isOwn={false}
            avoids={avoids}
            action={<ClaimCardAction listing={listing} />}
          />
        </li>
      ))}
    </ul>
  );
}

type MatchingFood = { readonly listings: readonly Listing[]; readonly isLoading: boolean };
const NONE: readonly Listing[] = [];

/**
 * Food nearby that fits the request. The search stays private: the browser filters the feed it has loaded, and without
 * one makes the feed's unfiltered call, which every visit to Discover makes. None for a baby, as no listing says that
 * it is suitable, and none for a request in the person's own words.
 */
export function useMatchingFood(form: RequestFormState): MatchingFood {
  const me = useCurrentUser();
  const needs = useFoodNeeds(me);
  const nowMs = useNow();
  const feed = useInfiniteQuery({ ...feedQuery(NO_FILTER), refetchOnMount: false });
  const [title, people, isCounted, restrictions, categories] = useWatch({
    control: form.control,
    name: ['title', 'householdSize', 'isCounted', 'dietaryRestrictions', 'preferredCategories'],
  });
  const tile = tileOf({ title });
  const asked = foodTagsOf(restrictions);
  const isOpen = title.trim() === '';
  if (!isOpen && (tile === null || tile.name === 'baby')) return { listings: NONE, isLoading: false };
  if (!feed.data) return { listings: NONE, isLoading: feed.isPending };
  const wish: FoodWish = {
    personId: me.id,
    hasPlace: me.latitude !== null,
    categories: isOpen ? [] : categories,
    diets: [...new Set([...needs.diets, ...asked.diets])],
    avoids: [...new Set([...needs.avoids, ...asked.avoids])],
    people: isCounted ? people : null,
  };
  const listings = fittingFood(
    feed.data.pages.flatMap((page) => page.listings),
    wish,
    nowMs,
  );
  return { listings, isLoading: false };
}
