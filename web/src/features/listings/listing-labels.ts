import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import { calendarDaysBetween, endOfDay } from '@openlarder/domain/kernel/time.ts';
import {
  type FreshnessLevel,
  feedEndMs,
  freshnessLevel,
  hoursLeft,
  type ListingTimes,
  type ScoreLabel,
} from '@openlarder/domain/listings/freshness.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { isDefaultBestBy } from '@openlarder/domain/listings/shelf-life.ts';
import type {
  Category,
  FreshnessFilter,
  Thing,
  UrgencyLevel,
  VisitTime,
} from '@openlarder/domain/listings/listing-fields.ts';
import { allergenName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { foodTemperature } from '#web/lib/food-temperatures.ts';
import {
  communityZone,
  formatServings,
  formatTime,
  formatWeekday,
  formatWords,
  saidEndMs,
} from '#web/lib/format.ts';

const CATEGORY_LABELS: Readonly<Record<Category, MessageDescriptor>> = {
  fruits_vegetables: msg`fruits vegetables`,
  prepared_meals: msg`prepared meals`,
  bakery_items: msg`bakery items`,
  pantry_staples: msg`pantry staples`,
  dairy_eggs: msg`dairy eggs`,
  other: msg`other`,
};

export const categoryLabel = (category: Category): string => i18n._(CATEGORY_LABELS[category]);

const FOOD_WORDS: Readonly<Record<Category, MessageDescriptor>> = {
  fruits_vegetables: msg`fruit or vegetables`,
  prepared_meals: msg`a cooked meal`,
  bakery_items: msg`bread`,
  pantry_staples: msg`pantry food`,
  dairy_eggs: msg`milk or eggs`,
  other: msg`other food`,
};

/** A category within a sentence: "Would like bread". */
export const foodWords = (category: Category): string => i18n._(FOOD_WORDS[category]);

const FRESHNESS_LABELS: Readonly<Record<FreshnessLevel, MessageDescriptor>> = {
  expired: msg`Expired`,
  critical: msg`Expires Very Soon`,
  urgent: msg`Expires Soon`,
  today: msg`Expires Today`,
  tomorrow: msg`Expires Tomorrow`,
  fresh: msg`Fresh`,
};

const SCORE_LABELS: Readonly<Record<ScoreLabel, MessageDescriptor>> = {
  Excellent: msg`Excellent`,
  Good: msg`Good`,
  Fair: msg`Fair`,
  Poor: msg`Poor`,
  Critical: msg`Critical`,
};

export const freshnessLabel = (level: FreshnessLevel): string => i18n._(FRESHNESS_LABELS[level]);

type LabeledTimes = ListingTimes & Pick<Listing, 'category' | 'dateKind' | 'bestByDate'>;

/**
 * The level with the clock at which it ends, and the day where that is not the label's: "Expires Today · 10 PM",
 * "Expires tomorrow, 10 AM", "Expires Sun, 10 AM". A whole day has no clock, nor, if `isShort`, another day than today:
 * "Expires Tomorrow", "Expires Sun". Nor does a date that the donor has not given: "Likely good until Sun".
 */
export function expiryLabel(listing: LabeledTimes, nowMs: number, isShort = false): string {
  const level = listingLevel(listing, nowMs);
  const label = freshnessLabel(level);
  if (level !== 'urgent' && level !== 'today' && level !== 'tomorrow') return label;
  const endMs = feedEndMs(listing);
  const time = formatTime(saidEndMs(endMs));
  const isWholeDay = endMs >= endOfDay(endMs, communityZone());
  const days = calendarDaysBetween(nowMs, endMs, communityZone());
  if (isDefaultBestBy(listing, communityZone())) {
    const day = formatWeekday(endMs);
    return days === 2 ? t`Likely good until ${day}` : freshnessLabel(days === 1 ? 'tomorrow' : level);
  }
  if (isShort && level !== 'urgent' && days === 1) return freshnessLabel('tomorrow');
  if (level === 'today' && days === 1) return t`Expires tomorrow, ${time}`;
  if (level === 'tomorrow' && days === 2) {
    const day = formatWeekday(endMs);
    return isShort || isWholeDay ? t`Expires ${day}` : t`Expires ${day}, ${time}`;
  }
  return isWholeDay ? label : `${label} · ${time}`;
}

const FILTER_LABELS: Readonly<Record<FreshnessFilter, MessageDescriptor>> = {
  all: msg`All Food`,
  'expiring-soon': msg`Expiring Soon`,
  urgent: msg`Critical`,
  fresh: msg`Fresh`,
};
export const freshnessFilterLabel = (filter: FreshnessFilter): string => i18n._(FILTER_LABELS[filter]);

const VISIT_LABELS: Readonly<Record<VisitTime, MessageDescriptor>> = {
  now: msg({ message: 'Now', context: 'when can you come?' }),
  tonight: msg({ message: 'Tonight', context: 'when can you come?' }),
  tomorrow: msg({ message: 'Tomorrow', context: 'when can you come?' }),
};
export const visitLabel = (when: VisitTime): string => i18n._(VISIT_LABELS[when]);

export const freshnessScoreLabel = (score: ScoreLabel): string => i18n._(SCORE_LABELS[score]);

export function listingLevel(times: ListingTimes, nowMs: number): FreshnessLevel {
  return freshnessLevel(hoursLeft(feedEndMs(times), nowMs));
}

/** "4 servings"; "34 of 50 servings left" if some are claimed and it is still offered. */
export function servingsLabel(
  {
    servingsLeft,
    estimatedServings,
    countedAs,
  }: Pick<Listing, 'servingsLeft' | 'estimatedServings' | 'countedAs'>,
  isOffered: boolean,
): string {
  if (!isOffered || servingsLeft === estimatedServings || servingsLeft === 0)
    return formatServings(estimatedServings, countedAs);
  return t`${servingsLeft} of ${formatServings(estimatedServings, countedAs)} left`;
}

/** The same on a card: "4 servings"; "46 left of 60". */
export function servingsLeftLabel(
  {
    servingsLeft,
    estimatedServings,
    countedAs,
  }: Pick<Listing, 'servingsLeft' | 'estimatedServings' | 'countedAs'>,
  isOffered: boolean,
): string {
  if (!isOffered || servingsLeft === estimatedServings || servingsLeft === 0)
    return formatServings(estimatedServings, countedAs);
  return t`${servingsLeft} left of ${estimatedServings}`;
}

const URGENCY_LABELS: Readonly<Record<UrgencyLevel, MessageDescriptor>> = {
  low: msg`No hurry`,
  medium: msg`Soon`,
  high: msg`Today`,
  emergency: msg`Right now`,
};

export const urgencyLabel = (level: UrgencyLevel): string => i18n._(URGENCY_LABELS[level]);

const STORAGE_TIPS: Readonly<Record<Exclude<Category, 'dairy_eggs'>, MessageDescriptor>> = {
  fruits_vegetables: msg`Leave them whole and unwashed. Cuts and water make them spoil sooner.`,
  prepared_meals: msg`Chill within 2 hours of cooking, cover it, and label it with when you made it.`,
  bakery_items: msg`Keep bread in paper at room temperature. The fridge makes it go stale sooner.`,
  pantry_staples: msg`Share unopened packages, and skip cans that bulge, leak or are dented at the seam.`,
  other: msg`Say what's in it and how you've stored it, so people can decide if it's right for them.`,
};

/** One sentence on keeping food of this category good until pickup. */
export function storageTip(category: Category): string {
  if (category !== 'dairy_eggs') return i18n._(STORAGE_TIPS[category]);
  const cold = foodTemperature('cold');
  return t`Leave these in the fridge, below ${cold}, until someone is at the door.`;
}

const THING_NAMES: Readonly<Record<Thing, MessageDescriptor>> = {
  pieces: msg`Pieces`,
  rolls: msg`Rolls`,
  loaves: msg`Loaves`,
  boxes: msg`Boxes`,
  bags: msg`Bags`,
  jars: msg`Jars`,
};

export const thingName = (thing: Thing | null): string =>
  thing === null ? t`Servings` : i18n._(THING_NAMES[thing]);

/**
 * "with milk, eggs", for everyone who can claim in one tap, beside the warning of what they avoid; null if that is all. Of
 * none, only people who avoid some are told: for them it differs from nothing said.
 */
export function contentsLabel(
  { allergens }: Pick<Listing, 'allergens'>,
  avoids: readonly Allergen[],
): string | null {
  if (allergens?.length === 0) return avoids.length > 0 ? t`No common allergens` : null;
  if (allergens === null) return avoids.length === 0 ? t`Allergens not said: ask` : null;
  const names = formatWords(allergens.filter((one) => !avoids.includes(one)).map(allergenName));
  return names && t`with ${names}`;
}
