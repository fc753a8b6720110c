import { Trans } from '@lingui/react/macro';
import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import { freshnessScore, scoreLabel, scoreTone } from '@openlarder/domain/listings/freshness.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { CalendarClock, MapPin, Phone, ShieldCheck, Utensils } from 'lucide-react';
import type { ReactNode } from 'react';
import { allergenName, dietName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { formatWalk } from '#web/lib/distances.ts';
import {
  communityZone,
  formatDay,
  formatDeadline,
  formatList,
  formatPickupWindow,
  formatTime,
  formatWallTime,
  telHref,
} from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { isDefaultBestBy } from '@openlarder/domain/listings/shelf-life.ts';
import { isUnstated } from '@openlarder/domain/listings/search/food-tag-filters.ts';
import { AllergenWarning } from '../ListingBadges.tsx';
import { freshnessScoreLabel, servingsLabel } from '../listing-labels.ts';

type FactsProps = {
  readonly listing: Listing;
  readonly nowMs: number;
  readonly isOwn: boolean;
};

/** When and where. */
export function PickupFacts({
  listing,
  nowMs,
  isOwn,
  isClaimed,
  hours,
}: FactsProps & {
  /** Whether the viewer comes for it. */
  readonly isClaimed: boolean;
  /** Of the organization at the place; what it says of that day replaces them. */
  readonly hours?: ReactNode;
}) {
  const { closingTime, availableUntil } = listing;
  const closesAt = closingTime && formatWallTime(closingTime);
  const closesLater = closesAt !== null && closesAt !== formatTime(availableUntil);
  return (
    <ul className="flex flex-col gap-4">
      <Fact icon={<CalendarClock />} label={<Trans>Pickup</Trans>}>
        <span className="block first-letter:uppercase">
          {formatPickupWindow(listing.availableFrom, listing.availableUntil, nowMs)}
        </span>
        {closesLater && (
          <p className="mt-0.5 text-sm font-normal text-muted">
            <Trans>They close at {closesAt}.</Trans>
          </p>
        )}
      </Fact>
      <Fact icon={<MapPin />} label={<Trans>Place</Trans>}>
        <PlaceFact listing={listing} isOwn={isOwn} isClaimed={isClaimed} />
        {!closesLater && hours}
      </Fact>
    </ul>
  );
}

/** How to call, how much, and how long it is good. */
export function ListingFacts({ listing, nowMs, isOwn, tip }: FactsProps & { readonly tip?: ReactNode }) {
  const { contactPhone } = listing;
  const isOffered = listing.status === 'posted';
  return (
    <ul className="flex flex-col gap-4">
      {contactPhone && (
        <Fact icon={<Phone />} label={<Trans>Phone</Trans>}>
          <a
            href={telHref(contactPhone)}
            translate="no"
            className="inline-flex min-h-11 items-center font-semibold text-brand underline"
          >
            {contactPhone}
          </a>
        </Fact>
      )}
      <Fact icon={<Utensils />} label={<Trans>How much</Trans>}>
        {servingsLabel(listing, isOffered)}
        {isOwn && isOffered && listing.mayGoToOne && (
          <p className={NOTE}>
            <Trans>One person may take it all</Trans>
          </p>
        )}
      </Fact>
      <Fact icon={<ShieldCheck />} label={<Trans>Freshness</Trans>}>
        <FreshnessFact listing={listing} nowMs={nowMs} />
        {tip}
      </Fact>
    </ul>
  );
}

type FactProps = { readonly icon: ReactNode; readonly label: ReactNode; readonly children: ReactNode };

function Fact({ icon, label, children }: FactProps) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className="grid size-10 shrink-0 place-items-center rounded-full bg-brand-soft text-brand-soft-ink [&_svg]:size-5"
      >
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-sm text-muted">{label}</p>
        <div className="font-medium">{children}</div>
      </div>
    </li>
  );
}

const NOTE = 'mt-0.5 text-sm font-normal text-muted';

type PlaceFactProps = {
  readonly listing: Listing;
  readonly isOwn: boolean;
  readonly isClaimed: boolean;
};

/** The place, as precisely as this person may know it, and who else may see it. */
function PlaceFact({ listing, isOwn, isClaimed }: PlaceFactProps) {
  const { donor, status, pickupLocation, pickupInstructions, placeShared, placeIsPublic, distanceKm } =
    listing;
  const isExact = isOwn || placeShared || placeIsPublic;
  return (
    <>
      <p>
        <bdi translate="no">{pickupLocation}</bdi>
        {!isOwn && distanceKm !== null && (
          <span className="font-normal text-muted"> · {formatWalk(distanceKm, isExact)}</span>
        )}
      </p>
      {placeIsPublic && (
        <Badge tone="info" className="mt-1">
          <Trans>Public address</Trans>
        </Badge>
      )}
      {pickupInstructions && (
        <p dir="auto" className={`${NOTE} whitespace-pre-line`}>
          {pickupInstructions}
        </p>
      )}
      {isOwn && !placeIsPublic && (status === 'posted' || status === 'claimed') && (
        <p className={NOTE}>
          <Trans>Others only see the area until you share the address.</Trans>
        </p>
      )}
      {!isExact && (
        <p className={NOTE}>
          {isClaimed ? (
            <Trans>You'll see the address once {donor.displayName} shares it.</Trans>
          ) : (
            <Trans>
              This is just the area. You'll see the address once you claim and {donor.displayName} shares it
              with you.
            </Trans>
          )}
        </p>
      )}
    </>
  );
}

const SCORE_BAR = { green: 'bg-brand', yellow: 'bg-amber', red: 'bg-tomato' } as const;

type FreshnessFactProps = { readonly listing: Listing; readonly nowMs: number };

/** How much of its time is left, and until when it is good, as far as its giver has said. */
function FreshnessFact({ listing, nowMs }: FreshnessFactProps) {
  const score = freshnessScore(listing, nowMs);
  return (
    <>
      <p>{freshnessScoreLabel(scoreLabel(score))}</p>
      <div aria-hidden="true" className="mt-1.5 h-1.5 max-w-60 overflow-hidden rounded-full bg-sunken">
        <div
          className={classNames('h-full origin-left rtl:origin-right', SCORE_BAR[scoreTone(score)])}
          style={{ transform: `scaleX(${score / 100})` }}
        />
      </div>
      <p
        className={classNames(
          'mt-1.5 text-sm',
          listing.dateKind === 'use_by' ? 'font-semibold' : 'font-normal text-muted',
        )}
      >
        <EatBy listing={listing} nowMs={nowMs} />
      </p>
    </>
  );
}

function EatBy({ listing, nowMs }: FreshnessFactProps) {
  const { bestByDate, expiryDate, dateKind } = listing;
  const bestBy = formatDeadline(bestByDate, nowMs);
  if (dateKind === 'use_by') return <Trans>Use by {bestBy}. Don't eat it after that.</Trans>;
  const expiry = expiryDate && formatDeadline(expiryDate, nowMs);
  if (isDefaultBestBy(listing, communityZone()))
    return expiry ? (
      <Trans>No date given. Our guess: don't eat after {expiry}.</Trans>
    ) : (
      <Trans>No date given. Our guess: best before {formatDay(bestByDate, nowMs)}.</Trans>
    );
  return (
    <>
      {bestBy !== expiry && <Trans>Best before {bestBy}</Trans>}
      {bestBy !== expiry && expiry && ' · '}
      {expiry && <Trans>Don't eat after {expiry}</Trans>}
    </>
  );
}

type IngredientsProps = {
  readonly listing: Pick<Listing, 'allergens' | 'diets' | 'donor'>;
  readonly avoids: readonly Allergen[];
  readonly isOwn: boolean;
};

/** What the donor says about allergens and diets. Unspecified is not the same as free of them. */
export function Ingredients({ listing, avoids, isOwn }: IngredientsProps) {
  const { allergens, diets, donor } = listing;
  const names = formatList((allergens ?? []).map(allergenName));
  return (
    <div className="flex min-w-0 flex-col items-start gap-1.5 font-medium">
      {isUnstated(listing, avoids) ? null : allergens === null ? (
        <p className="font-normal text-muted">
          {isOwn ? (
            <Trans>You haven't said which allergens it contains.</Trans>
          ) : (
            <Trans>The donor hasn't said which allergens it contains, so please ask</Trans>
          )}
        </p>
      ) : allergens.length === 0 ? (
        <p>
          <Trans>No common allergens, the donor says</Trans>
        </p>
      ) : (
        <div>
          <p>
            <Trans>Contains {names}</Trans>
          </p>
          {!isOwn && (
            <p className={NOTE}>
              <Trans>
                That's all {donor.displayName} named. If you avoid anything else, ask before you eat.
              </Trans>
            </p>
          )}
        </div>
      )}
      <AllergenWarning listing={listing} avoids={avoids} />
      {isUnstated(listing, avoids) && (
        <p className={NOTE}>
          <Trans>There are foods you avoid, so please ask {donor.displayName} before you eat.</Trans>
        </p>
      )}
      {diets.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {diets.map((diet) => (
            <li key={diet}>
              <Badge tone="fresh">
                <span className="first-letter:uppercase">{dietName(diet)}</span>
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
