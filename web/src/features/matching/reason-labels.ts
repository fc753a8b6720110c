import { plural, t } from '@lingui/core/macro';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { RecommendationReason } from '@openlarder/domain/matching/matching-contract.ts';
import { allergenName, dietName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { foodWords } from '#web/features/listings/listing-labels.ts';
import {
  formatDayAtTime,
  formatDeadline,
  formatDistance,
  formatDuration,
  formatList,
  formatWalkTime,
} from '#web/lib/format.ts';

/** Beyond this the hour of the end says more than the time left. */
const COUNTED_HOURS = 6;

function endWords(endsAt: string, nowMs: number): string {
  const leftMs = Date.parse(endsAt) - nowMs;
  if (leftMs > COUNTED_HOURS * HOUR_MS) {
    const time = formatDayAtTime(endsAt, nowMs);
    return t`Ends ${time}`;
  }
  const left = formatDuration(leftMs);
  return t`Ends in ${left}`;
}

function distanceWords(
  { distanceKm, from }: Extract<RecommendationReason, { code: 'distance' }>,
  isExact: boolean,
): string {
  const way = formatWalkTime(distanceKm, isExact) ?? formatDistance(distanceKm);
  return from === 'saved_place' ? t`${way} from your saved place` : t`${way} from where you're looking`;
}

export function reasonLabel(
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
      return t`You have until ${end}`;
    }
    case 'enough':
      return plural(reason.people, {
        one: 'Enough for you',
        2: 'Enough for both of you',
        other: 'Enough for all # of you',
      });
    case 'diets': {
      const diets = formatList(reason.diets.map(dietName));
      return t`${diets}, as you like it`;
    }
    case 'without': {
      const allergens = formatList(reason.allergens.map(allergenName));
      return t`Listed without ${allergens}`;
    }
    case 'category': {
      const food = foodWords(reason.category);
      return t`You've picked up ${food} before`;
    }
    default:
      return t`It's your turn for something good`;
  }
}
