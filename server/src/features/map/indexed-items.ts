import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { type ClusterIndex, makeClusterIndex } from '@openlarder/domain/map/cluster-index.ts';
import type { RequestOnMap } from '#server/features/emergency/requests/request-queries.ts';
import { urgencyBefore, urgencyChangesMs } from '@openlarder/domain/listings/freshness.ts';
import { type FoodFilter, passesFoodFilter } from '@openlarder/domain/listings/search/food-filter.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { MapPoint } from '@openlarder/domain/map/cluster-cell.ts';
import type { MapArea, MapItem } from '@openlarder/domain/map/map-contract.ts';
import { reachOf } from '../emergency/areas/area-of-point.ts';
import type { ListingOnMap } from '../listings/map-source.ts';
import { photoPathOf } from '../photos/photos.service.ts';

export type MapSourceItem = ListingOnMap | RequestOnMap;

export type MapViewer = {
  readonly userId: string;
  /** Their place of today, if they are a donor; else null. */
  readonly donorPlace: GeoPoint | null;
};

const isRequest = (item: MapSourceItem): item is RequestOnMap => 'requesterId' in item;

/** When the item leaves the map. */
const expiresAtOf = (item: MapSourceItem): Date => (isRequest(item) ? item.expiresAt : item.offeredUntil);

/** When it is looked at again. */
const dueMsOf = (item: MapSourceItem): number =>
  Math.min(
    expiresAtOf(item).getTime(),
    (isRequest(item) ? null : item.urgencyChangesMs) ?? Number.POSITIVE_INFINITY,
  );

const asUrgentAs = (item: ListingOnMap, nowMs: number): ListingOnMap => ({
  ...item,
  urgencyLevel: urgencyBefore(item.feedEnd.getTime(), nowMs),
  urgencyChangesMs: urgencyChangesMs(item.feedEnd.getTime(), nowMs),
});

function indexPointOf(item: MapSourceItem): MapPoint {
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

/** Whether it is a request, which no filter of food hides, or food that passes. */
export const passesFilter = (item: MapSourceItem | undefined, filter: FoodFilter, nowMs: number): boolean =>
  item !== undefined &&
  (isRequest(item) ||
    passesFoodFilter(
      {
        ...item,
        feedEndMs: item.feedEnd.getTime(),
        createdAtMs: item.createdAt.getTime(),
        availableFromMs: item.availableFrom.getTime(),
        offeredUntilMs: item.offeredUntil.getTime(),
      },
      filter,
      nowMs,
    ));

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
        allergens: null,
        pickupLocation: item.shownArea.label,
        latitude: null,
        longitude: null,
        placeIsPublic: false,
        estimatedServings: null,
        householdSize: item.householdSize,
        availableFrom: null,
        availableUntil: null,
      }
    : {
        ...common,
        category: item.category,
        photoPath: item.firstPhotoId && photoPathOf(item.firstPhotoId),
        allergens: item.allergens && [...item.allergens],
        pickupLocation: item.areaLabel,
        ...item.point,
        placeIsPublic: item.placeIsPublic,
        estimatedServings: item.servingsLeft,
        householdSize: null,
        availableFrom: item.availableFrom.toISOString(),
        availableUntil: item.availableUntil.toISOString(),
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

/** The items on the map, clustered by place, each with its data and its expiry. */
export type IndexedItems = {
  readonly index: ClusterIndex;
  item(id: string): MapSourceItem | undefined;
  requests(): Iterable<RequestOnMap>;
  /** Adds or replaces an item; removes it if `item` is undefined. */
  set(id: string, item: MapSourceItem | undefined): void;
  /** Removes items that have expired by `nowMs`, and shows the others as urgent as they have become. */
  sweep(nowMs: number): void;
};

const minuteOf = (ms: number): number => Math.floor(ms / MINUTE_MS);

function* minutesFrom(first: number, last: number): Iterable<number> {
  for (let minute = first; minute <= last; minute++) yield minute;
}

/** What is due is bucketed by minute, so that a sweep looks at few items. */
export function makeIndexedItems(): IndexedItems {
  const index = makeClusterIndex();
  const items = new Map<string, MapSourceItem>();
  const requests = new Map<string, RequestOnMap>();
  const idsByMinute = new Map<number, Set<string>>();
  /** All items are due in this minute or later. */
  let firstMinute = Number.POSITIVE_INFINITY;

  function remove(id: string): void {
    const known = items.get(id);
    if (!known) return;
    items.delete(id);
    requests.delete(id);
    index.remove(id);
    const minute = minuteOf(dueMsOf(known));
    const due = idsByMinute.get(minute);
    due?.delete(id);
    if (due?.size === 0) idsByMinute.delete(minute);
  }

  function put(id: string, item: MapSourceItem): void {
    remove(id);
    items.set(id, item);
    if (isRequest(item)) requests.set(id, item);
    index.put(indexPointOf(item));
    const minute = minuteOf(dueMsOf(item));
    const due = idsByMinute.get(minute);
    if (due) due.add(id);
    else idsByMinute.set(minute, new Set([id]));
    firstMinute = Math.min(firstMinute, minute);
  }

  return {
    index,
    item: (id) => items.get(id),
    requests: () => requests.values(),
    set(id, item) {
      if (item) put(id, item);
      else remove(id);
    },
    sweep(nowMs) {
      const current = minuteOf(nowMs);
      if (current < firstMinute) return;
      // the minutes since the last sweep, or the buckets if there are fewer of them, as at first
      const hasFewerBuckets = current - firstMinute > idsByMinute.size;
      for (const minute of hasFewerBuckets ? [...idsByMinute.keys()] : minutesFrom(firstMinute, current)) {
        if (minute > current) continue;
        for (const id of [...(idsByMinute.get(minute) ?? [])]) {
          const item = items.get(id);
          if (!item || expiresAtOf(item).getTime() <= nowMs) remove(id);
          else if (!isRequest(item) && dueMsOf(item) <= nowMs) put(id, asUrgentAs(item, nowMs));
        }
      }
      firstMinute = current;
    },
  };
}
