import { createHmac } from 'node:crypto';
import { conflict, errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { distanceM, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { nearestAreaName } from '@openlarder/domain/places/area-names.ts';
import {
  displacedPoint,
  isPlausiblePublicPoint,
  MAX_NEW_HOMES_PER_YEAR,
  SAME_BUSINESS_M,
  SAME_PLACE_M,
} from '@openlarder/domain/places/public-point.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { areaNames } from './place-names.ts';
import * as store from './places.store.ts';

/** The location that everyone may see. */
export type PublicLocation = {
  readonly placeId: string;
  readonly publicPoint: GeoPoint;
  readonly areaLabel: string;
  /** True for a business: the point is exact, and the label is its address. */
  readonly isPublic: boolean;
};

export type GivenPlace = {
  readonly point: GeoPoint;
  /** The person's own label for the neighborhood; used if the list of area names has none. */
  readonly areaLabel?: string | undefined;
};

/** The public location of a coordinate: that of a stored place, or of a home that is not stored yet. */
type Resolved =
  | { readonly isStored: true; readonly location: PublicLocation }
  | {
      readonly isStored: false;
      readonly publicPoint: GeoPoint;
      /** When the homes of a former account were created. */
      readonly formerHomesAt: readonly Date[];
    };

const tooManyPlaces = () => conflict('too-many-places', { max: MAX_NEW_HOMES_PER_YEAR });

/** The person's current business, if the coordinate is at its door. */
function businessAt(stored: readonly store.StoredPlace[], point: GeoPoint): store.StoredPlace | undefined {
  return stored.find(
    (place) =>
      place.kind === 'business' && place.isOwn && distanceM(place.publicPoint, point) <= SAME_BUSINESS_M,
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

/**
 * Two numbers in [0, 1) derived from the person, the coordinate (to a tenth of a meter) and the secret, so that a
 * preview shows the point that will be stored.
 */
function draw(ctx: AppContext, personId: string, { latitude, longitude }: GeoPoint): [number, number] {
  const where = `${latitude.toFixed(6)},${longitude.toFixed(6)}`;
  const digest = createHmac('sha256', ctx.settings.placeSecret).update(`${personId}:${where}`).digest();
  return [digest.readUIntBE(0, 6) / 2 ** 48, digest.readUIntBE(6, 6) / 2 ** 48];
}

/**
 * The area label of a place. It follows the public point, never the exact one: a label from across the street would
 * reveal on which side of it the home is. Refuses with 422 on `areaLabel` if there is none.
 */
export function labelFor(
  ctx: AppContext,
  publicPoint: GeoPoint | null,
  ownLabel: string | undefined,
): string {
  const label = (publicPoint && nearestAreaName(publicPoint, areaNames(ctx))) ?? ownLabel?.trim();
  if (!label) throw unprocessable({ areaLabel: errorText('required.neighborhood') });
  return label;
}

/** The keyed digest of a person's email under which the points of a closed account are kept. */
export async function formerOwnerKey(ctx: AppContext, personId: string): Promise<string> {
  const email = await store.emailOf(ctx.db, personId);
  return createHmac('sha256', ctx.settings.placeSecret).update(`former:${email}`).digest('base64url');
}

async function resolve(ctx: AppContext, personId: string, point: GeoPoint): Promise<Resolved> {
  const stored = await store.placesWithPointOf(ctx.db, personId);
  const known = businessAt(stored, point) ?? nearestHome(stored, point);
  if (known) {
    const { id: placeId, publicPoint, areaLabel, kind } = known;
    return { isStored: true, location: { placeId, publicPoint, areaLabel, isPublic: kind === 'business' } };
  }
  // an account that is closed and reopened must not draw a second point: two of them reveal more than one
  const former = await store.formerPointsOf(ctx.db, await formerOwnerKey(ctx, personId));
  const again = former.find((each) => isPlausiblePublicPoint(each, point));
  const publicPoint = again
    ? { latitude: again.latitude, longitude: again.longitude }
    : displacedPoint(point, draw(ctx, personId, point));
  return { isStored: false, publicPoint, formerHomesAt: former.map(({ madeAt }) => madeAt) };
}

/**
 * Returns the public location of a coordinate. At the door of the person's business it is the business's, which is
 * public; within 300 m of one of their homes it is that home's, however the device position drifts; else a new home
 * is stored, whose public point is drawn once. Refuses with 422 on `areaLabel` if no name is known and none is given,
 * and with 409 `too-many-places` after thirty new homes in a year: each reveals a little of where the person lives.
 */
export async function resolvePublicLocation(
  tx: TxContext,
  personId: string,
  { point, areaLabel }: GivenPlace,
): Promise<PublicLocation> {
  await store.lockPlacesOf(tx.db, personId);
  const resolved = await resolve(tx, personId, point);
  if (resolved.isStored) return resolved.location;
  const now = tx.clock.now();
  const since = new Date(now.getTime() - 365 * DAY_MS);
  const { publicPoint, formerHomesAt } = resolved;
  const former = formerHomesAt.filter((madeAt) => madeAt > since).length;
  if (former + (await store.countHomesSince(tx.db, personId, since)) >= MAX_NEW_HOMES_PER_YEAR)
    throw tooManyPlaces();
  const place = {
    id: tx.newId(),
    exactPoint: point,
    publicPoint,
    areaLabel: labelFor(tx, publicPoint, areaLabel),
  };
  await store.insertPlace(tx.db, { ...place, personId, kind: 'home', address: '', createdAt: now });
  return { placeId: place.id, publicPoint, areaLabel: place.areaLabel, isPublic: false };
}

/** The area label that others would see for a coordinate of the caller; null if the caller has to name it. */
export async function areaLabelAt(ctx: AppContext, caller: Caller, point: GeoPoint): Promise<string | null> {
  const resolved = await resolve(ctx, caller.userId, point);
  return resolved.isStored
    ? resolved.location.areaLabel
    : nearestAreaName(resolved.publicPoint, areaNames(ctx));
}
