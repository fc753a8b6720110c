import { createHmac } from 'node:crypto';
import { unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { distanceM, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { type AreaName, nearestAreaName } from '@openlarder/domain/places/area-names.ts';
import { displacedPoint, SAME_PLACE_M } from '@openlarder/domain/places/public-point.ts';
import { geoPointOf } from '#server/db/columns.ts';
import type { Db, DbOrTx, Tx } from '#server/db/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { NewId } from '#server/platform/ids.ts';
import type { Caller } from '#server/platform/sessions.ts';
import * as store from './places.store.ts';

/** What an exact side belongs to; a profile's id is its person's. */
export type PlaceSubject = { readonly type: 'listing' | 'request' | 'profile'; readonly id: string };

/** Where something really is. */
export type ExactSide = {
  readonly point: GeoPoint | null;
  readonly address: string;
  readonly instructions: string;
  readonly phone: string | null;
};

/** What everybody may know of where something is. */
export type PublicSide = {
  readonly placeId: string;
  readonly publicPoint: GeoPoint;
  readonly areaLabel: string;
};

type GivenPlace = {
  readonly point: GeoPoint;
  /** The neighbourhood in the person's own words; used where the list of names knows none. */
  readonly areaLabel?: string | undefined;
};

export type PlacesParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Whoever knows it can undo the displacement of every home. */
  readonly placeSecret: string;
  readonly areaNames: readonly AreaName[];
};

export type Places = ReturnType<typeof makePlaces>;

/** Keeps what everybody may know of a place apart from where it really is. */
export function makePlaces({ db, clock, newId, placeSecret, areaNames }: PlacesParts) {
  /** Two numbers in [0, 1) that only the holder of the secret can tell, the same for the same person and place. */
  function draw(personId: string, placeId: string): [number, number] {
    const digest = createHmac('sha256', placeSecret).update(`${personId}:${placeId}`).digest();
    return [digest.readUIntBE(0, 6) / 2 ** 48, digest.readUIntBE(6, 6) / 2 ** 48];
  }

  /**
   * The label follows the public point, never the exact one: else a name from across the street would say on which
   * side of it the home lies.
   */
  function labelFor(publicPoint: GeoPoint, ownWords: string | undefined): string {
    const label = nearestAreaName(publicPoint, areaNames) ?? ownWords?.trim();
    if (!label) throw unprocessable({ areaLabel: 'Please name your neighbourhood' });
    return label;
  }

  async function nearestHome(
    dbOrTx: DbOrTx,
    personId: string,
    point: GeoPoint,
  ): Promise<store.StoredPlace | null> {
    let nearest: store.StoredPlace | null = null;
    let nearestM = SAME_PLACE_M;
    for (const home of await store.homesOf(dbOrTx, personId)) {
      const away = distanceM(home.exactPoint, point);
      if (away > nearestM) continue;
      nearest = home;
      nearestM = away;
    }
    return nearest;
  }

  /**
   * The public side of a coordinate that a person gives. Within 300 m of a home they have given before it is that
   * home's, however the device's fix wanders; else a new place is stored, whose public point is drawn once. A
   * business is public where it stands. Refuses with 422 on `areaLabel` where no name is known and none is given.
   */
  async function resolvePublicSide(
    tx: Tx,
    personId: string,
    kind: 'home' | 'business',
    { point, areaLabel }: GivenPlace,
  ): Promise<PublicSide> {
    if (kind === 'home') {
      await store.lockPlacesOf(tx, personId);
      const known = await nearestHome(tx, personId, point);
      if (known) return { placeId: known.id, publicPoint: known.publicPoint, areaLabel: known.areaLabel };
    }
    const placeId = newId();
    const publicPoint = kind === 'home' ? displacedPoint(point, draw(personId, placeId)) : point;
    const place = {
      id: placeId,
      exactPoint: point,
      publicPoint,
      areaLabel: labelFor(publicPoint, areaLabel),
    };
    await store.insertPlace(tx, { ...place, personId, kind, createdAt: clock.now() });
    return { placeId, publicPoint, areaLabel: place.areaLabel };
  }

  /** Keeps where a subject really is, for its owner and whoever they share it with. Writing again replaces it. */
  async function writeExactSide(
    tx: Tx,
    subject: PlaceSubject,
    ownerId: string,
    side: ExactSide,
  ): Promise<void> {
    await store.upsertExactSide(tx, subject, ownerId, side);
  }

  /**
   * The one way to read exact sides: by subject id, those that `viewerId` owns or holds a grant for at `now`. Any
   * other subject is absent.
   */
  async function readExactSide(
    dbOrTx: DbOrTx,
    subjects: readonly PlaceSubject[],
    viewerId: string,
    now: Date,
  ): Promise<Map<string, ExactSide>> {
    if (subjects.length === 0) return new Map();
    const rows = await store.selectExactSides(dbOrTx, subjects, viewerId, now);
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
  async function grantPlace(tx: Tx, subject: PlaceSubject, viewerId: string, now: Date): Promise<void> {
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
  async function profilePlace(
    dbOrTx: DbOrTx,
    personIds: readonly string[],
  ): Promise<Map<string, PublicSide>> {
    if (personIds.length === 0) return new Map();
    const rows = await store.placesOfPeople(dbOrTx, personIds);
    return new Map(rows.map(({ personId, ...side }) => [personId, side]));
  }

  /** Sets where a person is at home: the address and pin for themself, the public side for everybody. */
  async function setProfilePlace(
    tx: Tx,
    personId: string,
    { point, areaLabel, address }: GivenPlace & { readonly address: string },
  ): Promise<PublicSide> {
    const side = await resolvePublicSide(tx, personId, 'home', { point, areaLabel });
    await store.setPlaceOfPerson(tx, personId, side.placeId);
    const exact = { point, address, instructions: '', phone: null };
    await writeExactSide(tx, { type: 'profile', id: personId }, personId, exact);
    return side;
  }

  /** What others would see of a place of the caller's; null where its neighbourhood has to be named. */
  async function areaAround(caller: Caller, point: GeoPoint): Promise<string | null> {
    const known = await nearestHome(db, caller.userId, point);
    return known ? known.areaLabel : nearestAreaName(point, areaNames);
  }

  return {
    resolvePublicSide,
    writeExactSide,
    readExactSide,
    grantPlace,
    endGrant,
    endAllGrants,
    endGrantsBetween,
    grantHolders,
    profilePlace,
    setProfilePlace,
    areaAround,
  };
}
