import { createHmac } from 'node:crypto';
import { conflict, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { distanceM, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { nearestAreaName } from '@openlarder/domain/places/area-names.ts';
import {
  displacedPoint,
  mayStandFor,
  MAX_NEW_HOMES_A_YEAR,
  SAME_DOOR_M,
  SAME_PLACE_M,
} from '@openlarder/domain/places/public-point.ts';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { PlacesParts } from './places.parts.ts';
import * as store from './places.store.ts';

/** What everybody may know of where something is. */
export type PublicLocation = {
  readonly placeId: string;
  readonly publicPoint: GeoPoint;
  readonly areaLabel: string;
  /** A business's own address: the point is the true one, and the label is the address itself. */
  readonly isPublic: boolean;
};

export type GivenPlace = {
  readonly point: GeoPoint;
  /** The neighbourhood in the person's own words; used where the list of names knows none. */
  readonly areaLabel?: string | undefined;
};

/** How everybody sees a coordinate that a person gives: by a place of theirs, or by one that is yet to be stored. */
type Seen =
  | { readonly isStored: true; readonly side: PublicLocation }
  | {
      readonly isStored: false;
      readonly publicPoint: GeoPoint;
      /** When homes under a former account were named. */
      readonly formerSince: readonly Date[];
    };

const tooManyPlaces = () =>
  conflict(
    'too-many-places',
    `You have named ${MAX_NEW_HOMES_A_YEAR} places within a year, as many as we keep. Please use one of them, or the place in your profile.`,
  );

/** The person's business, when the coordinate is its own door; one they have left is nobody's business. */
function businessAt(stored: readonly store.StoredPlace[], point: GeoPoint): store.StoredPlace | undefined {
  return stored.find(
    (place) => place.kind === 'business' && place.isOwn && distanceM(place.publicPoint, point) <= SAME_DOOR_M,
  );
}

function nearestHome(stored: readonly store.StoredPlace[], point: GeoPoint): store.StoredPlace | null {
  let nearest: store.StoredPlace | null = null;
  let nearestM = SAME_PLACE_M;
  for (const place of stored) {
    const awayM = distanceM(place.exactPoint, point);
    if (place.kind !== 'home' || awayM > nearestM) continue;
    nearest = place;
    nearestM = awayM;
  }
  return nearest;
}

/** The public side of what people say of where they are. */
export function makePublicLocations({ db, clock, newId, placeSecret, areaNames }: PlacesParts) {
  /**
   * Two numbers in [0, 1) that only the holder of the secret can tell, the same for the same person and coordinate
   * (to a tenth of a metre): so that what is shown beforehand is what will be stored.
   */
  function draw(personId: string, { latitude, longitude }: GeoPoint): [number, number] {
    const where = `${latitude.toFixed(6)},${longitude.toFixed(6)}`;
    const digest = createHmac('sha256', placeSecret).update(`${personId}:${where}`).digest();
    return [digest.readUIntBE(0, 6) / 2 ** 48, digest.readUIntBE(6, 6) / 2 ** 48];
  }

  /**
   * The label follows the public point, never the exact one: else a name from across the street would say on which
   * side of it the home lies.
   */
  function labelFor(publicPoint: GeoPoint | null, ownWords: string | undefined): string {
    const label = (publicPoint && nearestAreaName(publicPoint, areaNames)) ?? ownWords?.trim();
    if (!label) throw unprocessable({ areaLabel: 'Please name your neighbourhood' });
    return label;
  }

  /**
   * What a person who closes their account is known by, should they open another: it says nothing to whoever reads
   * the database.
   */
  async function ownerKeyOf(dbOrTx: DbOrTx, personId: string): Promise<string> {
    const email = await store.emailOf(dbOrTx, personId);
    return createHmac('sha256', placeSecret).update(`former:${email}`).digest('base64url');
  }

  async function seenFrom(dbOrTx: DbOrTx, personId: string, point: GeoPoint): Promise<Seen> {
    const stored = await store.placesWithPointOf(dbOrTx, personId);
    const known = businessAt(stored, point) ?? nearestHome(stored, point);
    if (known) {
      const { id: placeId, publicPoint, areaLabel, kind } = known;
      return { isStored: true, side: { placeId, publicPoint, areaLabel, isPublic: kind === 'business' } };
    }
    // an account that is closed and opened again must not draw a second point: two of them tell more than one
    const former = await store.formerPointsOf(dbOrTx, await ownerKeyOf(dbOrTx, personId));
    const again = former.find((each) => mayStandFor(each, point));
    const publicPoint = again
      ? { latitude: again.latitude, longitude: again.longitude }
      : displacedPoint(point, draw(personId, point));
    return { isStored: false, publicPoint, formerSince: former.map(({ madeAt }) => madeAt) };
  }

  /**
   * The public side of a coordinate that a person gives. At the door of their business it is the business's, which is
   * public; within 300 m of a home they have given before it is that home's, however the device's fix wanders; else a
   * new home is stored, whose public point is drawn once. Refuses with 422 on `areaLabel` where no name is known and
   * none is given, and with 409 `too-many-places` after thirty new homes in a year: each tells a little of where
   * somebody is.
   */
  async function resolvePublicLocation(
    tx: Tx,
    personId: string,
    { point, areaLabel }: GivenPlace,
  ): Promise<PublicLocation> {
    await store.lockPlacesOf(tx, personId);
    const seen = await seenFrom(tx, personId, point);
    if (seen.isStored) return seen.side;
    const now = clock.now();
    const since = new Date(now.getTime() - 365 * DAY_MS);
    const { publicPoint, formerSince } = seen;
    const former = formerSince.filter((madeAt) => madeAt > since).length;
    if (former + (await store.countHomesSince(tx, personId, since)) >= MAX_NEW_HOMES_A_YEAR)
      throw tooManyPlaces();
    const place = {
      id: newId(),
      exactPoint: point,
      publicPoint,
      areaLabel: labelFor(publicPoint, areaLabel),
    };
    await store.insertPlace(tx, { ...place, personId, kind: 'home', address: '', createdAt: now });
    return { placeId: place.id, publicPoint, areaLabel: place.areaLabel, isPublic: false };
  }

  /** What others would see of a coordinate of this person's; null where its neighbourhood has to be named. */
  async function areaLabelSeenAt(personId: string, point: GeoPoint): Promise<string | null> {
    const seen = await seenFrom(db, personId, point);
    return seen.isStored ? seen.side.areaLabel : nearestAreaName(seen.publicPoint, areaNames);
  }

  return { resolvePublicLocation, areaLabelSeenAt, labelFor, ownerKeyOf };
}
