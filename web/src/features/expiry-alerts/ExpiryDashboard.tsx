import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { alertLevel, extendedUntilMs } from '@openlarder/domain/expiry-alerts/expiry-alerts.ts';
import type { ExpiryAlert } from '@openlarder/domain/expiry-alerts/expiry-contract.ts';
import { instantAt } from '@openlarder/domain/kernel/time.ts';
import { earliestEndMs, expiryBadge } from '@openlarder/domain/listings/freshness.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { isUnstated } from '@openlarder/domain/listings/search/food-tag-filters.ts';
import { useQuery } from '@tanstack/react-query';
import { Clock, Timer } from 'lucide-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { ownListingsQuery } from '#web/features/claims/claims.queries.ts';
import { ClaimCardAction } from '#web/features/claims/create/ClaimCardAction.tsx';
import { AllergenWarning } from '#web/features/listings/ListingBadges.tsx';
import { firstInFeed } from '#web/features/listings/feed/highlighted-listing.ts';
import { ListingHead } from '#web/features/listings/ListingPicture.tsx';
import { useUpdateListing } from '#web/features/listings/listings.queries.ts';
import { useFeedFilter, useFeedPath, useFoodNeeds } from '#web/features/listings/search/feed-filter.ts';
import { formatWay } from '#web/lib/distances.ts';
import { formatPickupWindow, formatTime } from '#web/lib/format.ts';
import { errorMessage, isUnauthorized } from '#web/lib/http-error.ts';
import { useStore } from '#web/lib/store.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Section } from '#web/ui/Section.tsx';
import {
  expiringSoonQuery,
  expiryAlertsQuery,
  useAcknowledge,
  useTellNeighbors,
} from './expiry-alerts.queries.ts';

/** The specification's number of items in each list. */
const SHOWN = 3;

/** "Smart Expiry Alerts": own and nearby food that ends soon; nothing without either. */
export function ExpiryDashboard() {
  const me = useCurrentUser();
  const nowMs = useNow();
  const [filter] = useFeedFilter();
  const under = useFeedPath(filter);
  const { avoids } = useFoodNeeds(me);
  const { data: shared = [] } = useQuery(ownListingsQuery(me.id));
  const { data: expiring = [] } = useQuery(expiringSoonQuery(me));
  const { data: alerts = [] } = useQuery(expiryAlertsQuery);
  const above = useStore(firstInFeed);
  const alertOf = new Map(alerts.map((alert) => [alert.listing.id, alert]));
  const own = shared.filter((listing) => endsSoon(listing, nowMs)).toSorted(byEnd);
  const near = expiring
    .filter(({ id, donorId }) => donorId !== me.id && !own.some((mine) => mine.id === id))
    // food that says nothing of allergens comes last, after what the feed shows first
    .toSorted(
      (a, b) =>
        Number(isUnstated(a, avoids)) - Number(isUnstated(b, avoids)) ||
        Number(above.has(a.id)) - Number(above.has(b.id)),
    );
  if (own.length + near.length === 0) return null;
  return (
    <Section
      isCard
      title={<Trans>Smart Expiry Alerts</Trans>}
      heading="min-w-0 text-xl wrap-anywhere hyphens-auto"
    >
      <Items title={<Trans>Your food that ends soon</Trans>} listings={own}>
        {(listing) => (
          <Item
            key={listing.id}
            listing={listing}
            isOwn
            alert={alertOf.get(listing.id)}
            href={paths.listing(listing.id, under)}
            nowMs={nowMs}
          >
            <OwnExpiringActions listing={listing} alert={alertOf.get(listing.id)} nowMs={nowMs} />
          </Item>
        )}
      </Items>
      <Items title={<Trans>Near you, ends soon</Trans>} listings={near}>
        {(listing) => (
          <Item
            key={listing.id}
            listing={listing}
            alert={alertOf.get(listing.id)}
            href={paths.listing(listing.id, under)}
            nowMs={nowMs}
          >
            <div className="basis-full empty:hidden">
              <AllergenWarning listing={listing} avoids={avoids} />
            </div>
            <div className="flex-[1_1_9rem] has-[a,form]:basis-full not-has-[a,form]:sm:max-w-72">
              <ClaimCardAction listing={listing} />
            </div>
          </Item>
        )}
      </Items>
    </Section>
  );
}

const endsSoon = (listing: Listing, nowMs: number): boolean =>
  listing.status === 'posted' && alertLevel(earliestEndMs(listing), nowMs) !== null;
const byEnd = (a: Listing, b: Listing): number => earliestEndMs(a) - earliestEndMs(b);

type ItemsProps = {
  readonly title: ReactNode;
  readonly listings: readonly Listing[];
  readonly children: (listing: Listing) => ReactNode;
};

/** The first of them under a heading; nothing without any. */
function Items({ title, listings, children }: ItemsProps) {
  const headingId = useId();
  if (listings.length === 0) return null;
  return (
    <>
      <h3 id={headingId} className="mt-3 font-sans text-base font-semibold tracking-normal text-muted">
        {title}
      </h3>
      <ul aria-labelledby={headingId}>{listings.slice(0, SHOWN).map(children)}</ul>
    </>
  );
}

type ItemProps = {
  readonly listing: Listing;
  readonly isOwn?: boolean;
  /** Not yet marked as read. */
  readonly alert: ExpiryAlert | undefined;
  readonly href: string;
  readonly nowMs: number;
  readonly children: ReactNode;
};

function Item({ listing, isOwn = false, alert, href, nowMs, children }: ItemProps) {
  const { t } = useLingui();
  const acknowledging = useAcknowledge();
  return (
    <li aria-label={listing.title} className="flex flex-col gap-3 border-b py-4 last:border-b-0 last:pb-0">
      <ListingHead listing={listing} href={href} title="p">
        <p className="text-sm/tight text-muted">
          <span className="block pb-1 font-semibold text-ink first-letter:uppercase">
            {formatPickupWindow(listing.availableFrom, listing.availableUntil, nowMs)}
          </span>
          {!isOwn && (
            <>
              <bdi translate="no">{listing.donor.displayName}</bdi>
              {listing.distanceKm !== null &&
                ` · ${formatWay(listing.distanceKm, listing.placeShared || listing.placeIsPublic)}`}
            </>
          )}
        </p>
        <p className="flex flex-wrap items-center gap-x-3">
          <ExpiryBadge endMs={earliestEndMs(listing)} nowMs={nowMs} />
          {alert && (
            <button
              type="button"
              disabled={acknowledging.isPending}
              aria-label={t`Mark as read: ${listing.title}`}
              onClick={() => acknowledging.mutate(alert.id)}
              className="target-44 min-h-11 rounded-small text-sm font-semibold underline underline-offset-4"
            >
              <Trans>Mark as read</Trans>
            </button>
          )}
        </p>
      </ListingHead>
      <div className="flex flex-wrap items-start gap-2">{children}</div>
    </li>
  );
}

type Props = { readonly endMs: number; readonly nowMs: number };

/** How much time food has left: "Now!" within an hour, hours within a day, else days. */
function ExpiryBadge({ endMs, nowMs }: Props) {
  const level = alertLevel(endMs, nowMs);
  const left = expiryBadge(endMs, nowMs);
  return (
    <Badge tone={level ?? 'tomorrow'} icon={level === 'critical' ? <Timer /> : <Clock />}>
      <span className="sr-only">
        <Trans>Time left:</Trans>{' '}
      </span>
      {left.kind === 'now' && <Trans>Now!</Trans>}
      {left.kind === 'hours' && <Plural value={left.count} one="# hour" other="# hours" />}
      {left.kind === 'days' && <Plural value={left.count} one="# day" other="# days" />}
    </Badge>
  );
}

const WithdrawListing = lazyPart(
  async () => (await import('#web/features/listings/edit/OwnListingActions.tsx')).WithdrawListing,
);

type OwnExpiringActionsProps = {
  readonly listing: Listing;
  readonly alert: ExpiryAlert | undefined;
  readonly nowMs: number;
};

function OwnExpiringActions({ listing, alert, nowMs }: OwnExpiringActionsProps) {
  const { t } = useLingui();
  const { title } = listing;
  const extending = useUpdateListing(listing);
  const telling = useTellNeighbors(listing.id);
  const [isGone, setGone] = useState(false);
  /** Until when it was before it was extended here. */
  const [before, setBefore] = useState<string | null>(null);
  const untilMs = extendedUntilMs(listing, nowMs);
  const until = untilMs === null ? null : formatTime(untilMs);
  const extended = formatTime(listing.availableUntil);
  const areTold = telling.isSuccess || (alert?.neighborsToldAt ?? null) !== null;
  const extendTo = (availableUntil: string, undo: string | null) =>
    extending.mutate({ availableUntil }, { onSuccess: () => setBefore(undo) });
  return (
    <>
      {before !== null && (
        <p className="flex w-full flex-wrap items-center gap-x-2 text-sm">
          <output>
            <Trans>Open until {extended} now.</Trans>
          </output>
          <Button
            variant="quiet"
            busy={extending.isPending}
            aria-label={t`Undo: ${title}`}
            onClick={() => extendTo(before, null)}
            className="underline underline-offset-4"
          >
            <Trans>Undo</Trans>
          </Button>
        </p>
      )}
      {before === null && untilMs !== null && (
        <Button
          variant="secondary"
          busy={extending.isPending}
          aria-label={t`Extend until ${until}: ${title}`}
          onClick={() => extendTo(instantAt(untilMs), listing.availableUntil)}
        >
          <Trans>Extend until {until}</Trans>
        </Button>
      )}
      {areTold ? (
        <p className="flex min-h-11 items-center text-sm text-muted">
          <Trans>Neighbors who'd like it know.</Trans>
        </p>
      ) : (
        <Button
          variant="secondary"
          busy={telling.isPending}
          aria-label={t`Let neighbors know: ${title}`}
          onClick={() => telling.mutate()}
        >
          <Trans>Let neighbors know</Trans>
        </Button>
      )}
      <Button variant="quiet" aria-label={t`Mark as gone: ${title}`} onClick={() => setGone(true)}>
        <Trans>Mark as gone</Trans>
      </Button>
      {extending.error && !isUnauthorized(extending.error) && (
        <p role="alert" className="w-full text-sm font-medium">
          {errorMessage(extending.error)}
        </p>
      )}
      {isGone && (
        <Suspense>
          <WithdrawListing listing={listing} onClose={() => setGone(false)} />
        </Suspense>
      )}
    </>
  );
}
