import { unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import {
  derivedUrgency,
  feedEndMs,
  freshnessLevel,
  hoursLeft,
} from '@openlarder/domain/listings/freshness.ts';
import type { CreateListing } from '@openlarder/domain/listings/listing-contract.ts';
import { pointText } from '#server/db/columns.ts';
import type { Tx } from '#server/db/database.ts';
import type { Photos } from '#server/features/photos/photos.service.ts';
import type { Places } from '#server/features/places/places.service.ts';
import { insertListing, type ListingRow } from './listings.store.ts';

/** What a donor offers has to be offered still. Refuses with 422 on the field whose time is over. */
export function refuseWhatIsOver(body: CreateListing, now: Date): void {
  if (Date.parse(body.availableUntil) <= now.getTime())
    throw unprocessable({ availableUntil: 'Pickup has to end in the future' });
  if (body.expiryDate !== null && Date.parse(body.expiryDate) <= now.getTime())
    throw unprocessable({ expiryDate: 'Food past its expiry date cannot be shared' });
}

type WhereItIs = { exact: GeoPoint | null; publicPoint: GeoPoint | null; areaLabel: string };

/** The given coordinate, else the donor's own place, else no point, and then the donor names the neighbourhood. */
async function whereItIs(
  tx: Tx,
  places: Places,
  donorId: string,
  body: CreateListing,
  now: Date,
): Promise<WhereItIs> {
  const { latitude, longitude, areaLabel } = body;
  if (latitude !== undefined && longitude !== undefined) {
    const point = { latitude, longitude };
    const side = await places.resolvePublicSide(tx, donorId, 'home', { point, areaLabel });
    return { exact: point, publicPoint: side.publicPoint, areaLabel: side.areaLabel };
  }
  const own = (await places.profilePlace(tx, [donorId])).get(donorId);
  if (own) {
    const profile = { type: 'profile' as const, id: donorId };
    const exact = (await places.readExactSide(tx, [profile], donorId, now)).get(donorId);
    return { exact: exact?.point ?? null, publicPoint: own.publicPoint, areaLabel: own.areaLabel };
  }
  if (!areaLabel) throw unprocessable({ areaLabel: 'Please name your neighbourhood' });
  return { exact: null, publicPoint: null, areaLabel };
}

/** Writes a new listing with its photos and both sides of its place, in the given transaction. */
export async function writeListing(
  tx: Tx,
  parts: { readonly places: Places; readonly photos: Photos },
  listing: {
    readonly id: string;
    readonly donorId: string;
    readonly body: CreateListing;
    readonly now: Date;
  },
): Promise<ListingRow> {
  const { id, donorId, body, now } = listing;
  const where = await whereItIs(tx, parts.places, donorId, body, now);
  const photoIds = await parts.photos.attachPhotos(tx, donorId, body.imageUrls);
  const times = { ...body, createdAt: now.toISOString() };
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
      available_from: new Date(body.availableFrom),
      available_until: new Date(body.availableUntil),
      best_by_date: new Date(body.bestByDate),
      expiry_date: body.expiryDate === null ? null : new Date(body.expiryDate),
      urgency_level: derivedUrgency(freshnessLevel(hoursLeft(feedEndMs(times), now.getTime()))),
      closing_time: null,
      share_place_at_once: body.sharePlaceAtOnce,
      public_point: where.publicPoint && pointText(where.publicPoint),
      area_label: where.areaLabel,
      created_at: now,
      updated_at: now,
    },
    photoIds,
  );
  await parts.places.writeExactSide(tx, { type: 'listing', id }, donorId, {
    point: where.exact,
    address: body.pickupLocation,
    instructions: body.pickupInstructions,
    phone: null,
  });
  return row;
}
