import { AppError, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { mayShareInBulk } from '@openlarder/domain/listings/bulk.ts';
import type { CreateListing } from '@openlarder/domain/listings/listing-contract.ts';
import { timesOver } from '@openlarder/domain/listings/offer-times.ts';
import { pointText } from '#server/db/point-column.ts';
import type { Tx } from '#server/db/database.ts';
import type { Accounts } from '#server/features/accounts/accounts.service.ts';
import type { Photos } from '#server/features/photos/photos.service.ts';
import type { Places } from '#server/features/places/places.service.ts';
import { placeOfNewListing } from './listing-place.ts';
import { timeColumns, urgencyOf } from '../listing-times.ts';
import { insertListing, type ListingRow } from '../listings.store.ts';

type Parts = {
  readonly accounts: Pick<Accounts, 'summaries'>;
  readonly places: Places;
  readonly photos: Photos;
};

const bulkNotForYou = (): AppError =>
  new AppError(
    403,
    'bulk-not-for-you',
    'Bulk donations are for donors and organizations. You are welcome to share this food as an individual.',
  );

/** What a donor offers has to be offered still. Refuses with 422 on the field whose time is over. */
function refuseWhatIsOver(body: CreateListing, now: Date): void {
  const over = timesOver(body, now.getTime());
  if (Object.keys(over).length > 0) throw unprocessable(over);
}

async function refuseBulk(tx: Tx, { accounts }: Parts, donorId: string): Promise<void> {
  const donor = (await accounts.summaries(tx, [donorId])).get(donorId);
  if (!donor || !mayShareInBulk(donor)) throw bulkNotForYou();
}

/**
 * Writes a new listing with its photos and both sides of its place, in the given transaction. Refuses with 422 what
 * is over already and a place without a name, with 403 `bulk-not-for-you` bulk food of who only shares at home.
 */
export async function writeListing(
  tx: Tx,
  parts: Parts,
  listing: {
    readonly id: string;
    readonly donorId: string;
    readonly body: CreateListing;
    readonly now: Date;
  },
): Promise<ListingRow> {
  const { id, donorId, body, now } = listing;
  if (body.isBulk) await refuseBulk(tx, parts, donorId);
  refuseWhatIsOver(body, now);
  const where = await placeOfNewListing(tx, parts.places, donorId, body, now);
  const photoIds = await parts.photos.attachPhotos(tx, donorId, body.imageUrls);
  const times = { ...body, expiryDate: body.isBulk ? null : body.expiryDate };
  const named = body.isBulk ? body.urgencyLevel : undefined;
  const row = await insertListing(
    tx,
    {
      id,
      donor_id: donorId,
      title: body.title,
      description: body.description,
      category: body.category,
      estimated_servings: body.estimatedServings,
      servings_left: body.estimatedServings,
      ...timeColumns(times),
      allergens: body.allergens,
      diets: body.diets,
      urgency_level: named ?? urgencyOf(times, now),
      is_bulk: body.isBulk,
      closing_time: body.closingTime || null,
      share_place_at_once: body.sharePlaceAtOnce,
      public_point: where.publicPoint && pointText(where.publicPoint),
      area_label: where.areaLabel,
      place_is_public: where.isPublic,
      created_at: now,
      updated_at: now,
    },
    photoIds.map((photoId, index) => ({ photoId, caption: body.imageCaptions[index] ?? '' })),
  );
  await parts.places.writeExactLocation(tx, { type: 'listing', id }, donorId, {
    point: where.exactPoint,
    address: body.pickupLocation,
    instructions: body.pickupInstructions,
    phone: body.contactPhone || null,
  });
  return row;
}
