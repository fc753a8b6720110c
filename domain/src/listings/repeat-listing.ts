import { addCalendarDays, calendarDaysBetween, instantAt, MINUTE_MS } from '../kernel/time.ts';
import type { CreateListing, Listing } from './listing-contract.ts';
import { isOpenListing } from './listing-states.ts';
import { defaultPickup, type PickupChoice } from './share-defaults.ts';

/** With less time left today, the earlier pickup window is replaced by the default one. */
const SHORTEST_WINDOW_MS = 30 * MINUTE_MS;

/** The pickup window as many days later; `otherwise` if that one is over, or almost. */
function repeatedWindow(
  listing: Listing,
  days: number,
  nowMs: number,
  timeZone: string,
  otherwise: PickupChoice,
): PickupChoice {
  const fromMs = addCalendarDays(Date.parse(listing.availableFrom), days, timeZone);
  const untilMs = addCalendarDays(Date.parse(listing.availableUntil), days, timeZone);
  // a clock change can turn a short night window around
  return untilMs > fromMs && untilMs - nowMs >= SHORTEST_WINDOW_MS ? { fromMs, untilMs } : otherwise;
}

/**
 * The best-before date and the hard expiry as many days later. A use-by date is not moved, since it differs for each
 * pack.
 */
function repeatedDates(listing: Listing, days: number, nowMs: number, timeZone: string) {
  const later = (date: string): number => addCalendarDays(Date.parse(date), days, timeZone);
  if (listing.dateKind === 'use_by' || later(listing.bestByDate) <= nowMs)
    return { bestByDate: '', expiryDate: null };
  const expiryMs = listing.expiryDate === null ? null : later(listing.expiryDate);
  return {
    bestByDate: instantAt(later(listing.bestByDate)),
    expiryDate: expiryMs === null || expiryMs <= nowMs ? null : instantAt(expiryMs),
  };
}

export function bodyOfListing(listing: Listing): CreateListing {
  const { title, description, category, estimatedServings, bestByDate, expiryDate, dateKind } = listing;
  const { countedAs, allergens, diets, pickupLocation, availableFrom, availableUntil, isBulk, mayGoToOne } =
    listing;
  const { latitude, longitude } = listing;
  return {
    ...{ title, description, category, estimatedServings, bestByDate, expiryDate, dateKind },
    ...{ countedAs, allergens, diets, pickupLocation, availableFrom, availableUntil, isBulk, mayGoToOne },
    ...(latitude !== null && longitude !== null && { latitude, longitude }),
    ...(isBulk && { urgencyLevel: listing.urgencyLevel }),
    pickupInstructions: listing.pickupInstructions ?? '',
    imageUrls: listing.photos.map(({ objectPath }) => objectPath),
    imageCaptions: listing.photos.map(({ caption }) => caption),
    sharePlaceAtOnce: listing.sharePlaceAtOnce ?? false,
    closingTime: listing.closingTime ?? '',
    contactPhone: listing.contactPhone ?? '',
  };
}

/** Days by which a running listing is moved so that its pickup begins tomorrow at the earliest; else null. */
function daysUntilTomorrow(listing: Listing, nowMs: number, timeZone: string): number | null {
  if (!isOpenListing(listing) || Date.parse(listing.availableUntil) <= nowMs) return null;
  return Math.max(1, calendarDaysBetween(Date.parse(listing.availableFrom), nowMs, timeZone) + 1);
}

/**
 * An earlier listing of the same person, to be shared again at `nowMs`; one that is out still is for tomorrow. Everything as it was, the original amount, and
 * the times moved by the days of `timeZone` since it was shared, so that what was shared for the same evening is for
 * this evening. If the moved window ends within 30 minutes, it is `otherwise`. `bestByDate` is empty, and has to be
 * asked for, if it is a use-by date or if the moved date is past.
 */
export function repeatListing(
  listing: Listing,
  nowMs: number,
  timeZone: string,
  otherwise = defaultPickup(nowMs, timeZone),
): CreateListing {
  const days =
    daysUntilTomorrow(listing, nowMs, timeZone) ??
    calendarDaysBetween(Date.parse(listing.createdAt), nowMs, timeZone);
  const { fromMs, untilMs } = repeatedWindow(listing, days, nowMs, timeZone, otherwise);
  return {
    ...bodyOfListing(listing),
    ...repeatedDates(listing, days, nowMs, timeZone),
    estimatedServings: listing.offeredServings ?? listing.estimatedServings,
    availableFrom: instantAt(fromMs),
    availableUntil: instantAt(untilMs),
  };
}
