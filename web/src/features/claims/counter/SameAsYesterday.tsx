import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { addCalendarDays, wallClock } from '@openlarder/domain/kernel/time.ts';
import type { CreateListing, Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { repeatListing } from '@openlarder/domain/listings/repeat-listing.ts';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { allergenName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { ListingPicture } from '#web/features/listings/ListingPicture.tsx';
import { formatList, formatPickupWindow, formatServings, formatWeekday } from '#web/lib/format.ts';
import { failureTitle } from '#web/lib/failure-title.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { Button, FOCUS_ON_MANGO } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Notice } from '#web/ui/Notice.tsx';
import {
  type AmountOffered,
  amountsOffered,
  forToday,
  type PreviousDayListings,
} from './previous-day-listings.ts';
import { useShareAgain } from './use-share-again.ts';

type Clock = { readonly nowMs: number; readonly timeZone: string };
type Props = Clock & {
  readonly personId: string;
  readonly previousDay: PreviousDayListings;
  readonly onNewDonation: () => void;
};

/** The hour from which shared food is for the evening. */
const EVENING_HOUR = 17;
const MAX_PICTURES = 3;
const DAYS_OF_A_WEEK = 7;

/** What the organization offered on its last day, shared again in one tap; then how much of it is left. */
export function SameAsYesterday({ personId, previousDay, onNewDonation, ...clock }: Props) {
  const again = useShareAgain(personId, clock.timeZone);
  const [wantsMore, setWantsMore] = useState(false);
  const line = useRef<HTMLParagraphElement>(null);
  const hasShared = again.shared.length > 0;
  useEffect(() => {
    // the pressed button is gone; the line says what happened, in sight
    if (!hasShared || document.activeElement !== document.body) return;
    line.current?.focus({ preventScroll: true });
    line.current?.scrollIntoView({ block: 'nearest' });
  }, [hasShared]);
  const { out, again: offered, daysAgo } = previousDay;
  const isQuiet = out.length > 0 && (previousDay.hasSharedToday || offered.length === 0);
  const error = again.error !== null && (
    <Notice tone="error" announce title={failureTitle(again.error)}>
      {errorMessage(again.error)}
    </Notice>
  );
  const showsOffer =
    offered.length > 0 && daysAgo !== null && (!isQuiet || wantsMore || again.error !== null);
  if (!isQuiet && !showsOffer) return null;
  return (
    <section aria-labelledby="previous-day" className="flex flex-col gap-3">
      {isQuiet && (
        <OutLine
          out={out}
          posted={again.shared}
          lineRef={line}
          isHeading={!showsOffer}
          {...clock}
          action={
            <div className="flex gap-2">
              {hasShared && again.shared.every((listing) => isUntouched(listing, out)) && (
                <Button variant="secondary" busy={again.isUndoing} onClick={again.undo}>
                  <Trans>Undo</Trans>
                </Button>
              )}
              {!showsOffer && (
                <Button
                  variant="quiet"
                  // more of yesterday's, but not of days before: that is another donation
                  onClick={() => (offered.length > 0 && daysAgo === 1 ? setWantsMore(true) : onNewDonation())}
                >
                  <Trans>Share more</Trans>
                </Button>
              )}
            </div>
          }
        />
      )}
      {showsOffer && (
        <Offer listings={offered} daysAgo={daysAgo} busy={again.isSharing} onShare={again.share} {...clock} />
      )}
      {error}
    </section>
  );
}

/** Whether it has no claim yet, so that removing it affects no other person. */
const isUntouched = ({ id }: Listing, out: readonly Listing[]): boolean =>
  out.some(
    (listing) =>
      listing.id === id && listing.status === 'posted' && listing.servingsLeft === listing.estimatedServings,
  );

type OutLineProps = Clock & {
  readonly out: readonly Listing[];
  readonly posted: readonly Listing[];
  readonly lineRef: RefObject<HTMLParagraphElement | null>;
  readonly isHeading: boolean;
  readonly action: ReactNode;
};

function OutLine({ out, posted, lineRef, isHeading, action, nowMs, timeZone }: OutLineProps) {
  const today = forToday(out, nowMs, timeZone);
  const isForLater = today.length === 0;
  const remaining = remainingLabel(amountsOffered(isForLater ? out : today));
  const isEvening = wallClock(nowMs, timeZone).hour >= EVENING_HOUR;
  const names = formatList(posted.map(({ title }) => title));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <p
        ref={lineRef}
        tabIndex={-1}
        id={isHeading ? 'previous-day' : undefined}
        className="flex min-w-0 flex-1 basis-48 items-center gap-2 rounded-small font-semibold outline-none"
      >
        <CircleCheck className="size-5 shrink-0 text-brand" />
        <span className="min-w-0 wrap-anywhere">
          {posted.length > 0 && (
            <span className="block">
              <Trans>
                Posted: <bdi>{names}</bdi>
              </Trans>
            </span>
          )}
          {isForLater ? (
            <Trans>Out for later: {remaining} left</Trans>
          ) : isEvening ? (
            <Trans>Out tonight: {remaining} left</Trans>
          ) : (
            <Trans>Out today: {remaining} left</Trans>
          )}
        </span>
      </p>
      {action}
    </div>
  );
}

/** "5 of 20 servings"; of several units what is left of each, "14 servings and 9 rolls". */
function remainingLabel(amounts: readonly AmountOffered[]): string {
  const [first] = amounts;
  if (!first || amounts.length > 1)
    return formatList(amounts.map(({ left, unit }) => formatServings(left, unit)));
  const { left } = first;
  const all = formatServings(first.shared, first.unit);
  return t`${left} of ${all}`;
}

type OfferProps = Clock & {
  readonly listings: readonly Listing[];
  readonly daysAgo: number;
  readonly busy: boolean;
  readonly onShare: (listings: readonly Listing[]) => void;
};

/** The food to share, and its button. For food with a use-by date the date is asked for first. */
function Offer({ listings, daysAgo, busy, onShare, nowMs, timeZone }: OfferProps) {
  const repeated = listings.map((listing) => ({ listing, values: repeatListing(listing, nowMs, timeZone) }));
  const ready = repeated.filter(({ values }) => values.bestByDate !== '');
  const weekday = formatWeekday(addCalendarDays(nowMs, -daysAgo, timeZone), timeZone);
  const units = new Set(ready.map(({ values }) => values.countedAs));
  const [unit] = units;
  const amount =
    units.size === 1 &&
    formatServings(
      ready.reduce((sum, { values }) => sum + values.estimatedServings, 0),
      unit,
    );
  const only = repeated.length === 1 ? repeated[0] : undefined;
  const pictures = listings.slice(0, MAX_PICTURES);
  return (
    <div className="flex flex-col gap-3 rounded-card border border-transparent bg-mango p-4 text-mango-ink">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="flex flex-wrap gap-1.5">
          {pictures.map((listing) => (
            <ListingPicture
              key={listing.id}
              photo={listing.photos[0] ?? null}
              title={listing.title}
              category={listing.category}
              sizes="3.5rem"
              className="w-14! rounded-control"
            />
          ))}
        </div>
        <h2 id="previous-day" className="min-w-0 flex-1 basis-36 text-xl">
          {daysAgo === 1 ? (
            <Trans>Same as yesterday</Trans>
          ) : daysAgo === DAYS_OF_A_WEEK ? (
            <Trans>Same as last {weekday}</Trans>
          ) : (
            <Trans>Same as {weekday}</Trans>
          )}
        </h2>
      </div>
      <ul className="flex flex-col gap-2">
        {repeated.map(({ listing, values }) => (
          <OfferedListing key={listing.id} values={values} nowMs={nowMs} timeZone={timeZone}>
            {!only && <EditFirst listing={listing} asks={values.bestByDate === ''} />}
          </OfferedListing>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {ready.length > 0 && (
          <Button
            variant="secondary"
            busy={busy}
            className={classNames(
              'min-h-13 flex-1 basis-40 border-mango-ink! bg-mango-ink! text-mango! hover:opacity-90',
              FOCUS_ON_MANGO,
            )}
            onClick={() => onShare(ready.map(({ listing }) => listing))}
          >
            {busy ? (
              <Trans>Sharing…</Trans>
            ) : amount ? (
              <Trans>Share {amount}</Trans>
            ) : (
              <Trans>Share again</Trans>
            )}
          </Button>
        )}
        {only && <EditFirst listing={only.listing} asks={only.values.bestByDate === ''} isButton />}
      </div>
    </div>
  );
}

type OfferedListingProps = Clock & { readonly values: CreateListing; readonly children: ReactNode };

function OfferedListing({ values, nowMs, timeZone, children }: OfferedListingProps) {
  const amount = formatServings(values.estimatedServings, values.countedAs);
  const pickup = formatPickupWindow(values.availableFrom, values.availableUntil, nowMs, timeZone);
  const { title, allergens } = values;
  const names = formatList((allergens ?? []).map(allergenName));
  return (
    <li className="flex flex-wrap items-center gap-x-3">
      <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <p className="font-semibold">
          <bdi>{title}</bdi>
        </p>
        <p className="text-sm">
          {amount} · {pickup}
        </p>
        {allergens !== null && allergens.length > 0 && (
          <p className="text-sm">
            <Trans>Contains {names}</Trans>
          </p>
        )}
      </div>
      {children}
    </li>
  );
}

type EditFirstProps = { readonly listing: Listing; readonly asks: boolean; readonly isButton?: boolean };

function EditFirst({ listing, asks, isButton = false }: EditFirstProps) {
  const { title } = listing;
  return (
    <Link
      href={paths.shareAgain(listing.id)}
      aria-label={asks ? t`Add the use-by date: ${title}` : t`Edit first: ${title}`}
      className={classNames(
        'inline-flex min-h-11 items-center justify-center font-semibold',
        isButton
          ? 'min-h-13 rounded-control border border-mango-ink px-4'
          : 'rounded-small underline underline-offset-4',
        FOCUS_ON_MANGO,
      )}
    >
      {asks ? <Trans>Add the use-by date</Trans> : <Trans>Edit first</Trans>}
    </Link>
  );
}
