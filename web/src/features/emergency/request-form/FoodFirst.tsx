import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { ChevronRight } from 'lucide-react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { ClaimCardAction } from '#web/features/claims/create/ClaimCardAction.tsx';
import { ListingCard } from '#web/features/listings/feed/ListingCard.tsx';
import { feedPath, NO_FILTER } from '#web/features/listings/search/feed-filter.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';

type OfferProps = { readonly count: number; readonly onSee: () => void };

/** Food that is there already, offered before anybody is alerted; nothing if there is none. */
export function FoodFirstOffer({ count, onSee }: OfferProps) {
  if (count === 0) return null;
  return (
    <button
      type="button"
      onClick={onSee}
      className="edge flex min-h-11 items-center gap-3 rounded-control bg-sky-soft px-4 py-2.5 text-start text-sky-soft-ink"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">
          {plural(count, {
            one: '# dish near you fits right now.',
            other: '# dishes near you fit right now.',
          })}
        </span>
        <Trans>See them first, no one is alerted.</Trans>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 rtl:-scale-x-100" />
    </button>
  );
}

/** The food that fits, each with its claim. */
export function FoodFirstList({ listings }: { readonly listings: readonly Listing[] }) {
  const me = useCurrentUser();
  const nowMs = useNow();
  return (
    <ul className="flex flex-col">
      {listings.map((listing) => (
        <li key={listing.id}>
          <ListingCard
            shape="line"
            listing={listing}
            href={paths.listing(listing.id)}
            giverHref={feedPath({ ...NO_FILTER, donorId: listing.donorId })}
            nowMs={nowMs}
            isOwn={false}
            avoids={me.allergens}
            action={<ClaimCardAction listing={listing} />}
          />
        </li>
      ))}
    </ul>
  );
}
