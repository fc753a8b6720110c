import { Trans } from '@lingui/react/macro';
import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { CalendarClock, MapPin, Phone, ShieldCheck, Utensils, Wheat } from 'lucide-react';
import { dialable } from '#web/lib/dialable.ts';
import { formatPickupWindow, formatWallTime } from '#web/lib/format.ts';
import { Fact } from './Fact.tsx';
import { FreshnessFact } from './FreshnessFact.tsx';
import { PlaceFact } from './PlaceFact.tsx';
import { stockSentence } from './stock-words.ts';
import { WhatIsInIt } from './WhatIsInIt.tsx';

type FactsProps = {
  readonly listing: Listing;
  readonly nowMs: number;
  readonly isOwn: boolean;
  readonly avoids: readonly Allergen[];
};

/** When, where, how much and what is in it, in the order in which one decides. */
export function ListingFacts({ listing, nowMs, isOwn, avoids }: FactsProps) {
  const { closingTime, contactPhone } = listing;
  const closesAt = closingTime && formatWallTime(closingTime);
  return (
    <ul className="flex flex-col gap-4">
      <Fact icon={<CalendarClock />} label={<Trans>Pickup</Trans>}>
        <span className="block first-letter:uppercase">
          {formatPickupWindow(listing.availableFrom, listing.availableUntil, nowMs)}
        </span>
        {closesAt && (
          <p className="mt-0.5 text-sm font-normal text-muted">
            <Trans>They close at {closesAt}.</Trans>
          </p>
        )}
      </Fact>
      <Fact icon={<MapPin />} label={<Trans>Place</Trans>}>
        <PlaceFact listing={listing} isOwn={isOwn} />
      </Fact>
      {contactPhone && (
        <Fact icon={<Phone />} label={<Trans>Phone</Trans>}>
          <a
            href={dialable(contactPhone)}
            className="inline-flex min-h-11 items-center font-semibold text-brand underline"
          >
            {contactPhone}
          </a>
        </Fact>
      )}
      <Fact icon={<Utensils />} label={<Trans>How much</Trans>}>
        {stockSentence(listing, listing.status === 'posted')}
      </Fact>
      <Fact icon={<Wheat />} label={<Trans>What is in it</Trans>}>
        <WhatIsInIt listing={listing} avoids={avoids} isOwn={isOwn} />
      </Fact>
      <Fact icon={<ShieldCheck />} label={<Trans>Freshness</Trans>}>
        <FreshnessFact listing={listing} nowMs={nowMs} />
      </Fact>
    </ul>
  );
}
