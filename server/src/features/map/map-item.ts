import type { MapPoint } from '@openlarder/domain/map/cluster-cell.ts';
import type { MapItem } from '@openlarder/domain/map/map-contract.ts';
import type { RequestOnMap } from '#server/features/emergency/requests/map-source.ts';
import type { ListingOnMap } from '#server/features/listings/listings.service.ts';

/** Food on offer, or a request for food. */
export type MapSourceItem = ListingOnMap | RequestOnMap;

/** Who looks at the map. */
export type Viewer = { readonly userId: string; readonly isDonor: boolean };

/** A request's title, to those who may not know more of it; browsers say it in their own language. */
const FOOD_NEEDED = 'Food needed';

const isRequest = (thing: MapSourceItem): thing is RequestOnMap => 'requesterId' in thing;

/** From here on it is not on the map any more. */
export const expiresAtOf = (thing: MapSourceItem): Date =>
  isRequest(thing) ? thing.expiresAt : thing.offeredUntil;

export function indexPointOf(thing: MapSourceItem): MapPoint {
  const { id, point, urgencyLevel } = thing;
  const where = { id, ...point, urgencyLevel, createdAtMs: thing.createdAt.getTime() };
  return isRequest(thing)
    ? { ...where, kind: 'needed', categories: thing.preferredCategories, ownerId: thing.requesterId }
    : { ...where, kind: 'available', categories: [thing.category], ownerId: thing.donorId };
}

/** What one viewer may know of a thing: of somebody else's request, whoever is not a donor only that food is needed. */
export function presentItem(thing: MapSourceItem, { userId, isDonor }: Viewer): MapItem {
  const said = {
    id: thing.id,
    title: thing.title,
    urgencyLevel: thing.urgencyLevel,
    pickupLocation: thing.areaLabel,
    createdAt: thing.createdAt.toISOString(),
  };
  if (!isRequest(thing)) return { ...said, estimatedServings: thing.servingsLeft, householdSize: null };
  const mayKnow = isDonor || thing.requesterId === userId;
  return {
    ...said,
    ...(!mayKnow && { title: FOOD_NEEDED }),
    estimatedServings: null,
    householdSize: mayKnow ? thing.householdSize : null,
  };
}
