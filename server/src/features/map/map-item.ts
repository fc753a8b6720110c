import type { MapPoint } from '@openlarder/domain/map/cluster-cell.ts';
import type { MapItem } from '@openlarder/domain/map/map-contract.ts';
import type { RequestOnMap } from '#server/features/emergency/emergency.service.ts';
import type { ListingOnMap } from '#server/features/listings/listings.service.ts';

/** A listing or a request for food. */
export type MapSourceItem = ListingOnMap | RequestOnMap;

export type Viewer = { readonly userId: string; readonly isDonor: boolean };

/** The title of a request for viewers who may not see it; clients translate it. */
const FOOD_NEEDED = 'Food needed';

const isRequest = (item: MapSourceItem): item is RequestOnMap => 'requesterId' in item;

/** The item is not on the map from then on. */
export const expiresAtOf = (item: MapSourceItem): Date =>
  isRequest(item) ? item.expiresAt : item.offeredUntil;

export function indexPointOf(item: MapSourceItem): MapPoint {
  const { id, point, urgencyLevel } = item;
  const common = { id, ...point, urgencyLevel, createdAtMs: item.createdAt.getTime() };
  return isRequest(item)
    ? { ...common, kind: 'needed', categories: item.preferredCategories, ownerId: item.requesterId }
    : { ...common, kind: 'available', categories: [item.category], ownerId: item.donorId };
}

/** What one viewer may see: of another person's request, non-donors see only that food is needed. */
export function presentItem(item: MapSourceItem, { userId, isDonor }: Viewer): MapItem {
  const common = {
    id: item.id,
    title: item.title,
    urgencyLevel: item.urgencyLevel,
    pickupLocation: item.areaLabel,
    createdAt: item.createdAt.toISOString(),
  };
  if (!isRequest(item)) return { ...common, estimatedServings: item.servingsLeft, householdSize: null };
  const maySee = isDonor || item.requesterId === userId;
  return {
    ...common,
    ...(!maySee && { title: FOOD_NEEDED }),
    estimatedServings: null,
    householdSize: maySee ? item.householdSize : null,
  };
}
