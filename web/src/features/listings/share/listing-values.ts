import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { addCalendarDays, endOfDay, instantAt } from '@openlarder/domain/kernel/time.ts';
import type { DateKind, UrgencyLevel } from '@openlarder/domain/listings/listing-fields.ts';
import { createListingBody } from '@openlarder/domain/listings/listing-schemas.ts';
import {
  defaultExpiryMs,
  defaultPickup,
  keptPickup,
  needsDateKind,
  type PickupChoice,
  shareDefaults,
} from '@openlarder/domain/listings/share-defaults.ts';
import { isSameAddress } from '@openlarder/domain/places/same-address.ts';
import * as z from 'zod/mini';

/** The form's values are those of the request: times as ISO 8601 instants, empty where none is given. */
export type ShareValues = z.input<typeof createListingBody>;
type OptionalField = 'latitude' | 'longitude' | 'areaLabel' | 'urgencyLevel';
/** The same with all fields present, as the form needs them. */
export type ShareFields = {
  [Name in Exclude<keyof ShareValues, OptionalField>]-?: Exclude<ShareValues[Name], undefined>;
} & Pick<ShareValues, OptionalField>;

/** An address, and the point that belongs to it. */
export type KnownPlace = Pick<User, 'location' | 'latitude' | 'longitude'>;

/**
 * Whether the point is that of a known place whose address was changed: who names a public place does not reveal where
 * they live.
 */
export const isPointOfOther = (
  { pickupLocation, latitude, longitude }: Pick<ShareFields, 'pickupLocation' | 'latitude' | 'longitude'>,
  known: KnownPlace,
): boolean =>
  latitude !== undefined &&
  latitude === known.latitude &&
  longitude === known.longitude &&
  !isSameAddress(pickupLocation, known.location ?? '');

/** What the defaults depend on. Days are calendar days of `timeZone`, the community's zone. */
export type FormContext = {
  readonly place: KnownPlace | null;
  readonly nowMs: number;
  readonly timeZone: string;
  /** The default within the hours of an organization, at `nowMs`. */
  readonly openPickup?: PickupChoice | undefined;
  /** The pickup window that the person gave last. */
  readonly lastPickup?: PickupChoice | undefined;
};

export type OpenTimes = {
  readonly defaultAt: (atMs: number) => PickupChoice | null;
  readonly nextAt: (atMs: number) => PickupChoice | null;
  /** The first open part of a window, long enough for a pickup by default; null if it is closed throughout. */
  readonly partOf: (window: PickupChoice, shortestMs?: number) => PickupChoice | null;
};

/** The suggested pickup: the person's last one if it still lies ahead, else within opening hours, else the default. */
export function suggestedPickup({ nowMs, timeZone, openPickup, lastPickup }: FormContext): PickupChoice {
  const kept = lastPickup && keptPickup(lastPickup, nowMs, timeZone);
  return kept ?? openPickup ?? defaultPickup(nowMs, timeZone);
}

/** What the other defaults depend on: shelf life and amount. */
export type FoodKind = Pick<ShareFields, 'category' | 'isBulk' | 'dateKind'>;

/**
 * The initial category is the one with the most cautious dates. Shelf lives are estimates on the safe side,
 * so that dates are best-before unless the donor reads "use by" on the pack.
 */
export const DEFAULT_KIND: FoodKind = { category: 'other', isBulk: false, dateKind: 'best_before' };
const DEFAULT_URGENCY: UrgencyLevel = 'medium';

/** Only some categories carry either date on the pack; all others have a best-before date. */
const kindOf = ({ category, isBulk, dateKind }: FoodKind): FoodKind => ({
  category,
  isBulk,
  dateKind: needsDateKind(category) ? dateKind : 'best_before',
});

export function defaultValuesFor(given: FoodKind, context: FormContext): ShareFields {
  const { place, nowMs, timeZone } = context;
  const kind = kindOf(given);
  const defaults = shareDefaults(kind.category, nowMs, timeZone, kind.isBulk);
  const pickup = suggestedPickup(context);
  const bestByDate = dateOfKind(instantAt(defaults.bestByMs), kind.dateKind, timeZone);
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
    availableFrom: instantAt(pickup.fromMs),
    availableUntil: instantAt(pickup.untilMs),
    imageUrls: [],
    imageCaptions: [],
    sharePlaceAtOnce: false,
    mayGoToOne: false,
    countedAs: null,
    ...(kind.isBulk && { urgencyLevel: DEFAULT_URGENCY }),
    closingTime: '',
    contactPhone: '',
    ...point,
  };
}

/** The expiry date that follows from a best-by date; null without one, and for a donation. */
export function expiryOf(
  { bestByDate, dateKind, isBulk }: Pick<ShareFields, 'bestByDate' | 'dateKind' | 'isBulk'>,
  timeZone: string,
): string | null {
  const bestByMs = Date.parse(bestByDate);
  return isBulk || Number.isNaN(bestByMs) ? null : instantAt(defaultExpiryMs(bestByMs, timeZone, dateKind));
}

/** The values with another best-by date; the expiry date follows unless the user has set it. */
export function withBestBy(values: ShareFields, bestByDate: string, timeZone: string): ShareFields {
  const next = { ...values, bestByDate };
  const follows = values.dateKind === 'use_by' || values.expiryDate === expiryOf(values, timeZone);
  return { ...next, expiryDate: follows ? expiryOf(next, timeZone) : values.expiryDate };
}

/**
 * The values with another date after which the food is not to be eaten: the best-by date of a donation and of food with
 * a use-by date, else the expiry date, before which the best-by date then lies.
 */
export function withEatBy(
  values: ShareFields,
  name: 'bestByDate' | 'expiryDate',
  instant: string,
  timeZone: string,
): ShareFields {
  if (name === 'bestByDate') return withBestBy(values, instant, timeZone);
  const isBefore = Date.parse(values.bestByDate) <= Date.parse(instant);
  return { ...values, expiryDate: instant, bestByDate: isBefore ? values.bestByDate : instant };
}

/** The values with another start of pickup; the end moves along if it would be earlier. */
export function withPickupStart(values: ShareFields, availableFrom: string): ShareFields {
  const [from, was, until] = [availableFrom, values.availableFrom, values.availableUntil].map(Date.parse);
  const next = { ...values, availableFrom };
  if (from === undefined || was === undefined || until === undefined || !(until > was && from >= until))
    return next;
  return { ...next, availableUntil: instantAt(from + (until - was)) };
}

/** These take their new defaults unless the user has set them; the expiry date follows in its own way. */
const FOLLOWING_FIELDS = [
  'estimatedServings',
  'bestByDate',
  'availableFrom',
  'availableUntil',
  'pickupLocation',
  'latitude',
  'longitude',
] as const satisfies readonly (keyof ShareFields)[];

/**
 * The values after the kind of food or the current time has changed: what the user has set stays, everything
 * else takes its new default. `values` still has the kind it had before.
 */
export function withUpdatedDefaults(
  values: ShareFields,
  before: FormContext,
  to: FoodKind,
  after: FormContext,
): ShareFields {
  const kind = kindOf(to);
  const was = defaultValuesFor(values, before);
  const is = defaultValuesFor(kind, after);
  const following = FOLLOWING_FIELDS.filter((name) => Object.is(values[name], was[name]));
  const next: ShareFields = {
    ...values,
    ...kind,
    ...Object.fromEntries(following.map((name) => [name, is[name]])),
    urgencyLevel: values.urgencyLevel ?? is.urgencyLevel,
  };
  next.bestByDate = dateOfKind(next.bestByDate, kind.dateKind, after.timeZone);
  const hadOwnExpiry = !values.isBulk && values.expiryDate !== expiryOf(values, before.timeZone);
  const keepsExpiry = hadOwnExpiry && !kind.isBulk && kind.dateKind !== 'use_by';
  return { ...next, expiryDate: keepsExpiry ? values.expiryDate : expiryOf(next, after.timeZone) };
}

/** The last second of the day that is `days` calendar days ahead: today is 0, tomorrow 1. */
export function endOfDayFromNow(days: number, nowMs: number, timeZone: string): string {
  return instantAt(endOfDay(addCalendarDays(nowMs, days, timeZone), timeZone));
}

/** The best-by date for its kind: a use-by date is the last second of its day. */
function dateOfKind(bestByDate: string, dateKind: DateKind, timeZone: string): string {
  const atMs = Date.parse(bestByDate);
  return dateKind === 'use_by' && !Number.isNaN(atMs) ? instantAt(endOfDay(atMs, timeZone)) : bestByDate;
}

export const LISTING_FIELDS = Object.values(z.keyof(createListingBody).def.entries);

/** Compares two values of a field; arrays by their content. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (Array.isArray(a) && Array.isArray(b) && JSON.stringify(a) === JSON.stringify(b));
