import { errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { distanceM, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { SAME_BUSINESS_M } from '@openlarder/domain/places/public-grid.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { type ExactLocation, type PlaceSubject, readExactLocation } from './address-access.ts';
import { setPlaceOfPerson } from './daily-place.ts';
import * as store from './places.store.ts';
import { type GivenPlace, labelFor, type PublicLocation, resolvePublicLocation } from './public-location.ts';
import { geoPointOf } from '#server/db/database.ts';

/** The public location of a profile; without a point if only an address or a neighborhood is known. */
export type ProfilePlace = Omit<PublicLocation, 'publicPoint'> & { readonly publicPoint: GeoPoint | null };

const profileOf = (personId: string): PlaceSubject => ({ type: 'profile', id: personId });

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

/**
 * Ensures that a subject has an exact location of this owner, by default the profile's. 422 for `address` if there is
 * neither.
 */
export async function requireExactLocation(
  tx: TxContext,
  subject: PlaceSubject,
  ownerId: string,
): Promise<void> {
  const known = await readExactLocation(tx, [subject, profileOf(ownerId)], ownerId, tx.clock.now());
  if (known.has(subject.id)) return;
  const own = known.get(ownerId);
  if (!own?.address) throw unprocessable({ address: errorText('required.address-or-meeting-point') });
  await writeExactLocation(tx, subject, ownerId, own);
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

/** Sets a person's home: address and pin for themself, the public location for everyone. */
export async function setProfilePlace(
  tx: TxContext,
  personId: string,
  given: GivenPlace,
): Promise<PublicLocation> {
  const location = await resolvePublicLocation(tx, personId, given);
  await setPlaceOfPerson(tx, personId, location.placeId);
  const { point, address } = given;
  const exact = { point, address, instructions: '', phone: null };
  await writeExactLocation(tx, profileOf(personId), personId, exact);
  return location;
}

/**
 * Sets where a person's business is: its address, and its exact point if one is given. Once the organization is
 * verified everyone sees both, as a place besides the person's homes; until then it is placed like a home. The same
 * address keeps its point.
 */
export async function setBusinessPlace(
  tx: TxContext,
  personId: string,
  given: { readonly address: string; readonly point: GeoPoint | null },
  isVerified: boolean,
): Promise<void> {
  await store.lockPlacesOf(tx.db, personId);
  const { address } = given;
  const subject = profileOf(personId);
  const known = (await readExactLocation(tx, [subject], personId, tx.clock.now())).get(personId);
  const point = given.point ?? (known?.address === address ? known.point : null);
  const [own] = await store.placesOfPeople(tx.db, [personId]);
  const isShown = own?.kind === 'business';
  if (isShown === isVerified && known?.address === address && isAt(known.point, point)) return;
  await store.upsertExactLocation(tx.db, subject, personId, {
    point,
    address,
    instructions: '',
    phone: null,
  });
  if (isVerified) {
    const id = tx.newId();
    const place = { id, personId, kind: 'business' as const, address, areaLabel: address };
    await store.insertPlace(tx.db, {
      ...place,
      exactPoint: point,
      publicPoint: point,
      createdAt: tx.clock.now(),
    });
    await setPlaceOfPerson(tx, personId, id);
  } else {
    // not the business's own place, if it has been shown until now
    await setPlaceOfPerson(tx, personId, null);
    const home =
      point && (await resolvePublicLocation(tx, personId, { point, address }, tx.settings.appName));
    await setPlaceOfPerson(tx, personId, home && home.placeId);
  }
}

/** Shows or hides where a person's business is, as it is verified or no longer so. */
export async function showBusinessPlace(tx: TxContext, personId: string, isVerified: boolean): Promise<void> {
  const known = await readExactLocation(tx, [profileOf(personId)], personId, tx.clock.now());
  const exact = known.get(personId);
  if (exact?.address) await setBusinessPlace(tx, personId, exact, isVerified);
}

/** Sets the label of a person's home if the list of area names has none; creates the home if there is none. */
export async function setOwnAreaLabel(
  tx: TxContext,
  personId: string,
  { areaLabel, address }: { readonly areaLabel: string; readonly address: string },
): Promise<void> {
  await store.lockPlacesOf(tx.db, personId);
  const [own] = await store.placesOfPeople(tx.db, [personId]);
  const label = await labelFor(tx, own?.publicPoint ?? null, areaLabel, address);
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
  await setPlaceOfPerson(tx, personId, placeId);
}

/** Removes the place from a profile. */
export async function clearPlace(tx: TxContext, personId: string): Promise<void> {
  await setPlaceOfPerson(tx, personId, null);
  await store.deleteExactLocation(tx.db, profileOf(personId));
}

/** Deletes the places of a person who closes their account, and the grants they hold. */
export async function closePerson(tx: TxContext, personId: string): Promise<void> {
  await store.lockPlacesOf(tx.db, personId);
  await store.deletePlacesOf(tx.db, personId);
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

const PLACEHOLDER = '[address]';
/** A shorter part of an address may be any word. */
const MIN_LENGTH = 6;

/** The address as given, and its part before the first comma: street and number. */
const formsOf = (address: string): string[] =>
  [address, address.split(',')[0] ?? '']
    .map((form) => form.trim())
    .filter((form) => form.length >= MIN_LENGTH && /\d/.test(form));

/** Replaces these addresses in a text, ignoring case and spacing. */
export function redactEach(text: string, addresses: readonly string[]): string {
  const forms = [...new Set(addresses.flatMap(formsOf))].toSorted((a, b) => b.length - a.length);
  return forms.reduce((left, form) => {
    const words = form.split(/\s+/).map((word) => RegExp.escape(word));
    return left.replace(new RegExp(words.join('\\s+'), 'giu'), PLACEHOLDER);
  }, text);
}
