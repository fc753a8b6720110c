import { boundsAround, distanceKm, distanceM, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { SAME_DOOR_M } from '@openlarder/domain/places/public-point.ts';
import { geoPointOf } from '#server/db/point-column.ts';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { PlacesParts } from './places.parts.ts';
import * as store from './places.store.ts';
import { redactEach } from './redact-addresses.ts';
import { type GivenPlace, makePublicLocations, type PublicLocation } from './public-location.ts';

/** What an exact side belongs to; a profile's id is its person's. */
export type PlaceSubject = { readonly type: 'listing' | 'request' | 'profile'; readonly id: string };

/** Where something really is. */
export type ExactLocation = {
  readonly point: GeoPoint | null;
  readonly address: string;
  readonly instructions: string;
  readonly phone: string | null;
};

/** The public side of somebody's own place; without a point where only an address or a neighbourhood is known. */
export type OwnPlace = Omit<PublicLocation, 'publicPoint'> & { readonly publicPoint: GeoPoint | null };

const profileOf = (personId: string): PlaceSubject => ({ type: 'profile', id: personId });

/** How long the public points of a closed account are kept. */
const FORMER_KEPT_MS = 2 * 365 * DAY_MS;

/** Whether a business that stands at `stored` is still there; who gives no point says nothing else. */
const isAt = (stored: GeoPoint | null, given: GeoPoint | null): boolean =>
  given === null || (stored !== null && distanceM(stored, given) <= SAME_DOOR_M);

export type Places = ReturnType<typeof makePlaces>;

/** Keeps what everybody may know of a place apart from where it really is. */
export function makePlaces(parts: PlacesParts) {
  const { clock, newId } = parts;
  const { resolvePublicLocation, areaLabelSeenAt, labelFor, ownerKeyOf } = makePublicLocations(parts);

  /** Keeps where a subject really is, for its owner and whoever they share it with. Writing again replaces it. */
  async function writeExactLocation(
    tx: Tx,
    subject: PlaceSubject,
    ownerId: string,
    side: ExactLocation,
  ): Promise<void> {
    await store.upsertExactLocation(tx, subject, ownerId, side);
  }

  /**
   * The one way to read exact sides: by subject id, those that `viewerId` owns or holds a grant for at `now`. Any
   * other subject is absent.
   */
  async function readExactLocation(
    dbOrTx: DbOrTx,
    subjects: readonly PlaceSubject[],
    viewerId: string,
    now: Date,
  ): Promise<Map<string, ExactLocation>> {
    if (subjects.length === 0) return new Map();
    const rows = await store.selectExactLocations(dbOrTx, subjects, viewerId, now);
    return new Map(
      rows.map((row) => [
        row.subject_id,
        {
          point: row.exact_point && geoPointOf(row.exact_point),
          address: row.address,
          instructions: row.instructions,
          phone: row.phone,
        },
      ]),
    );
  }

  /** Lets `viewerId` read the subject's exact side until the grant is ended. The caller has checked the owner. */
  async function grantAddress(tx: Tx, subject: PlaceSubject, viewerId: string, now: Date): Promise<void> {
    await store.upsertGrant(tx, subject, viewerId, now);
  }

  /** Ends a viewer's grant at `until`; one that ends earlier stays as it is. */
  async function endGrant(tx: Tx, subject: PlaceSubject, viewerId: string, until: Date): Promise<void> {
    await store.shortenGrants(tx, subject, viewerId, until);
  }

  /** Ends every grant of the subject at `until`. */
  async function endAllGrants(tx: Tx, subject: PlaceSubject, until: Date): Promise<void> {
    await store.shortenGrants(tx, subject, null, until);
  }

  /** Ends at `until` whatever the two have shared with each other. */
  async function endGrantsBetween(tx: Tx, a: string, b: string, until: Date): Promise<void> {
    await store.shortenGrantsBetween(tx, a, b, until);
  }

  /** By subject id, who may read its exact side besides its owner at `now`. For the owner's eyes. */
  async function grantHolders(
    dbOrTx: DbOrTx,
    type: PlaceSubject['type'],
    ids: readonly string[],
    now: Date,
  ): Promise<Map<string, Set<string>>> {
    const holders = new Map<string, Set<string>>();
    if (ids.length === 0) return holders;
    for (const { subject_id, viewer_id } of await store.selectGrantHolders(dbOrTx, type, ids, now))
      holders.set(subject_id, (holders.get(subject_id) ?? new Set()).add(viewer_id));
    return holders;
  }

  /** The public side of these people's own places, by person; who has none is absent. */
  async function profilePlaces(dbOrTx: DbOrTx, personIds: readonly string[]): Promise<Map<string, OwnPlace>> {
    if (personIds.length === 0) return new Map();
    const rows = await store.placesOfPeople(dbOrTx, personIds);
    return new Map(
      rows.map(({ personId, placeId, publicPoint, areaLabel, kind }) => [
        personId,
        { placeId, publicPoint, areaLabel, isPublic: kind === 'business' },
      ]),
    );
  }

  /** Whose own place shows a point within `radiusKm` of the centre, and how far away it is, in kilometres. */
  async function peopleNear(
    dbOrTx: DbOrTx,
    centre: GeoPoint,
    radiusKm: number,
  ): Promise<Map<string, number>> {
    const around = await store.peopleWithPlaceIn(dbOrTx, boundsAround(centre, radiusKm * 1000));
    return new Map(
      around
        .map(({ personId, publicPoint }) => [personId, distanceKm(centre, publicPoint)] as const)
        .filter(([, km]) => km <= radiusKm),
    );
  }

  /** Sets where a person is at home: the address and pin for themself, the public side for everybody. */
  async function setProfilePlace(
    tx: Tx,
    personId: string,
    { point, areaLabel, address }: GivenPlace & { readonly address: string },
  ): Promise<PublicLocation> {
    const side = await resolvePublicLocation(tx, personId, { point, areaLabel });
    await store.setPlaceOfPerson(tx, personId, side.placeId);
    const exact = { point, address, instructions: '', phone: null };
    await writeExactLocation(tx, profileOf(personId), personId, exact);
    return side;
  }

  /**
   * Sets where a person's business is, for everybody to see: its address as it is, and the point when one is given.
   * It is a place of its own, beside whatever homes they have named. The same address again keeps its point.
   */
  async function setBusinessPlace(
    tx: Tx,
    personId: string,
    { address, point }: { readonly address: string; readonly point: GeoPoint | null },
  ): Promise<void> {
    await store.lockPlacesOf(tx, personId);
    const [own] = await store.placesOfPeople(tx, [personId]);
    const isSame = own?.kind === 'business' && own.address === address && isAt(own.publicPoint, point);
    if (isSame) return;
    const placeId = newId();
    const place = { address, exactPoint: point, publicPoint: point, areaLabel: address };
    await store.insertPlace(tx, {
      ...place,
      id: placeId,
      personId,
      kind: 'business',
      createdAt: clock.now(),
    });
    await store.setPlaceOfPerson(tx, personId, placeId);
    const exact = { point, address, instructions: '', phone: null };
    await writeExactLocation(tx, profileOf(personId), personId, exact);
  }

  /** Names the neighbourhood of a person's own home, where the list of names knows none; makes it when there is none. */
  async function setOwnAreaLabel(tx: Tx, personId: string, areaLabel: string): Promise<void> {
    await store.lockPlacesOf(tx, personId);
    const [own] = await store.placesOfPeople(tx, [personId]);
    if (own?.kind === 'business') return;
    const label = labelFor(own?.publicPoint ?? null, areaLabel);
    if (own) {
      await store.renameArea(tx, own.placeId, label);
      return;
    }
    const placeId = newId();
    const place = { address: '', exactPoint: null, publicPoint: null, areaLabel: label };
    await store.insertPlace(tx, { ...place, id: placeId, personId, kind: 'home', createdAt: clock.now() });
    await store.setPlaceOfPerson(tx, personId, placeId);
  }

  /** Takes the business's address from the person, who has no place of their own then. */
  async function clearBusinessPlace(tx: Tx, personId: string): Promise<void> {
    const [own] = await store.placesOfPeople(tx, [personId]);
    if (own?.kind !== 'business') return;
    await store.setPlaceOfPerson(tx, personId, null);
    await store.deleteExactLocation(tx, profileOf(personId));
  }

  /** What others would see of a place of the caller's; null where its neighbourhood has to be named. */
  async function areaLabelAt(caller: Caller, point: GeoPoint): Promise<string | null> {
    return areaLabelSeenAt(caller.userId, point);
  }

  /**
   * Forgets where a person who leaves is, and what was shown to them. Only the public points of their homes are kept,
   * under a keyed digest: should they come back, what everybody sees is what everybody saw.
   */
  async function closePerson(tx: Tx, personId: string): Promise<void> {
    await store.lockPlacesOf(tx, personId);
    await store.keepFormerHomes(tx, personId, await ownerKeyOf(tx, personId), clock.now());
    await store.deletePlacesOf(tx, personId);
  }

  /** Forgets the public points of those who left two years ago and did not come back. */
  async function forgetFormerPlaces(): Promise<void> {
    await store.deleteFormerBefore(parts.db, new Date(clock.now().getTime() - FORMER_KEPT_MS));
  }

  /** A text in which the addresses that these people keep to themselves are left out, as far as they are known. */
  async function redactAddresses(
    dbOrTx: DbOrTx,
    personIds: readonly string[],
    text: string,
  ): Promise<string> {
    let left = text;
    for (const personId of personIds) {
      const { places, exactSides } = await store.selectPlacesOf(dbOrTx, personId);
      const homes = places.filter(({ kind }) => kind === 'home');
      left = redactEach(
        left,
        [...homes, ...exactSides].map(({ address }) => address),
      );
    }
    return left;
  }

  /** A person's own places and exact sides, as they gave them. */
  async function exportPerson(dbOrTx: DbOrTx, personId: string) {
    const { places, exactSides } = await store.selectPlacesOf(dbOrTx, personId);
    return {
      places: places.map((row) => ({
        kind: row.kind,
        address: row.address,
        exact: row.exact_point && geoPointOf(row.exact_point),
        shownToOthers: row.public_point && geoPointOf(row.public_point),
        area: row.area_label,
        since: row.created_at.toISOString(),
      })),
      addresses: exactSides.map((row) => ({
        of: { type: row.subject_type, id: row.subject_id },
        exact: row.exact_point && geoPointOf(row.exact_point),
        address: row.address,
        instructions: row.instructions,
        phone: row.phone,
      })),
    };
  }

  return {
    resolvePublicLocation,
    writeExactLocation,
    readExactLocation,
    grantAddress,
    endGrant,
    endAllGrants,
    endGrantsBetween,
    grantHolders,
    profilePlaces,
    peopleNear,
    setProfilePlace,
    setBusinessPlace,
    setOwnAreaLabel,
    clearBusinessPlace,
    areaLabelAt,
    redactAddresses,
    closePerson,
    exportPerson,
    forgetFormerPlaces,
  };
}
