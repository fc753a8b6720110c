import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural, t as translate } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Recommendation, RecommendationReason } from '@openlarder/domain/matching/matching-contract.ts';
import {
  CircleCheck,
  Clock,
  Footprints,
  Heart,
  Leaf,
  ShieldCheck,
  Sparkles,
  UtensilsCrossed,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ClaimCardAction } from '#web/features/claims/create/ClaimCardAction.tsx';
import { AllergenWarning } from '#web/features/listings/ListingBadges.tsx';
import { ListingHead } from '#web/features/listings/ListingPicture.tsx';
import { formatKilometers, formatWay } from '#web/lib/distances.ts';
import {
  formatPickupWindow,
  formatDayAtTime,
  formatDeadline,
  formatDuration,
  formatList,
} from '#web/lib/format.ts';
import { errorMessage, isUnauthorized } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { useDismissMatch } from './matching.queries.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { allergenName, dietName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { foodWords } from '#web/features/listings/listing-labels.ts';
import { useAvoids } from '#web/features/listings/search/feed-filter.ts';

/** The specification's number of reasons before the others. */
const SHOWN_REASONS = 3;

const URGENCIES: Readonly<Record<Recommendation['urgency'], MessageDescriptor>> = {
  high: msg`High urgency`,
  medium: msg`Medium urgency`,
  low: msg`Low urgency`,
};

const ICONS: Readonly<Record<RecommendationReason['code'], typeof Clock>> = {
  distance: Footprints,
  ends: Clock,
  lasts: Clock,
  enough: UtensilsCrossed,
  diets: Leaf,
  without: ShieldCheck,
  category: Heart,
  your_turn: Sparkles,
};

type Props = {
  readonly match: Recommendation;
  readonly href: string;
  readonly nowMs: number;
  /** Whether it was put aside, with the way back in its place. */
  readonly isDismissed: boolean;
  /** Whether it was claimed here; then it is not put aside. */
  readonly isClaimed: boolean;
  readonly onDismissed: (isDismissed: boolean) => void;
};

export function MatchCard({ match, href, nowMs, isDismissed, isClaimed, onDismissed }: Props) {
  const { t } = useLingui();
  const { listing, score, urgency, distance, reasonCodes } = match;
  const avoids = useAvoids();
  const dismissing = useDismissMatch(listing.id);
  const row = useRef<HTMLLIElement>(null);
  const wasDismissed = useRef(isDismissed);
  useEffect(() => {
    if (wasDismissed.current === isDismissed) return;
    wasDismissed.current = isDismissed;
    // the pressed button is gone; the other one is in the same row
    if (document.activeElement === document.body)
      row.current?.querySelector<HTMLElement>('[data-back]')?.focus({ preventScroll: true });
  }, [isDismissed]);
  const say = (next: boolean) =>
    dismissing.mutate(next, {
      onSuccess: () => onDismissed(next),
    });
  const error = dismissing.error && !isUnauthorized(dismissing.error) && (
    <p role="alert" className="w-full text-sm font-medium">
      {errorMessage(dismissing.error)}
    </p>
  );
  if (isDismissed)
    return (
      <li ref={row} className="flex flex-wrap items-center gap-x-3 border-b py-2 last:border-b-0">
        <output className="min-w-0 flex-1 text-sm text-muted">
          <Trans>
            We won't suggest <bdi>{listing.title}</bdi> again.
          </Trans>
        </output>
        <Button
          data-back
          variant="quiet"
          busy={dismissing.isPending}
          aria-label={t`Undo: suggest ${listing.title} again`}
          onClick={() => say(false)}
          className="underline underline-offset-4"
        >
          <Trans>Undo</Trans>
        </Button>
        {error}
      </li>
    );
  const pickup = formatPickupWindow(listing.availableFrom, listing.availableUntil, nowMs);
  return (
    <li ref={row} aria-label={listing.title} className="flex flex-col gap-3 border-b py-4 last:border-b-0">
      <ListingHead listing={listing} href={href}>
        <p className="text-sm/tight text-muted">
          <span className="block pb-1 font-semibold text-ink first-letter:uppercase">{pickup}</span>
          <bdi translate="no">{listing.donor.displayName}</bdi>
          <span className="block pt-1">
            <Trans>{score}% match</Trans> · {i18n._(URGENCIES[urgency])}
            {distance !== null && ` · ${formatKilometers(distance)}`}
          </span>
        </p>
        <AllergenWarning listing={listing} avoids={avoids} />
      </ListingHead>
      <Reasons title={listing.title}>
        {reasonCodes.map((reason) => {
          const Icon = ICONS[reason.code] ?? CircleCheck;
          return (
            <li key={reason.code} className="flex items-start gap-2">
              <Icon aria-hidden="true" className="h-lh w-4 shrink-0 text-brand" />
              <span className="inline-block first-letter:uppercase">
                {reasonLabel(reason, listing, nowMs)}
              </span>
            </li>
          );
        })}
      </Reasons>
      <div className="flex flex-wrap items-start gap-2">
        <div className="flex-[1_1_9rem] has-[a,form]:basis-full not-has-[a,form]:sm:max-w-72">
          <ClaimCardAction listing={listing} />
        </div>
        {!isClaimed && (
          <Button
            data-back
            variant="secondary"
            busy={dismissing.isPending}
            aria-label={t`Not for me: ${listing.title}`}
            onClick={() => say(true)}
          >
            <Trans>Not for me</Trans>
          </Button>
        )}
        {error}
      </div>
    </li>
  );
}

function Reasons({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) {
  const { t } = useLingui();
  const [showsAll, setShowsAll] = useState(false);
  const more = children.length - SHOWN_REASONS;
  return (
    <div className="text-sm/snug">
      <ul aria-label={t`Why ${title} suits you`} className="flex flex-col gap-1.5">
        {showsAll ? children : children.slice(0, SHOWN_REASONS)}
      </ul>
      {more > 0 && (
        <button
          type="button"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
          className="target-44 mt-1.5 rounded-small font-semibold text-brand hover:underline"
        >
          {showsAll ? (
            <Trans>Fewer reasons</Trans>
          ) : (
            <Plural value={more} one="+# more reason" other="+# more reasons" />
          )}
        </button>
      )}
    </div>
  );
}

/** Beyond this the hour of the end says more than the time left. */
const COUNTED_HOURS = 6;

function endWords(endsAt: string, nowMs: number): string {
  const leftMs = Date.parse(endsAt) - nowMs;
  if (leftMs > COUNTED_HOURS * HOUR_MS) {
    const time = formatDayAtTime(endsAt, nowMs);
    return translate`Ends ${time}`;
  }
  const left = formatDuration(leftMs);
  return translate`Ends in ${left}`;
}

function distanceWords(
  { distanceKm, from }: Extract<RecommendationReason, { code: 'distance' }>,
  isExact: boolean,
): string {
  const way = formatWay(distanceKm, isExact);
  return from === 'saved_place'
    ? translate`${way} from your saved place`
    : translate`${way} from where you're looking`;
}

function reasonLabel(
  reason: RecommendationReason,
  { placeIsPublic }: Pick<Listing, 'placeIsPublic'>,
  nowMs: number,
): string {
  switch (reason.code) {
    case 'distance':
      return distanceWords(reason, placeIsPublic);
    case 'ends':
      return endWords(reason.endsAt, nowMs);
    case 'lasts': {
      const end = formatDeadline(reason.endsAt, nowMs);
      return translate`You have until ${end}`;
    }
    case 'enough':
      return plural(reason.people, {
        one: 'Enough for you',
        2: 'Enough for both of you',
        other: 'Enough for all # of you',
      });
    case 'diets': {
      const diets = formatList(reason.diets.map(dietName));
      return translate`${diets}, as you like it`;
    }
    case 'without': {
      const allergens = formatList(reason.allergens.map(allergenName));
      return translate`Listed without ${allergens}`;
    }
    case 'category': {
      const food = foodWords(reason.category);
      return translate`You've picked up ${food} before`;
    }
    default:
      return translate`It's your turn for something good`;
  }
}
