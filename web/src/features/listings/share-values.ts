import { addCalendarDays, endOfDay, instantOfWallClock } from '@openlarder/domain/kernel/time.ts';
import type { Category, createListingBody } from '@openlarder/domain/listings/listing-contract.ts';
import { expiryAfter, shareDefaults } from '@openlarder/domain/listings/share-defaults.ts';
import type * as z from 'zod/mini';

/** The form's values are the call's: times as ISO 8601 instants, empty where none is given. */
export type ShareValues = z.input<typeof createListingBody>;
/** The same, complete: what the form starts with and what its fields show. */
export type ShareFields = Omit<
  Required<ShareValues>,
  'latitude' | 'longitude' | 'areaLabel' | 'urgencyLevel'
> &
  Pick<ShareValues, 'latitude' | 'longitude' | 'areaLabel' | 'urgencyLevel'>;

/** What the form knows of the person's own place. */
export type KnownPlace = {
  readonly location: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
};

const iso = (ms: number): string => new Date(ms).toISOString();

/** What the form starts with. Days are the calendar's of `timeZone`. */
export function startingValues(
  category: Category,
  place: KnownPlace | null,
  nowMs: number,
  timeZone: string,
): ShareFields {
  const defaults = shareDefaults(category, nowMs, timeZone);
  const point =
    place && place.latitude !== null && place.longitude !== null
      ? { latitude: place.latitude, longitude: place.longitude }
      : {};
  return {
    title: '',
    description: '',
    category,
    estimatedServings: defaults.estimatedServings,
    bestByDate: iso(defaults.bestByMs),
    expiryDate: iso(defaults.expiryMs),
    dateKind: 'best_before',
    allergens: null,
    diets: [],
    pickupLocation: place?.location ?? '',
    pickupInstructions: '',
    availableFrom: iso(defaults.availableFromMs),
    availableUntil: iso(defaults.availableUntilMs),
    imageUrls: [],
    imageCaptions: [],
    sharePlaceAtOnce: false,
    isBulk: false,
    closingTime: '',
    contactPhone: '',
    ...point,
  };
}

/** The dates that follow from a category; the form puts in those that the person has not set. */
export function datesOf(
  category: Category,
  nowMs: number,
  timeZone: string,
): Pick<ShareFields, 'bestByDate' | 'expiryDate'> {
  const { bestByMs, expiryMs } = shareDefaults(category, nowMs, timeZone);
  return { bestByDate: iso(bestByMs), expiryDate: iso(expiryMs) };
}

/** Hard expiry as it follows from a best-by date; null while there is none. */
export function expiryOf(bestByDate: string, timeZone: string): string | null {
  const bestByMs = Date.parse(bestByDate);
  return Number.isNaN(bestByMs) ? null : iso(expiryAfter(bestByMs, timeZone));
}

/** A day named without a time means its last second: today is 0, tomorrow 1. */
export function endOfDayFromNow(days: number, nowMs: number, timeZone: string): string {
  return iso(endOfDay(addCalendarDays(nowMs, days, timeZone), timeZone));
}

const DATE_TIME_INPUT = /^(\d{4,5})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?/;

/** The instant that a `datetime-local` input says on the wall of `timeZone`; empty when it says none. */
export function instantOfInput(value: string, timeZone: string): string {
  const [, year, month, day, hour, minute, second = '0'] = DATE_TIME_INPUT.exec(value) ?? [];
  if (year === undefined) return '';
  const ms = instantOfWallClock(
    {
      year: Number(year),
      month: Number(month),
      day: Number(day),
      hour: Number(hour),
      minute: Number(minute),
      second: Number(second),
    },
    timeZone,
  );
  return Number.isNaN(ms) ? '' : iso(ms);
}

/** Where the form's fields stand, top to bottom: the first one with a fault gets the keyboard. */
export const SHARE_FIELDS = [
  'imageUrls',
  'category',
  'title',
  'estimatedServings',
  'bestByDate',
  'expiryDate',
  'availableFrom',
  'availableUntil',
  'pickupLocation',
  'latitude',
  'longitude',
  'areaLabel',
  'pickupInstructions',
  'description',
  'sharePlaceAtOnce',
] as const satisfies readonly (keyof ShareValues)[];
