import { Trans } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { ListingPicture } from '#web/features/listings/ListingPicture.tsx';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { locationOf } from '#web/features/accounts/profile/profile-values.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { livePickupLine } from './live-pickup-words.ts';
import { useLivePickups } from './next-pickups.ts';

/** The next pickup, on every screen while it is close; leads to its ticket. Else `otherwise`. */
export function LivePickup({ otherwise = null }: { readonly otherwise?: ReactNode }) {
  const me = useCurrentUser();
  const nowMs = useNow();
  const claim = useLivePickups(nowMs)?.[0];
  if (!claim) return otherwise;
  const { listing } = claim;
  return (
    <Link
      href={paths.claim(claim.id)}
      className="flex min-h-11 items-center gap-2 rounded-control border border-transparent bg-brand-soft px-2 py-1 text-brand-soft-ink"
    >
      <div className="w-12 shrink-0 overflow-hidden rounded-small @max-[12rem]:hidden">
        <ListingPicture
          photo={listing.photo}
          title={listing.title}
          category={listing.category}
          sizes="3rem"
        />
      </div>
      <span className="min-w-0 flex-1 text-sm leading-tight">
        <VisuallyHidden>
          <Trans>Next pickup:</Trans>{' '}
        </VisuallyHidden>
        <bdi className="line-clamp-1 font-semibold">{listing.title}</bdi>{' '}
        <span className="block">{livePickupLine(claim, locationOf(me), nowMs)}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 @max-[12rem]:hidden rtl:-scale-x-100" />
    </Link>
  );
}
