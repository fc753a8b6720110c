import { addCalendarDays, endOfDay, instantOfWallClock } from '@openlarder/domain/kernel/time.ts';
import type {
  createListingBody,
  DateKind,
  UrgencyLevel,
} from '@openlarder/domain/listings/listing-contract.ts';
import { asksDateKind, expiryAfter, shareDefaults } from '@openlarder/domain/listings/share-defaults.ts';
import type * as z from 'zod/mini';

/** The form's values are the call's: times as ISO 8601 instants, empty where none is given. */
export type ShareValues = z.input<typeof createListingBody>;
type MayBeUnsaid = 'latitude' | 'longitude' | 'areaLabel' | 'urgencyLevel';
/** The same, complete: what the form starts with and what its fields show. */
export type ShareFields = {
  [Name in Exclude<keyof ShareValues, MayBeUnsaid>]-?: Exclude<ShareValues[Name], undefined>;
} & Pick<ShareValues, MayBeUnsaid>;

/** What the form knows of the person's own place. */
export type KnownPlace = {
  readonly location: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
};

/** What the form's first values rest on. Days are the calendar's of `timeZone`, the community's. */
export type ShareBasis = {
  readonly place: KnownPlace | null;
  readonly nowMs: number;
  readonly timeZone: string;
};

/** What decides the rest: other food keeps for another time, a donation feeds more people. */
export type ShareKind = Pick<ShareFields, 'category' | 'isBulk' | 'dateKind'>;

/**
 * What a form starts with. The category is the one whose dates promise the least that is not so; the days a category
 * keeps are on the safe side, so that its date is a best-before unless the donor reads "use by" on the pack.
 */
export const FIRST_KIND: ShareKind = { category: 'other', isBulk: false, dateKind: 'best_before' };
/** What a donation starts with: better taken soon, and no alarm. */
const FIRST_URGENCY: UrgencyLevel = 'medium';

const iso = (ms: number): string => new Date(ms).toISOString();

/** Only food that packs mark with either date has a use-by. */
const kindOf = ({ category, isBulk, dateKind }: ShareKind): ShareKind => ({
  category,
  isBulk,
  dateKind: asksDateKind(category) ? dateKind : 'best_before',
});

/** What the form starts with for this kind of food. */
export function startingValues(given: ShareKind, basis: ShareBasis): ShareFields {
  const { place, nowMs, timeZone } = basis;
  const kind = kindOf(given);
  const defaults = shareDefaults(kind.category, nowMs, timeZone, kind.isBulk);
  const bestByDate = dateOfKind(iso(defaults.bestByMs), kind.dateKind, timeZone);
  const point =
    place && place.latitude !== null && place.longitude !== null
      ? { latitude: place.latitude, longitude: place.longitude }
      : {};
  return {
    ...kind,
    title: '',
    description: '',
    estimatedServings: defaults.estimatedServings,
    bestByDate,
    expiryDate: expiryOf({ ...kind, bestByDate }, timeZone),
    allergens: null,
    diets: [],
    pickupLocation: place?.location ?? '',
    pickupInstructions: '',
    availableFrom: iso(defaults.availableFromMs),
    availableUntil: iso(defaults.availableUntilMs),
    imageUrls: [],
    imageCaptions: [],
    sharePlaceAtOnce: false,
    ...(kind.isBulk && { urgencyLevel: FIRST_URGENCY }),
    closingTime: '',
    contactPhone: '',
    ...point,
  };
}

/** Hard expiry as it follows from a best-by date; null while there is none, and in a donation. */
export function expiryOf(
  { bestByDate, dateKind, isBulk }: Pick<ShareFields, 'bestByDate' | 'dateKind' | 'isBulk'>,
  timeZone: string,
): string | null {
  const bestByMs = Date.parse(bestByDate);
  return isBulk || Number.isNaN(bestByMs) ? null : iso(expiryAfter(bestByMs, timeZone, dateKind));
}

/** The values with another best-by date; hard expiry follows it while the person has not set it apart. */
export function withBestBy(values: ShareFields, bestByDate: string, timeZone: string): ShareFields {
  const next = { ...values, bestByDate };
  const follows = values.dateKind === 'use_by' || values.expiryDate === expiryOf(values, timeZone);
  return { ...next, expiryDate: follows ? expiryOf(next, timeZone) : values.expiryDate };
}

/** The values with another start of pickup; the end moves along where it would come before it. */
export function withPickupFrom(values: ShareFields, availableFrom: string): ShareFields {
  const [from, was, until] = [availableFrom, values.availableFrom, values.availableUntil].map(Date.parse);
  const next = { ...values, availableFrom };
  if (from === undefined || was === undefined || until === undefined || !(until > was && from >= until))
    return next;
  return { ...next, availableUntil: iso(from + (until - was)) };
}

const FOLLOWING = ['estimatedServings', 'bestByDate', 'availableFrom', 'availableUntil'] as const;
type Following = Pick<ShareFields, (typeof FOLLOWING)[number]>;

/**
 * The values once the kind of food, or the time they rest on, is another: what the person has set stays, all else
 * takes its new default. `values` still has the kind it had.
 */
export function valuesFollowing(
  values: ShareFields,
  before: ShareBasis,
  to: ShareKind,
  after: ShareBasis,
): ShareFields {
  const kind = kindOf(to);
  const was = startingValues(values, before);
  const is = startingValues(kind, after);
  const isUnset = (name: keyof Following): boolean => Object.is(values[name], was[name]);
  const next: ShareFields = {
    ...values,
    ...kind,
    ...Object.fromEntries(FOLLOWING.filter(isUnset).map((name) => [name, is[name]])),
    urgencyLevel: values.urgencyLevel ?? is.urgencyLevel,
  };
  next.bestByDate = dateOfKind(next.bestByDate, kind.dateKind, after.timeZone);
  const hadOwnExpiry = !values.isBulk && values.expiryDate !== expiryOf(values, before.timeZone);
  const keepsExpiry = hadOwnExpiry && !kind.isBulk && kind.dateKind !== 'use_by';
  return { ...next, expiryDate: keepsExpiry ? values.expiryDate : expiryOf(next, after.timeZone) };
}

/** A day named without a time means its last second: today is 0, tomorrow 1. */
export function endOfDayFromNow(days: number, nowMs: number, timeZone: string): string {
  return iso(endOfDay(addCalendarDays(nowMs, days, timeZone), timeZone));
}

/** The best-by date as its new kind takes it: what is to be used by a day is so until the day's last second. */
function dateOfKind(bestByDate: string, dateKind: DateKind, timeZone: string): string {
  const atMs = Date.parse(bestByDate);
  return dateKind === 'use_by' && !Number.isNaN(atMs) ? iso(endOfDay(atMs, timeZone)) : bestByDate;
}

/** The last second of the day that a `date` input names, on the wall of `timeZone`; empty when it names none. */
export function instantOfDay(value: string, timeZone: string): string {
  const noon = instantOfInput(`${value}T12:00`, timeZone);
  return noon && iso(endOfDay(Date.parse(noon), timeZone));
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
  'isBulk',
  'imageUrls',
  'imageCaptions',
  'category',
  'title',
  'estimatedServings',
  'urgencyLevel',
  'description',
  'allergens',
  'diets',
  'dateKind',
  'bestByDate',
  'expiryDate',
  'availableFrom',
  'availableUntil',
  'closingTime',
  'pickupLocation',
  'latitude',
  'longitude',
  'areaLabel',
  'pickupInstructions',
  'contactPhone',
  'sharePlaceAtOnce',
] as const satisfies readonly (keyof ShareValues)[];
