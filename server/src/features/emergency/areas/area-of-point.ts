import {
  areaKeyAt,
  boundsOfArea,
  populationAt,
  distanceToAreaKm,
  wholeKmToArea,
} from '@openlarder/domain/emergency/request-areas.ts';
import type { RequestAreaPreview } from '@openlarder/domain/emergency/request-contract.ts';
import { distanceKm, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { areaNames, communityLabel } from '#server/features/places/area-names.ts';
import { placesToday } from '#server/features/places/daily-place.ts';
import { publicPointFor } from '#server/features/places/public-location.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { StoredArea } from '../emergency.tables.ts';
import type { RequestRow } from '../requests/requests.store.ts';
import * as store from './areas.store.ts';

/** The number of people around a place is shown only for places within this distance of the caller's own. */
const OWN_PLACE_KM = 1;

/** The area of a position, by its public point only; null where there are fewer than ten people. */
export async function areaOfPosition(
  ctx: AppContext,
  personId: string,
  position: GeoPoint,
): Promise<StoredArea | null> {
  const build = await store.selectNewestBuild(ctx.db);
  const area = areaIn(ctx, build, await publicPointOf(ctx, personId, position));
  if (!area || !build?.in_force[area.key]) return area;
  const named = (await areaNames(ctx)).find(
    (place) => place.name === area.label && distanceToAreaKm(place, area.bounds) === 0,
  );
  return { ...area, namedAt: named ? { latitude: named.latitude, longitude: named.longitude } : null };
}

/**
 * What others will see of a request from this position. Without an area: whether there may be few people, and their
 * number if the caller's own place is there. The number is computed once a month, so it does not reveal who joins or
 * leaves.
 */
export async function previewArea(
  ctx: AppContext,
  caller: Caller,
  position: GeoPoint,
): Promise<RequestAreaPreview> {
  const build = await store.selectNewestBuild(ctx.db);
  const point = await publicPointOf(ctx, caller.userId, position);
  const area = areaIn(ctx, build, point);
  if (area) return { label: area.label, bounds: [...area.bounds], isFew: false, peopleHere: null };
  const own = (await placesToday(ctx, [caller.userId])).get(caller.userId);
  const isOwn = own !== undefined && distanceKm(own, point) <= OWN_PLACE_KM;
  const { isFew, people } = populationAt(build ?? null, isOwn ? own : null);
  return { label: communityLabel(ctx), bounds: [], isFew, peopleHere: people };
}

const publicPointOf = (ctx: AppContext, personId: string, position: GeoPoint): Promise<GeoPoint> =>
  publicPointFor(ctx, personId, position);

function areaIn(ctx: AppContext, build: store.BuildRow | undefined, point: GeoPoint): StoredArea | null {
  const cells = new Set(Object.keys(build?.in_force ?? {}));
  const key = areaKeyAt(point, cells);
  if (key === null) return null;
  return { key, label: build?.in_force[key] ?? communityLabel(ctx), bounds: boundsOfArea(key, cells) };
}

export type Reach = {
  /** Whole kilometers to the nearest edge of its area, 0 inside; null for a request of the community as a whole. */
  readonly shownKm: number | null;
  /** The exact distance; 0 for a request of the community as a whole. */
  readonly km: number;
};

/** The reach of a request to a place; null if it does not reach it, or there is none. */
export function reachOf(
  { area, radius_km }: Pick<RequestRow, 'area' | 'radius_km'>,
  place: GeoPoint | null | undefined,
): Reach | null {
  if (!place) return null;
  if (!area) return { shownKm: null, km: 0 };
  const km = distanceToAreaKm(place, area.bounds);
  return km <= radius_km ? { shownKm: wholeKmToArea(place, area.bounds), km } : null;
}
