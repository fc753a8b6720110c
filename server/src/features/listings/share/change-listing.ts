import { changedAllergens, type FoodCorrection } from '@openlarder/domain/kernel/food-tags.ts';
import { AppError, conflict, errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS, SECOND_MS } from '@openlarder/domain/kernel/time.ts';
import { offerTimeErrors, shortensPickup } from '@openlarder/domain/listings/freshness.ts';
import { CORRECTABLE_FIELDS } from '@openlarder/domain/listings/listing-fields.ts';
import type { ChangeListing, Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { requireActive } from '#server/features/accounts/lifecycle/account-status.ts';
import { attachPhotos } from '#server/features/photos/access/attach-photos.ts';
import * as photos from '#server/features/photos/photos.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { changedStock, lockOwnListing, notPosted, settleStock, stockOf } from '../lifecycle/stock.ts';
import { closingTimeOf, type ListingTimes, timeColumns, timesOf, urgencyOf } from '../listing-times.ts';
import { announceChange } from '../listings.events.ts';
import { onListingEdited } from '../listings.hooks.ts';
import { getListing } from '../listings.queries.ts';
import {
  type ListingPhoto,
  replacePhotos,
  selectPhotos,
  stockColumns,
  updateListing,
} from '../listings.store.ts';
import type { ListingRow } from '../listings.tables.ts';
import { changePlace } from './listing-place.ts';
import { isSameFood } from './same-food.ts';

const hasClaims = (): AppError => conflict('has-claims');

/**
 * Changes the given fields of the caller's listing; idempotent.
 * - 404: it is another person's.
 * - 409 `not-posted`: it is not offered any more; with an open claim, `CORRECTABLE_FIELDS` can be corrected.
 * - 409 `has-claims`: another place or a shorter pickup with an open claim, or another food (`isSameFood`) or unit once
 *   some was claimed.
 * - 422 on the field as in `createListing`.
 * - 429: twenty changes of title or description in a day, twelve corrections of claimed food that only warn, or six
 *   others; none that names more allergens.
 */
export async function changeListing(
  ctx: AppContext,
  caller: Caller,
  id: string,
  body: ChangeListing,
): Promise<Listing> {
  await inTransaction(ctx, async (tx) => {
    const row = await settleStock(tx, await lockOwnListing(tx, caller, id));
    if (!mayChange(row, body)) throw notPosted();
    await requireActive(tx, caller.userId);
    const change = await applyChange(tx, row, body);
    if (!change) return;
    const { changed, correction } = change;
    // viewers of the old place get the change as well
    if (hasMoved(row, changed)) await announceChange(tx, { ...changed, public_point: row.public_point });
    await announceChange(tx, changed);
    if (changed.servings_claimed === 0) return;
    for (const onEdited of onListingEdited.handlersOf(tx)) await onEdited(tx, changed, correction);
  });
  return getListing(ctx, caller, id);
}

/** The columns of `CORRECTABLE_FIELDS`. */
const CORRECTABLE_COLUMNS = [
  'title',
  'description',
  'allergens',
  'diets',
  'best_by_date',
  'expiry_date',
  'date_kind',
] as const;
type Correctable = Pick<ListingRow, (typeof CORRECTABLE_COLUMNS)[number]>;

/** What a change corrects of what those who have claimed read of the food; null for nothing. */
function correctionOf(
  before: ListingRow,
  after: Correctable,
  shownOtherwise: boolean,
): FoodCorrection | null {
  const changed = CORRECTABLE_COLUMNS.filter((name) => isChanged(before, { [name]: after[name] }));
  if (changed.length === 0 && !shownOtherwise) return null;
  return {
    ...changedAllergens(before.allergens, after.allergens),
    datesOrDiets: shownOtherwise || changed.some((name) => name !== 'allergens'),
  };
}

/** Whether more allergens are named: there are fourteen, and each that is taken away has been counted. */
const namesMore = ({ added, removed }: FoodCorrection): boolean => added.length > 0 && removed.length === 0;

/** Whether a change only makes people more careful: it names more allergens or diets no longer, or has earlier dates. */
const onlyWarns = (before: ListingRow, after: Correctable): boolean =>
  after.title === before.title &&
  after.description === before.description &&
  (before.allergens === null
    ? after.allergens?.length !== 0
    : before.allergens.every((one) => after.allergens?.includes(one))) &&
  after.diets.every((one) => before.diets.includes(one)) &&
  after.best_by_date <= before.best_by_date &&
  (before.expiry_date === null || (after.expiry_date !== null && after.expiry_date <= before.expiry_date)) &&
  (before.date_kind !== 'use_by' || after.date_kind === 'use_by');

/** While it is posted; once all is claimed, only `CORRECTABLE_FIELDS`. */
const mayChange = ({ status }: ListingRow, body: ChangeListing): boolean => {
  if (status !== 'claimed') return status === 'posted';
  const correctable: readonly string[] = CORRECTABLE_FIELDS;
  return Object.entries(body).every(([name, value]) => value === undefined || correctable.includes(name));
};

const hasMoved = (before: ListingRow, after: ListingRow): boolean =>
  before.public_point?.x !== after.public_point?.x || before.public_point?.y !== after.public_point?.y;

/** Whether some was claimed or handed over, so that what it is stands in promises and totals. */
const isPartTaken = (row: ListingRow): boolean => row.servings_left < row.estimated_servings;

/** The changed row of a locked, posted listing, and what it corrects of claimed food; null if nothing changed. */
async function applyChange(tx: TxContext, row: ListingRow, body: ChangeListing) {
  const now = tx.clock.now();
  const times = changedTimes(row, body, now);
  const { title = row.title, category = row.category, countedAs = row.counted_as } = body;
  if (isPartTaken(row)) {
    if (countedAs !== row.counted_as) throw conflict('has-claims.counted');
    if (!isSameFood(row, { title, category })) throw conflict('has-claims.food');
  }
  const closingTime =
    body.closingTime === undefined ? row.closing_time : closingTimeOf(body.closingTime, tx.settings.timeZone);
  const columns = { ...changedColumns(row, body, times), closing_time: closingTime };
  const place = await changePlace(tx, row, body, now, () => {
    if (row.servings_claimed > 0) throw hasClaims();
  });
  const photoChange = await changePhotos(tx, row, body);
  if (!isChanged(row, columns) && place === null && photoChange === null) return null;
  const shownOtherwise = photoChange === 'corrected';
  const correction = row.servings_claimed > 0 ? correctionOf(row, columns, shownOtherwise) : null;
  if (correction && !namesMore(correction))
    await spendOnCorrection(tx, row.id, !shownOtherwise && onlyWarns(row, columns));
  if (columns.title !== row.title || columns.description !== row.description)
    await tx.rateLimits.spend('listing-words', row.id);
  const urgency = row.is_bulk ? {} : { urgency_level: urgencyOf(times, now) };
  const changed = await updateListing(tx.db, row.id, { ...columns, ...urgency, ...place, updated_at: now });
  return { changed, correction };
}

/** Counts a correction of claimed food: each tells everyone who has claimed. */
async function spendOnCorrection(tx: TxContext, id: string, isWarning: boolean): Promise<void> {
  if (await tx.rateLimits.isWithin(isWarning ? 'listing-warning' : 'listing-correction', id, tx)) return;
  const retryAfterSeconds = DAY_MS / SECOND_MS;
  throw new AppError(429, isWarning ? 'too-many.warnings' : 'too-many.corrections', { retryAfterSeconds });
}

/** The times after the change; refuses new ones that cannot be offered. */
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
        ? { availableFrom: errorText('pickup-order.start') }
        : { availableUntil: errorText('pickup-order.end') },
    );
  const isNew: Readonly<Record<string, boolean>> = {
    availableUntil: after.availableUntil !== before.availableUntil,
    expiryDate: after.expiryDate !== before.expiryDate,
    bestByDate: after.bestByDate !== before.bestByDate || after.dateKind !== before.dateKind,
  };
  // unchanged times that have passed do not prevent other changes
  const over = Object.entries(offerTimeErrors(after, now.getTime())).filter(([field]) => isNew[field]);
  if (over.length > 0) throw unprocessable(Object.fromEntries(over));
  if (row.servings_claimed > 0 && shortensPickup(before, after)) throw hasClaims();
  return after;
}

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
    counted_as: body.countedAs === undefined ? row.counted_as : body.countedAs,
    ...(row.is_bulk && { urgency_level: body.urgencyLevel ?? row.urgency_level }),
    ...(row.is_bulk && { may_go_to_one: body.mayGoToOne ?? row.may_go_to_one }),
    share_place_at_once: body.sharePlaceAtOnce ?? row.share_place_at_once,
    ...stockColumns(stock),
    ...(body.estimatedServings !== undefined && { offered_servings: body.estimatedServings }),
  };
}

function isChanged(row: ListingRow, columns: Partial<ListingRow>): boolean {
  const before: Readonly<Record<string, unknown>> = { ...row };
  return Object.entries(columns).some(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
}

/**
 * Replaces the photo list of a listing: keeps known photos, attaches new ones, detaches the others. Captions go by
 * position; without them known photos keep theirs. Returns `corrected` if a photo or a caption is gone; null if nothing changed; 422 on
 * `imageUrls` for a photo that cannot be used.
 */
async function changePhotos(
  tx: TxContext,
  row: ListingRow,
  body: ChangeListing,
): Promise<'corrected' | 'added' | null> {
  const { imageUrls, imageCaptions } = body;
  if (imageUrls === undefined && imageCaptions === undefined) return null;
  const before = (await selectPhotos(tx.db, [row.id])).get(row.id) ?? [];
  const chosen = imageUrls === undefined ? before : await photosAt(tx, row.donor_id, before, imageUrls);
  const after = chosen.map((photo, index) =>
    imageCaptions === undefined ? photo : { ...photo, caption: imageCaptions[index] ?? '' },
  );
  if (JSON.stringify(after) === JSON.stringify(before)) return null;
  await replacePhotos(tx.db, row.id, after);
  const captions = new Map(after.map(({ photoId, caption }) => [photoId, caption]));
  await photos.detachPhotos(
    tx,
    before.map(({ photoId }) => photoId).filter((id) => !captions.has(id)),
  );
  const isCorrected = before.some(({ photoId, caption }) => captions.get(photoId) !== caption);
  return isCorrected ? 'corrected' : 'added';
}

async function photosAt(
  tx: TxContext,
  donorId: string,
  before: readonly ListingPhoto[],
  imageUrls: readonly string[],
): Promise<ListingPhoto[]> {
  if (new Set(imageUrls).size < imageUrls.length)
    throw unprocessable({ imageUrls: errorText('photo-twice') });
  const pictures = await photos.photosByIds(
    tx,
    before.map(({ photoId }) => photoId),
  );
  const known = new Map(before.map((photo) => [pictures.get(photo.photoId)?.objectPath, photo]));
  const newPaths = imageUrls.filter((path) => !known.has(path));
  const newIds = await attachPhotos(tx, donorId, newPaths);
  const added = new Map(newPaths.map((path, index) => [path, newIds[index]]));
  return imageUrls.flatMap((path) => {
    const photo = known.get(path);
    if (photo) return photo;
    const photoId = added.get(path);
    return photoId === undefined ? [] : { photoId, caption: '' };
  });
}
