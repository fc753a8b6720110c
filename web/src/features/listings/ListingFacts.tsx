import { Trans, useLingui } from '@lingui/react/macro';
import { freshnessScore, scoreLabel, scoreTone } from '@openlarder/domain/listings/freshness.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { CalendarClock, MapPin, ShieldCheck, Utensils } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDayTime, formatDistance, formatPickupWindow, formatServings } from '#web/lib/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import { scoreWord } from './freshness-words.ts';

const SCORE_BAR = { green: 'bg-brand', yellow: 'bg-amber', red: 'bg-tomato' } as const;

type FactsProps = { readonly listing: Listing; readonly nowMs: number; readonly isOwn: boolean };

/** When, where and how much, in the order in which one decides. */
export function ListingFacts({ listing, nowMs, isOwn }: FactsProps) {
  const { servingsLeft, estimatedServings } = listing;
  return (
    <ul className="flex flex-col gap-4">
      <Fact icon={<CalendarClock />} label={<Trans>Pickup</Trans>}>
        <span className="block first-letter:uppercase">
          {formatPickupWindow(listing.availableFrom, listing.availableUntil, nowMs)}
        </span>
      </Fact>
      <Fact icon={<MapPin />} label={<Trans>Place</Trans>}>
        <Place listing={listing} isOwn={isOwn} />
      </Fact>
      <Fact icon={<Utensils />} label={<Trans>How much</Trans>}>
        {servingsLeft === estimatedServings || servingsLeft === 0 ? (
          formatServings(estimatedServings)
        ) : (
          <Trans>
            {formatServings(servingsLeft)} of {estimatedServings} left
          </Trans>
        )}
      </Fact>
      <Fact icon={<ShieldCheck />} label={<Trans>Freshness</Trans>}>
        <FreshnessScore listing={listing} nowMs={nowMs} />
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

function Place({ listing, isOwn }: { readonly listing: Listing; readonly isOwn: boolean }) {
  const { donor, pickupLocation, pickupInstructions, placeShared, distanceKm } = listing;
  if (isOwn || placeShared) {
    return (
      <>
        <p>{pickupLocation}</p>
        {pickupInstructions && (
          <p className="mt-0.5 text-sm font-normal whitespace-pre-line text-muted">{pickupInstructions}</p>
        )}
        {isOwn && (
          <p className="mt-0.5 text-sm font-normal text-muted">
            <Trans>Others see only the area until you share the address.</Trans>
          </p>
        )}
      </>
    );
  }
  return (
    <>
      <p>
        {pickupLocation}
        {distanceKm !== null && (
          <span className="font-normal text-muted"> · {formatDistance(distanceKm)}</span>
        )}
      </p>
      <p className="mt-0.5 text-sm font-normal text-muted">
        <Trans>
          You see the exact address once you have claimed and {donor.displayName} shares it with you.
        </Trans>
      </p>
    </>
  );
}

function FreshnessScore({ listing, nowMs }: { readonly listing: Listing; readonly nowMs: number }) {
  const { t } = useLingui();
  const score = freshnessScore(listing, nowMs);
  const word = scoreWord(scoreLabel(score));
  return (
    <>
      <p>
        {word} <span className="font-normal text-muted tabular-nums">({t`${score} of 100`})</span>
      </p>
      <div aria-hidden="true" className="mt-1.5 h-1.5 max-w-60 overflow-hidden rounded-full bg-sunken">
        <div
          className={classNames('h-full origin-left rtl:origin-right', SCORE_BAR[scoreTone(score)])}
          style={{ transform: `scaleX(${score / 100})` }}
        />
      </div>
      <p className="mt-1.5 text-sm font-normal text-muted">
        <Trans>Best by {formatDayTime(listing.bestByDate, nowMs)}</Trans>
        {listing.expiryDate && (
          <>
            {' · '}
            <Trans>Do not eat after {formatDayTime(listing.expiryDate, nowMs)}</Trans>
          </>
        )}
      </p>
    </>
  );
}
