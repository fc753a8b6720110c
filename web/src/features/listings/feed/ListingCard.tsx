import { Trans } from '@lingui/react/macro';
import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import { freshnessScore, type ListingTimes, scoreTone } from '@openlarder/domain/listings/freshness.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { CalendarClock, HandHeart, MapPin, Package, Sprout, Store, User, Utensils } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { dietName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { formatPickupWindow, formatWalk, formatWords } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { AllergenWarning, FreshnessBadge, ListingStateBadge } from '../ListingBadges.tsx';
import { ListingPicture } from '../ListingPicture.tsx';
import { listingLevel, servingsLabel } from '../listing-labels.ts';

type Props = {
  readonly listing: Listing;
  /** The address of the listing's dialog. */
  readonly href: string;
  /** The feed with only this giver's food. */
  readonly giverHref: string;
  readonly nowMs: number;
  readonly isOwn: boolean;
  /** No longer offered, although its new status is unknown. */
  readonly isGone?: boolean;
  /** The allergens the viewer avoids. */
  readonly avoids?: readonly Allergen[];
  /** What the viewer can do with it, such as Claim; left out where a badge is shown instead. */
  readonly action?: ReactNode;
  readonly eager?: boolean;
};

const RING = { critical: 'ring-2 ring-tomato', urgent: 'ring-2 ring-orange' } as const;
const NOTHING: readonly Allergen[] = [];

/** One listing in the feed. The whole card is a link to it; its action lies above the link. */
export function ListingCard({
  listing,
  href,
  giverHref,
  nowMs,
  isOwn,
  isGone = false,
  avoids = NOTHING,
  action,
  eager = false,
}: Props) {
  const { moreFromGiver = 0 } = listing;
  const level = listingLevel(listing, nowMs);
  const isOffered = listing.status === 'posted' && !isGone;
  const ring = isOffered && (level === 'critical' || level === 'urgent') ? RING[level] : '';
  const DonorIcon = listing.donor.organizationName ? Store : User;
  const [photo = null] = listing.photos;
  return (
    <Card as="article" flush className={classNames('relative flex h-full flex-col', ring)}>
      <div className="relative">
        <ListingPicture
          photo={photo}
          title={listing.title}
          category={listing.category}
          alt={photo?.caption ?? ''}
          sizes="(min-width: 62.5rem) 20rem, (min-width: 40rem) 50vw, 100vw"
          eager={eager}
          className={isOffered ? '' : 'opacity-60'}
        />
        <FreshnessBadge times={listing} nowMs={nowMs} className="absolute start-3 top-3 shadow-card" />
        {listing.isBulk && (
          <Badge
            tone="accent"
            icon={<Package aria-hidden="true" />}
            className="absolute end-3 bottom-3 shadow-card"
          >
            <Trans>Bulk</Trans>
          </Badge>
        )}
      </div>
      <FreshnessBar times={listing} nowMs={nowMs} />
      <div className="flex flex-1 flex-col gap-2.5 p-4">
        <h2 className="line-clamp-2 font-sans text-lg font-semibold tracking-normal text-wrap">
          <Link
            href={href}
            className="rounded-small after:absolute after:inset-0 after:rounded-card hover:underline"
          >
            <bdi>{listing.title}</bdi>
          </Link>
        </h2>
        <AllergenWarning listing={listing} avoids={avoids} />
        <ul className="flex flex-wrap gap-x-3.5 gap-y-1 text-sm text-muted [&_li]:inline-flex [&_li]:items-center [&_li]:gap-1.5 [&_svg]:size-4 [&_svg]:shrink-0">
          <li>
            <DonorIcon aria-hidden="true" />
            <bdi>{listing.donor.displayName}</bdi>
          </li>
          <li>
            <MapPin aria-hidden="true" />
            {listing.distanceKm === null
              ? listing.pickupLocation
              : formatWalk(listing.distanceKm, listing.placeShared || listing.placeIsPublic)}
          </li>
          <li>
            <Utensils aria-hidden="true" />
            {servingsLabel(listing, isOffered)}
          </li>
          {listing.mayGoToOne && isOffered && (
            <li>
              <HandHeart aria-hidden="true" />
              <Trans>One person may take it all</Trans>
            </li>
          )}
          {listing.diets.length > 0 && (
            <li>
              <Sprout aria-hidden="true" />
              {formatWords(listing.diets.map(dietName))}
            </li>
          )}
        </ul>
        <p className="mb-1 flex items-center gap-1.5 text-sm font-medium">
          <CalendarClock aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <span>
            <Trans>Pick up {formatPickupWindow(listing.availableFrom, listing.availableUntil, nowMs)}</Trans>
          </span>
        </p>
        {moreFromGiver > 0 && (
          <Link
            href={giverHref}
            className="relative -my-1 inline-flex min-h-11 items-center self-start rounded-small text-sm font-medium wrap-anywhere underline underline-offset-4"
          >
            <span>
              <Trans>
                and {moreFromGiver} more from <bdi>{listing.donor.displayName}</bdi>
              </Trans>
            </span>
          </Link>
        )}
        <div className="relative mt-auto">
          {action ?? (
            <div className="flex min-h-11 flex-wrap items-center gap-2">
              {isOwn && (
                <Badge tone="info">
                  <Trans>Your listing</Trans>
                </Badge>
              )}
              {(!isOwn || !isOffered) && <ListingStateBadge status={listing.status} isGone={isGone} />}
            </div>
          )}
        </div>
      </div>
    </Card>
  );
}

/** Has the dimensions of a card, so that nothing jumps when the card replaces it. */
export function ListingCardSkeleton() {
  return (
    <Card flush className="flex h-full flex-col">
      <Skeleton className="aspect-4/3 w-full rounded-none" />
      <div className="h-1 bg-sunken" />
      <div className="flex flex-1 flex-col gap-2.5 p-4">
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-5 w-11/12" />
        <Skeleton className="mb-1 h-5 w-2/3" />
        <Skeleton className="mt-auto h-11 w-full rounded-control" />
      </div>
    </Card>
  );
}

const TONES = { green: 'bg-brand', yellow: 'bg-amber', red: 'bg-tomato' } as const;

/** The freshness score as a 4 px bar. Decorative: badge and dialog say it in words. */
function FreshnessBar({ times, nowMs }: { readonly times: ListingTimes; readonly nowMs: number }) {
  const score = freshnessScore(times, nowMs);
  return (
    <div aria-hidden="true" className="h-1 bg-sunken">
      <div
        className={classNames('h-full origin-left rtl:origin-right', TONES[scoreTone(score)])}
        style={{ transform: `scaleX(${score / 100})` }}
      />
    </div>
  );
}
