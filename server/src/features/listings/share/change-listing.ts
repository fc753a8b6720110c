import { type AppError, conflict, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type { ChangeListing } from '@openlarder/domain/listings/listing-contract.ts';
import {
  type ListingStock,
  stockOfServings,
  takenServings,
} from '@openlarder/domain/listings/listing-states.ts';
import { isShorterPickup, timesOver } from '@openlarder/domain/listings/offer-times.ts';
import type { Tx } from '#server/db/database.ts';
import type { Photos } from '#server/features/photos/photos.service.ts';
import type { Places } from '#server/features/places/places.service.ts';
import { makeChangePhotos } from './change-photos.ts';
import { makeChangePlace } from './listing-place.ts';
import { type ListingTimes, timeColumns, timesOf, urgencyOf } from '../listing-times.ts';
import { type ListingRow, stockColumns, stockOf, updateListing } from '../listings.store.ts';

const hasClaims = (): AppError =>
  conflict(
    'has-claims',
    'Somebody is coming for this food. To change the place or shorten the pickup, please agree with them in your conversation and let their claim go first.',
  );

/** The times as they would be, if what is new in them can be offered. */
function changedTimes(row: ListingRow, body: ChangeListing, now: Date): ListingTimes {
  const before = timesOf(row);
  const after: ListingTimes = {
    availableFrom: body.availableFrom ?? before.availableFrom,
    availableUntil: body.availableUntil ?? before.availableUntil,
    bestByDate: body.bestByDate ?? before.bestByDate,
    // bulk food never has one
    expiryDate: row.is_bulk || body.expiryDate === undefined ? before.expiryDate : body.expiryDate,
    dateKind: body.dateKind ?? before.dateKind,
  };
  if (Date.parse(after.availableUntil) <= Date.parse(after.availableFrom))
    throw unprocessable(
      body.availableUntil === undefined
        ? { availableFrom: 'Pickup has to start before it ends' }
        : { availableUntil: 'Pickup has to end after it starts' },
    );
  const isNew: Readonly<Record<string, boolean>> = {
    availableUntil: after.availableUntil !== before.availableUntil,
    expiryDate: after.expiryDate !== before.expiryDate,
    bestByDate: after.bestByDate !== before.bestByDate || after.dateKind !== before.dateKind,
  };
  // what has passed meanwhile does not keep a donor from mending the title
  const over = Object.entries(timesOver(after, now.getTime())).filter(([field]) => isNew[field]);
  if (over.length > 0) throw unprocessable(Object.fromEntries(over));
  if (row.servings_claimed > 0 && isShorterPickup(before, after)) throw hasClaims();
  return after;
}

function changedStock(row: ListingRow, servings: number): ListingStock {
  const before = stockOf(row);
  const after = stockOfServings(before, servings);
  if (after) return after;
  const taken = takenServings(before);
  throw unprocessable({
    estimatedServings: `${taken} of these ${taken === 1 ? 'is' : 'are'} taken already, so it cannot be fewer than ${taken}`,
  });
}

/** The columns that the body names, as they would be. */
function changedColumns(row: ListingRow, body: ChangeListing, times: ListingTimes) {
  const stock =
    body.estimatedServings === undefined ? stockOf(row) : changedStock(row, body.estimatedServings);
  return {
    title: body.title ?? row.title,
    description: body.description ?? row.description,
    category: body.category ?? row.category,
    ...timeColumns(times),
    allergens: body.allergens === undefined ? row.allergens : body.allergens,
    diets: body.diets ?? row.diets,
    ...(row.is_bulk && { urgency_level: body.urgencyLevel ?? row.urgency_level }),
    closing_time: body.closingTime === undefined ? row.closing_time : body.closingTime || null,
    share_place_at_once: body.sharePlaceAtOnce ?? row.share_place_at_once,
    ...stockColumns(stock),
  };
}

/** Whether a column would be another than it is. */
function isChanged(row: ListingRow, columns: Partial<ListingRow>): boolean {
  const before: Readonly<Record<string, unknown>> = { ...row };
  return Object.entries(columns).some(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
}

/**
 * Makes the function that changes a listing which the transaction has locked and found posted. It gives the listing
 * as it is then, or null when all of it was so before; what it refuses, `changeListing` says.
 */
export function makeChange(parts: { readonly places: Places; readonly photos: Photos }) {
  const changePlace = makeChangePlace(parts.places);
  const changePhotos = makeChangePhotos(parts.photos);

  return async function change(
    tx: Tx,
    row: ListingRow,
    body: ChangeListing,
    now: Date,
  ): Promise<ListingRow | null> {
    const times = changedTimes(row, body, now);
    const columns = changedColumns(row, body, times);
    const place = await changePlace(tx, row, body, now, () => {
      if (row.servings_claimed > 0) throw hasClaims();
    });
    const hasNewPhotos = await changePhotos(tx, row, body);
    if (!isChanged(row, columns) && place === null && !hasNewPhotos) return null;
    const urgency = row.is_bulk ? {} : { urgency_level: urgencyOf(times, now) };
    return updateListing(tx, row.id, { ...columns, ...urgency, ...place, updated_at: now });
  };
}
