import { Trans } from '@lingui/react/macro';
import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { HandHeart, Package, Sprout } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { dietName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { formatWay } from '#web/lib/distances.ts';
import { formatPickupWindow, formatWords, formatDuration, unbroken } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { CardLink } from '#web/ui/CardLink.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { AllergenWarning, ListingStateBadge } from '../ListingBadges.tsx';
import { fetchListingPicture, ListingPicture } from '../ListingPicture.tsx';
import { contentsLabel, servingsLeftLabel, expiryLabel, listingLevel } from '../listing-labels.ts';
import { t } from '@lingui/core/macro';
import { feedEndMs, type FreshnessLevel } from '@openlarder/domain/listings/freshness.ts';

/**
 * A small square in a grid; a line of a list, with the picture before and the action after it; the same as a card, of the
 * grid's whole or half width.
 */
export type CardShape = 'square' | 'line' | 'whole' | 'half';
type Props = {
  readonly listing: Listing;
  readonly href: string;
  /** The feed with only this giver's food. */
  readonly giverHref: string;
  readonly nowMs: number;
  readonly isOwn: boolean;
  /** No longer offered, although its new status is unknown. */
  readonly isGone?: boolean;
  readonly avoids?: readonly Allergen[];
  /** What the viewer can do with it, such as Claim; left out where a badge is shown instead. */
  readonly action?: ReactNode;
  readonly eager?: boolean;
  readonly shape?: CardShape;
};

const NOTHING: readonly Allergen[] = [];
const SQUARE_SIZES = '(min-width: 62.5rem) 12rem, (min-width: 40rem) 25vw, 50vw';

export const fetchCardPicture = ({ title, category, photos }: Listing): void =>
  fetchListingPicture({ photo: photos[0] ?? null, title, category, sizes: SQUARE_SIZES });

/** One listing in the feed. The whole card is a link to it; its action is on top of the link. */
export const ListingCard = (props: Props) =>
  isLine(props.shape) ? <LineCard {...props} /> : <SquareCard {...props} />;

const isLine = (shape: CardShape = 'square'): boolean => shape !== 'square';

function SquareCard(props: Props) {
  const { listing, nowMs, isGone = false, eager = false } = props;
  const isOffered = listing.status === 'posted' && !isGone;
  const [photo = null] = listing.photos;
  return (
    <Card as="article" flush className="relative flex h-full flex-col">
      <div className="relative">
        <ListingPicture
          photo={photo}
          title={listing.title}
          category={listing.category}
          alt={photo?.caption ?? ''}
          sizes={SQUARE_SIZES}
          eager={eager}
          // a strip where the text is twice as large, so that the title is on the first screen
          className={classNames('max-[15rem]:aspect-3/1', !isOffered && 'opacity-60')}
        />
        <CardBadge
          listing={listing}
          nowMs={nowMs}
          isShort
          className="absolute start-1.5 top-1.5 max-w-[calc(100%-0.75rem)] shadow-card"
        />
        {listing.isBulk && (
          <Badge tone="accent" icon={<Package />} className="absolute end-2 bottom-2 shadow-card">
            <Trans>Bulk</Trans>
          </Badge>
        )}
      </div>
      <div className="flex flex-1 flex-col gap-1 px-1.5 py-2">
        <CardTitle
          {...props}
          className="line-clamp-2 min-h-[2lh] max-[15rem]:order-first max-[15rem]:min-h-0"
        />
        <CardFacts {...props} isOffered={isOffered} />
        <div className="relative mt-auto pt-1">
          <CardAction {...props} isOffered={isOffered} />
        </div>
      </div>
    </Card>
  );
}

function LineCard(props: Props) {
  const { listing, nowMs, isGone = false, eager = false, shape } = props;
  const isOffered = listing.status === 'posted' && !isGone;
  const [photo = null] = listing.photos;
  return (
    <article
      className={classNames(
        'relative flex h-full flex-wrap items-start gap-x-2 gap-y-2',
        shape === 'line' ? 'border-b py-3' : 'edge rounded-card bg-surface p-2 shadow-card wide:gap-x-3',
      )}
    >
      <ListingPicture
        photo={photo}
        title={listing.title}
        category={listing.category}
        alt={photo?.caption ?? ''}
        sizes="4.5rem"
        eager={eager}
        shape="square"
        className={classNames(
          'shrink-0 rounded-control',
          shape === 'line' ? 'w-18' : 'w-18 wide:w-28',
          !isOffered && 'opacity-60',
        )}
      />
      <div className="flex min-w-0 flex-[1_1_8rem] flex-col gap-1">
        <CardTitle {...props} />
        <CardFacts {...props} isOffered={isOffered} />
        <CardBadge listing={listing} nowMs={nowMs} className="self-start" />
      </div>
      {/* a button stands at the thumb's edge; what it opens takes the whole line */}
      <div
        className={classNames(
          'relative has-[a,input]:basis-full',
          shape === 'line' ? 'flex-[0_1_6.5rem]' : 'max-sm:basis-full sm:flex-[0_1_9.5rem]',
        )}
      >
        <CardAction {...props} isOffered={isOffered} />
      </div>
    </article>
  );
}

function CardTitle({ listing, href, className }: Props & { readonly className?: string }) {
  return (
    <h3
      className={classNames(
        'font-sans text-base/tight font-semibold tracking-normal text-wrap wrap-anywhere',
        className,
      )}
    >
      <CardLink href={href}>{listing.title}</CardLink>
    </h3>
  );
}

/**
 * When, from whom, how much, how far and what is in it, in this order. How far is said once: as a walk, or where that is
 * too far as a distance. Nothing is cut off: lines wrap.
 */
function CardFacts(props: Props & { readonly isOffered: boolean }) {
  const { listing, giverHref, nowMs, avoids = NOTHING, isOffered, shape } = props;
  const { moreFromGiver = 0, distanceKm } = listing;
  const pickup = formatPickupWindow(listing.availableFrom, listing.availableUntil, nowMs);
  const contents = contentsLabel(listing, avoids);
  return (
    <>
      <AllergenWarning listing={listing} avoids={avoids} />
      <p className="text-sm/tight font-semibold">
        <span className="sr-only">
          <Trans>Pick up {pickup}</Trans>
        </span>
        <span aria-hidden="true" className="block first-letter:uppercase">
          {unbroken(pickup)}
        </span>
      </p>
      <Facts>
        <li>
          <bdi translate="no">{listing.donor.displayName}</bdi>
        </li>
        <li>{unbroken(servingsLeftLabel(listing, isOffered))}</li>
        {distanceKm === null ? (
          <li translate="no" className="text-ink">
            {listing.pickupLocation}
          </li>
        ) : (
          <li className="text-ink">
            {unbroken(formatWay(distanceKm, listing.placeShared || listing.placeIsPublic))}
          </li>
        )}
        {contents && <li>{contents}</li>}
      </Facts>
      {shape === 'line' && (listing.diets.length > 0 || (listing.mayGoToOne && isOffered)) && (
        <ul className="flex flex-wrap gap-x-3 gap-y-1 text-sm/tight text-muted [&_li]:inline-flex [&_li]:gap-1.5 [&_svg]:size-4 [&_svg]:shrink-0">
          {listing.mayGoToOne && isOffered && (
            <li>
              <HandHeart />
              <Trans>One person may take it all</Trans>
            </li>
          )}
          {listing.diets.length > 0 && (
            <li>
              <Sprout />
              {formatWords(listing.diets.map(dietName))}
            </li>
          )}
        </ul>
      )}
      {moreFromGiver > 0 && (
        <Link
          href={giverHref}
          className="relative -my-1 inline-flex min-h-11 items-center self-start rounded-small text-sm/tight font-medium wrap-anywhere underline underline-offset-4"
        >
          <span>
            <Trans>
              and {moreFromGiver} more from <bdi translate="no">{listing.donor.displayName}</bdi>
            </Trans>
          </span>
        </Link>
      )}
    </>
  );
}

/**
 * Facts side by side with a point between them, or one below the other without it, where they do not fit. The points
 * stand in a margin that is cut off, where a long fact must not put its second line. A tap on them is one on the card.
 */
export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <div className="pointer-events-none overflow-hidden text-sm/tight text-muted">
    <ul className="-ms-3 flex flex-wrap *:relative *:ps-3 *:before:absolute *:before:start-0 *:before:w-3 *:before:text-center *:before:content-['·'/'']">
      {children}
    </ul>
  </div>
);

function CardAction({
  listing,
  isOwn,
  isGone = false,
  action,
  isOffered,
}: Props & { readonly isOffered: boolean }) {
  if (action) return action;
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2">
      {isOwn && (
        <Badge tone="info">
          <Trans>Your listing</Trans>
        </Badge>
      )}
      {(!isOwn || !isOffered) && <ListingStateBadge status={listing.status} isGone={isGone} />}
    </div>
  );
}

/** Has the dimensions of a card, so that nothing jumps when the card replaces it. */
export function ListingCardSkeleton() {
  return (
    <Card flush className="flex h-full flex-col">
      <Skeleton className="aspect-4/3 w-full rounded-none max-[15rem]:aspect-3/1" />
      <div className="flex flex-1 flex-col gap-1.5 p-2">
        <Skeleton className="h-10 w-4/5" />
        <Skeleton className="h-4 w-11/12" />
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-8 w-3/4" />
        <Skeleton className="mt-auto h-11 w-full rounded-control" />
      </div>
    </Card>
  );
}

const PLACES: Readonly<Record<CardShape, string>> = {
  square: 'h-full rounded-card bg-surface pt-[75%] shadow-card max-[15rem]:pt-[33%] after:block after:h-50',
  line: 'h-30 border-b',
  whole: 'h-36 rounded-card bg-surface shadow-card',
  half: 'h-36 rounded-card bg-surface shadow-card',
};

/** Where a card will be in a moment: one element at rest, since most of them are far out of sight. */
export const ListingCardPlace = ({ shape }: { readonly shape: CardShape }) => (
  <div aria-hidden="true" className={PLACES[shape]} />
);

const BADGE_COLORS: Readonly<Record<FreshnessLevel, string>> = {
  critical: 'bg-tomato text-on-tomato',
  urgent: 'bg-orange-soft text-orange-soft-ink',
  today: 'bg-amber-soft text-amber-soft-ink',
  tomorrow: 'bg-sky-soft text-sky-soft-ink',
  fresh: 'bg-brand-soft text-brand-soft-ink',
  expired: 'bg-sunken text-muted',
};

type TimesProps = { readonly listing: Listing; readonly nowMs: number };

/**
 * How soon it ends: the level with its clock; of critical food, the time left. Over a picture, which has one line for it,
 * what does not end today has no clock.
 */
function CardBadge({
  listing,
  nowMs,
  isShort = false,
  className,
}: TimesProps & { readonly isShort?: boolean; readonly className: string }) {
  const level = listingLevel(listing, nowMs);
  const left = formatDuration(feedEndMs(listing) - nowMs);
  return (
    <p
      className={classNames(
        'rounded-[0.875rem] px-1.5 py-1 text-xs/tight font-semibold tabular-nums',
        BADGE_COLORS[level],
        className,
      )}
    >
      {level === 'critical' ? (
        <>
          {/* seen in the countdown, in the color and over the row: a third time is an alarm */}
          <span className="sr-only">{expiryLabel(listing, nowMs)}, </span>
          {t`${left} left`}
        </>
      ) : (
        expiryLabel(listing, nowMs, isShort)
      )}
    </p>
  );
}
