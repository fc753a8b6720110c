import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { MapPoint } from '@openlarder/domain/map/cluster-cell.ts';
import type { MapArea, MapItem } from '@openlarder/domain/map/map-contract.ts';
import { reachOf } from '#server/features/emergency/areas/area-of-point.ts';
import type { RequestOnMap } from '#server/features/emergency/requests/request-queries.ts';
import type { ListingOnMap } from '#server/features/listings/map-source.ts';
import { photoPathOf } from '#server/features/photos/photos.service.ts';

/** A listing or a request for food. */
export type MapSourceItem = ListingOnMap | RequestOnMap;

export type MapViewer = {
  readonly userId: string;
  /** Their place of today, if they are a donor; else null. */
  readonly donorPlace: GeoPoint | null;
};

export const isRequest = (item: MapSourceItem): item is RequestOnMap => 'requesterId' in item;

/** When the item leaves the map. */
export const expiresAtOf = (item: MapSourceItem): Date =>
  isRequest(item) ? item.expiresAt : item.offeredUntil;

export function indexPointOf(item: MapSourceItem): MapPoint {
  const { id, point, urgencyLevel } = item;
  const common = { id, ...point, urgencyLevel, createdAtMs: item.createdAt.getTime() };
  // a block does not hide a request, since that would reveal who the requester is
  return isRequest(item)
    ? { ...common, kind: 'needed', categories: item.preferredCategories, ownerId: id }
    : { ...common, kind: 'available', categories: [item.category], ownerId: item.donorId };
}

/** Whether the viewer may see the item itself: a listing, their own request, and for donors those that reach them. */
export const isShownTo = (item: MapSourceItem, { userId, donorPlace }: MapViewer): boolean =>
  !isRequest(item) || item.requesterId === userId || reachOf(item, donorPlace) !== null;

/** Presents an item to a viewer who may see it. */
export function presentItem(item: MapSourceItem): MapItem {
  const common = {
    id: item.id,
    title: item.title,
    urgencyLevel: item.urgencyLevel,
    createdAt: item.createdAt.toISOString(),
  };
  return isRequest(item)
    ? {
        ...common,
        category: null,
        photoPath: null,
        pickupLocation: item.shownArea.label,
        placeIsPublic: false,
        estimatedServings: null,
        householdSize: item.householdSize,
      }
    : {
        ...common,
        category: item.category,
        photoPath: item.firstPhotoId && photoPathOf(item.firstPhotoId),
        pickupLocation: item.areaLabel,
        placeIsPublic: item.placeIsPublic,
        estimatedServings: item.servingsLeft,
        householdSize: null,
      };
}

/** The public data of these requests: their areas, each with the number of requests. */
export function areasOf(items: readonly MapSourceItem[]): MapArea[] {
  const byArea = Map.groupBy(items.filter(isRequest), ({ shownArea }) => JSON.stringify(shownArea));
  return [...byArea.values()].flatMap((requests) => {
    const [first] = requests;
    if (!first) return [];
    const { label, bounds } = first.shownArea;
    return [{ label, bounds: [...bounds], count: requests.length }];
  });
}
