import type { Allergen, Diet } from '../kernel/food-tags.ts';
import { addCalendarDays, calendarDay, instantAt, MINUTE_MS } from '../kernel/time.ts';
import { derivedUrgency, freshnessLevel, hoursLeft } from '../listings/freshness.ts';
import type { CreateListing } from '../listings/listing-contract.ts';
import type { Category, DateKind } from '../listings/listing-fields.ts';
import { shareDefaults } from '../listings/share-defaults.ts';
import { defaultExpiryMs } from '../listings/shelf-life.ts';
import type { Weekday } from '../volunteers/volunteer-fields.ts';
import { atMinute, minutesOf, weekdayAt } from './opening-hours.ts';

/** The times of the question and of the pickup: wall-clock times of the community's zone. */
export type SurplusSchedule = {
  readonly weekdays: readonly Weekday[];
  readonly askAt: string;
  /** The first time at or after `askAt`, on the next day if need be. */
  readonly pickupFrom: string;
  /** The first time after `pickupFrom`. */
  readonly pickupUntil: string;
};

export const MAX_RECURRING_SURPLUS = 20;

export const QUESTION_STATES = ['open', 'posted', 'skipped', 'lapsed'] as const;
/** `skipped` is the answer "Not today", also given ahead as a day off; `lapsed` was not answered in time. */
export type QuestionState = (typeof QUESTION_STATES)[number];

/**
 * A late question is not asked with less time left for the pickup, nor with less than half of what a short pickup has
 * from the question on; an asked question can be answered until the pickup is over.
 */
const LEAST_PICKUP_MS = 30 * MINUTE_MS;
const LONGEST_WAIT_MINUTES = 12 * 60;
const DAY_MINUTES = 24 * 60;

/** Minutes from one wall-clock time to the next occurrence of another. */
const minutesUntil = (from: string, until: string): number =>
  (minutesOf(until) - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES;

/** The fault of the times: pickup begins before the question, or ends when it begins. */
export function scheduleFault({
  askAt,
  pickupFrom,
  pickupUntil,
}: Pick<SurplusSchedule, 'askAt' | 'pickupFrom' | 'pickupUntil'>): 'pickupFrom' | 'pickupUntil' | null {
  if (minutesUntil(askAt, pickupFrom) > LONGEST_WAIT_MINUTES) return 'pickupFrom';
  return minutesUntil(pickupFrom, pickupUntil) === 0 ? 'pickupUntil' : null;
}

/** One day of recurring surplus, in epoch milliseconds. */
export type SurplusOccasion = {
  /** The community's calendar day on which it is asked, as 2026-05-04. */
  readonly day: string;
  readonly asksMs: number;
  readonly fromMs: number;
  readonly untilMs: number;
};

/** The occasion of the calendar day of `dayMs`; null on other weekdays, and if a clock change swallows its window. */
function occasionOn(schedule: SurplusSchedule, dayMs: number, timeZone: string): SurplusOccasion | null {
  if (!schedule.weekdays.includes(weekdayAt(dayMs, timeZone))) return null;
  const ask = minutesOf(schedule.askAt);
  const from = ask + minutesUntil(schedule.askAt, schedule.pickupFrom);
  const until = from + minutesUntil(schedule.pickupFrom, schedule.pickupUntil);
  const occasion = {
    day: calendarDay(dayMs, timeZone),
    asksMs: atMinute(dayMs, ask, timeZone),
    fromMs: atMinute(dayMs, from, timeZone),
    untilMs: atMinute(dayMs, until, timeZone),
  };
  return occasion.untilMs - occasion.fromMs >= MINUTE_MS ? occasion : null;
}

const isWorthAsking = ({ asksMs, untilMs }: SurplusOccasion, nowMs: number): boolean =>
  untilMs - nowMs >= Math.min(LEAST_PICKUP_MS, (untilMs - asksMs) / 2);

/**
 * The occasions to ask about at `nowMs`: yesterday's, whose window may last past midnight, and today's. Not before the
 * calendar day `startsOn`, and not too late.
 */
export function dueOccasions(
  schedule: SurplusSchedule,
  startsOn: string,
  nowMs: number,
  timeZone: string,
): SurplusOccasion[] {
  return [-1, 0].flatMap((ahead) => {
    const occasion = occasionOn(schedule, addCalendarDays(nowMs, ahead, timeZone), timeZone);
    const isDue =
      occasion !== null &&
      occasion.day >= startsOn &&
      occasion.asksMs <= nowMs &&
      isWorthAsking(occasion, nowMs);
    return isDue ? [occasion] : [];
  });
}

/** The next occasion that is still to be asked about, on none of the days in `taken`; null without weekdays. */
export function nextOccasion(
  schedule: SurplusSchedule,
  startsOn: string,
  taken: ReadonlySet<string>,
  nowMs: number,
  timeZone: string,
): SurplusOccasion | null {
  // a fortnight and a day: one day off, and a window that a clock change swallows
  for (let ahead = 0; ahead <= 15; ahead++) {
    const occasion = occasionOn(schedule, addCalendarDays(nowMs, ahead, timeZone), timeZone);
    if (!occasion || occasion.day < startsOn || taken.has(occasion.day)) continue;
    if (isWorthAsking(occasion, nowMs)) return occasion;
  }
  return null;
}

export type SurplusFood = {
  readonly title: string;
  readonly description: string;
  readonly category: Category;
  readonly servings: number;
  readonly dateKind: DateKind;
  readonly allergens: readonly Allergen[] | null;
  readonly diets: readonly Diet[];
  readonly pickupInstructions: string;
};

type Posting = {
  readonly servings: number;
  /** For food with a use-by date, which differs for each pack: entered each time. */
  readonly useBy: string | null;
  /** The public address of the organization. */
  readonly address: string;
  readonly point: { readonly latitude: number; readonly longitude: number } | null;
  readonly photos: readonly { readonly objectPath: string; readonly caption: string }[];
};

/** The listing that "Yes" posts. Dates are the share form's defaults; pickup begins now at the earliest. */
export function surplusListing(
  food: SurplusFood,
  window: { readonly fromMs: number; readonly untilMs: number },
  { servings, useBy, address, point, photos }: Posting,
  nowMs: number,
  timeZone: string,
): CreateListing {
  const bestByMs =
    useBy === null ? shareDefaults(food.category, nowMs, timeZone).bestByMs : Date.parse(useBy);
  return {
    title: food.title,
    description: food.description,
    category: food.category,
    estimatedServings: servings,
    bestByDate: instantAt(bestByMs),
    expiryDate: instantAt(defaultExpiryMs(bestByMs, timeZone, food.dateKind)),
    dateKind: food.dateKind,
    allergens: food.allergens && [...food.allergens],
    diets: [...food.diets],
    pickupLocation: address,
    pickupInstructions: food.pickupInstructions,
    availableFrom: instantAt(Math.max(window.fromMs, nowMs)),
    availableUntil: instantAt(window.untilMs),
    imageUrls: photos.map(({ objectPath }) => objectPath),
    imageCaptions: photos.map(({ caption }) => caption),
    ...point,
    // the address of a business is public
    sharePlaceAtOnce: true,
    isBulk: true,
    mayGoToOne: false,
    countedAs: null,
    urgencyLevel: derivedUrgency(freshnessLevel(hoursLeft(window.untilMs, nowMs))),
    closingTime: '',
    contactPhone: '',
  };
}
