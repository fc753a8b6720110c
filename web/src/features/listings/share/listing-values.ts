import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { addCalendarDays, endOfDay, instantAt } from '@openlarder/domain/kernel/time.ts';
import type { DateKind } from '@openlarder/domain/listings/listing-fields.ts';
import { createListingBody } from '@openlarder/domain/listings/listing-schemas.ts';
import {
  defaultPickup,
  keptPickup,
  type PickupChoice,
  shareDefaults,
} from '@openlarder/domain/listings/share-defaults.ts';
import { defaultExpiryMs, needsDateKind } from '@openlarder/domain/listings/shelf-life.ts';
import { isSameAddress } from '@openlarder/domain/places/same-address.ts';
import * as z from 'zod/mini';
import { amountOfTitle, categoryOfTitle } from '../titles.ts';
import { type TemplateName, templateValues } from './donation-templates.ts';

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

/** What the suggestions depend on. Days are calendar days of `timeZone`, the community's zone. */
export type FormContext = {
  readonly place: KnownPlace | null;
  readonly nowMs: number;
  readonly timeZone: string;
  /** The default within the hours of an organization, at `nowMs`. */
  readonly openPickup?: PickupChoice | undefined;
  /** The pickup window that the person gave last. */
  readonly lastPickup?: PickupChoice | undefined;
  /** Whether it is a donation. */
  readonly isBulk: boolean;
  /** What fills a donation in, until something else is said. */
  readonly template?: TemplateName | undefined;
  /** The listing that is edited, in place of suggestions. */
  readonly listing?: ShareFields | undefined;
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

/** What a person has said of the form; everything else is suggested. */
export type Said = { readonly [Name in keyof ShareFields]?: ShareFields[Name] | undefined };

/**
 * Shelf lives are estimates on the safe side, so that dates are best-before unless the donor reads "use by" on the pack.
 * Only some categories carry either date; all others have a best-before date.
 */
const dateKindOf = ({ category, dateKind }: ShareFields): DateKind =>
  needsDateKind(category) ? dateKind : 'best_before';

/** What a new listing begins with: most of it follows from the kind of food, its title, the template and the clock. */
function suggestedValues(said: Said, context: FormContext): ShareFields {
  const { place, nowMs, timeZone, isBulk } = context;
  const template = context.template && templateValues(context.template);
  const title = said.title ?? template?.title ?? '';
  // without a word that names it, the category is the one with the most cautious dates
  const category = categoryOfTitle(title) ?? template?.category ?? 'other';
  const defaults = shareDefaults(said.category ?? category, nowMs, timeZone, isBulk);
  const pickup = suggestedPickup(context);
  return {
    title: '',
    description: '',
    estimatedServings: defaults.estimatedServings,
    countedAs: null,
    allergens: null,
    diets: [],
    ...template,
    ...amountOfTitle(title),
    category,
    isBulk,
    dateKind: 'best_before',
    bestByDate: instantAt(defaults.bestByMs),
    expiryDate: null,
    pickupLocation: place?.location ?? '',
    pickupInstructions: '',
    availableFrom: instantAt(pickup.fromMs),
    availableUntil: instantAt(pickup.untilMs),
    imageUrls: [],
    imageCaptions: [],
    sharePlaceAtOnce: false,
    mayGoToOne: false,
    urgencyLevel: isBulk ? (template?.urgencyLevel ?? 'medium') : undefined,
    closingTime: '',
    contactPhone: '',
    latitude: place?.latitude ?? undefined,
    longitude: place?.longitude ?? undefined,
  };
}

/** The form of what a person has said, and what is suggested in place of that. */
export function formOf(said: Said, context: FormContext) {
  const { timeZone, listing } = context;
  const suggested = listing ?? suggestedValues(said, context);
  const values = Object.assign({ ...suggested }, differing(said, {}), { isBulk: suggested.isBulk });
  const { category, dateKind, isBulk } = values;
  // dates of a listing that is edited stay as they are, also another client's, while its kind of food does
  const isAsListed = listing?.category === category && listing.dateKind === dateKind;
  if (!isAsListed) {
    values.dateKind = dateKindOf(values);
    values.bestByDate = dateOfKind(values.bestByDate, values.dateKind, timeZone);
  }
  const follows = !isAsListed && (isBulk || values.dateKind === 'use_by');
  const ownExpiry =
    listing && listing.expiryDate !== expiryOf(listing, timeZone) ? listing.expiryDate : undefined;
  const own = said.expiryDate === undefined ? ownExpiry : said.expiryDate;
  values.expiryDate = follows || own === undefined ? expiryOf(values, timeZone) : own;
  return { suggested, values };
}

/** What one says that the other doesn't, or says otherwise. */
export const differing = (said: Said, from: Said): Said =>
  Object.fromEntries(
    LISTING_FIELDS.filter((name) => said[name] !== undefined && !isSameValue(said[name], from[name])).map(
      (name) => [name, said[name]],
    ),
  );

/** The expiry date that follows from a best-by date; null without one, and for a donation. */
export function expiryOf(
  { bestByDate, dateKind, isBulk }: Pick<ShareFields, 'bestByDate' | 'dateKind' | 'isBulk'>,
  timeZone: string,
): string | null {
  const bestByMs = Date.parse(bestByDate);
  return isBulk || Number.isNaN(bestByMs) ? null : instantAt(defaultExpiryMs(bestByMs, timeZone, dateKind));
}

/** Another start of pickup; the end moves along if it would be earlier. */
export function withPickupStart(values: ShareFields, availableFrom: string): Said {
  const [from, was, until] = [availableFrom, values.availableFrom, values.availableUntil].map(Date.parse);
  if (from === undefined || was === undefined || until === undefined || !(until > was && from >= until))
    return { availableFrom };
  return { availableFrom, availableUntil: instantAt(from + (until - was)) };
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
