import { boundsAround, distanceKm, distanceM, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { SAME_BUSINESS_M } from '@openlarder/domain/places/public-point.ts';
import { geoPointOf } from '#server/db/point-column.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { ExactLocation, PlaceSubject } from './address-access.ts';
import * as store from './places.store.ts';
import {
  formerOwnerKey,
  type GivenPlace,
  labelFor,
  type PublicLocation,
  resolvePublicLocation,
} from './public-location.ts';
import { redactEach } from './redact-addresses.ts';

export {
  endAllGrants,
  endGrant,
  endGrantsBetween,
  type ExactLocation,
  grantAddress,
  grantHolders,
  type PlaceSubject,
  readExactLocation,
} from './address-access.ts';
export { mapCentre } from './place-names.ts';
export { areaLabelAt, resolvePublicLocation } from './public-location.ts';

/** The public location of a profile; without a point if only an address or a neighborhood is known. */
export type ProfilePlace = Omit<PublicLocation, 'publicPoint'> & { readonly publicPoint: GeoPoint | null };

const profileOf = (personId: string): PlaceSubject => ({ type: 'profile', id: personId });

/** How long the public points of a closed account are kept. */
const FORMER_KEPT_MS = 2 * 365 * DAY_MS;

/** Whether a stored business is at the given point; no point means unchanged. */
const isAt = (stored: GeoPoint | null, given: GeoPoint | null): boolean =>
  given === null || (stored !== null && distanceM(stored, given) <= SAME_BUSINESS_M);

/** Saves or replaces the exact location of a subject, for its owner and those it is revealed to. */
export async function writeExactLocation(
  tx: TxContext,
  subject: PlaceSubject,
  ownerId: string,
  location: ExactLocation,
): Promise<void> {
  await store.upsertExactLocation(tx.db, subject, ownerId, location);
}

/** The public locations of these people's profiles, by person; absent for people without a place. */
export async function profilePlaces(
  ctx: AppContext,
  personIds: readonly string[],
): Promise<Map<string, ProfilePlace>> {
  if (personIds.length === 0) return new Map();
  const rows = await store.placesOfPeople(ctx.db, personIds);
  return new Map(
    rows.map(({ personId, placeId, publicPoint, areaLabel, kind }) => [
      personId,
      { placeId, publicPoint, areaLabel, isPublic: kind === 'business' },
    ]),
  );
}

/** The people whose profile place has its public point within `radiusKm`, with their distance in kilometers. */
export async function peopleNear(
  ctx: AppContext,
  centre: GeoPoint,
  radiusKm: number,
): Promise<Map<string, number>> {
  const around = await store.peopleWithPlaceIn(ctx.db, boundsAround(centre, radiusKm * 1000));
  return new Map(
    around
      .map(({ personId, publicPoint }) => [personId, distanceKm(centre, publicPoint)] as const)
      .filter(([, km]) => km <= radiusKm),
  );
}

/** Sets a person's home: address and pin for themself, the public location for everyone. */
export async function setProfilePlace(
  tx: TxContext,
  personId: string,
  { point, areaLabel, address }: GivenPlace & { readonly address: string },
): Promise<PublicLocation> {
  const location = await resolvePublicLocation(tx, personId, { point, areaLabel });
  await store.setPlaceOfPerson(tx.db, personId, location.placeId);
  const exact = { point, address, instructions: '', phone: null };
  await writeExactLocation(tx, profileOf(personId), personId, exact);
  return location;
}

/**
 * Sets a person's business, visible to everyone: its address, and its exact point if one is given. It is a place of
 * its own, beside their homes. The same address keeps its point.
 */
export async function setBusinessPlace(
  tx: TxContext,
  personId: string,
  { address, point }: { readonly address: string; readonly point: GeoPoint | null },
): Promise<void> {
  await store.lockPlacesOf(tx.db, personId);
  const [own] = await store.placesOfPeople(tx.db, [personId]);
  const isSame = own?.kind === 'business' && own.address === address && isAt(own.publicPoint, point);
  if (isSame) return;
  const placeId = tx.newId();
  const place = { address, exactPoint: point, publicPoint: point, areaLabel: address };
  await store.insertPlace(tx.db, {
    ...place,
    id: placeId,
    personId,
    kind: 'business',
    createdAt: tx.clock.now(),
  });
  await store.setPlaceOfPerson(tx.db, personId, placeId);
  const exact = { point, address, instructions: '', phone: null };
  await writeExactLocation(tx, profileOf(personId), personId, exact);
}

/** Sets the label of a person's home if the list of area names has none; creates the home if there is none. */
export async function setOwnAreaLabel(tx: TxContext, personId: string, areaLabel: string): Promise<void> {
  await store.lockPlacesOf(tx.db, personId);
  const [own] = await store.placesOfPeople(tx.db, [personId]);
  if (own?.kind === 'business') return;
  const label = labelFor(tx, own?.publicPoint ?? null, areaLabel);
  if (own) {
    await store.renameArea(tx.db, own.placeId, label);
    return;
  }
  const placeId = tx.newId();
  const place = { address: '', exactPoint: null, publicPoint: null, areaLabel: label };
  await store.insertPlace(tx.db, {
    ...place,
    id: placeId,
    personId,
    kind: 'home',
    createdAt: tx.clock.now(),
  });
  await store.setPlaceOfPerson(tx.db, personId, placeId);
}

/** Removes the business place from a profile, which has no place then. */
export async function clearBusinessPlace(tx: TxContext, personId: string): Promise<void> {
  const [own] = await store.placesOfPeople(tx.db, [personId]);
  if (own?.kind !== 'business') return;
  await store.setPlaceOfPerson(tx.db, personId, null);
  await store.deleteExactLocation(tx.db, profileOf(personId));
}

/**
 * Deletes the places of a person who closes their account, and what was revealed to them. Only the public points of
 * their homes are kept, under a keyed digest, so that the same points are shown if they sign up again.
 */
export async function closePerson(tx: TxContext, personId: string): Promise<void> {
  await store.lockPlacesOf(tx.db, personId);
  await store.keepFormerHomes(tx.db, personId, await formerOwnerKey(tx, personId), tx.clock.now());
  await store.deletePlacesOf(tx.db, personId);
}

/** Deletes the public points of accounts closed more than two years ago. */
export async function deleteOldFormerPlaces(ctx: AppContext): Promise<void> {
  await store.deleteFormerBefore(ctx.db, new Date(ctx.clock.now().getTime() - FORMER_KEPT_MS));
}

/** Replaces the private addresses of these people in a text, as far as they are known. */
export async function redactAddresses(
  ctx: AppContext,
  personIds: readonly string[],
  text: string,
): Promise<string> {
  let redacted = text;
  for (const personId of personIds) {
    const { places, exactLocations } = await store.selectPlacesOf(ctx.db, personId);
    const homes = places.filter(({ kind }) => kind === 'home');
    redacted = redactEach(
      redacted,
      [...homes, ...exactLocations].map(({ address }) => address),
    );
  }
  return redacted;
}

/** A person's own places and exact locations, as they gave them. */
export async function exportPerson(ctx: AppContext, personId: string) {
  const { places, exactLocations } = await store.selectPlacesOf(ctx.db, personId);
  return {
    places: places.map((row) => ({
      kind: row.kind,
      address: row.address,
      exact: row.exact_point && geoPointOf(row.exact_point),
      shownToOthers: row.public_point && geoPointOf(row.public_point),
      area: row.area_label,
      since: row.created_at.toISOString(),
    })),
    addresses: exactLocations.map((row) => ({
      of: { type: row.subject_type, id: row.subject_id },
      exact: row.exact_point && geoPointOf(row.exact_point),
      address: row.address,
      instructions: row.instructions,
      phone: row.phone,
    })),
  };
}
