import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { type ClusterIndex, makeClusterIndex } from '@openlarder/domain/map/cluster-index.ts';
import type { RequestOnMap } from '#server/features/emergency/requests/request-queries.ts';
import { expiresAtOf, indexPointOf, isRequest, type MapSourceItem } from './map-item.ts';

/** The items on the map, clustered by place, each with its data and its expiry. */
export type IndexedItems = {
  readonly index: ClusterIndex;
  item(id: string): MapSourceItem | undefined;
  /** The requests for food among the items. */
  requests(): Iterable<RequestOnMap>;
  /** Adds or replaces an item; removes it if `item` is undefined. */
  set(id: string, item: MapSourceItem | undefined): void;
  /** Removes items that have expired by `nowMs`. */
  sweep(nowMs: number): void;
};

const minuteOf = (ms: number): number => Math.floor(ms / MINUTE_MS);

function* minutesFrom(first: number, last: number): Iterable<number> {
  for (let minute = first; minute <= last; minute++) yield minute;
}

/** Expiries are bucketed by minute, so that a sweep looks at few items. */
export function makeIndexedItems(): IndexedItems {
  const index = makeClusterIndex();
  const items = new Map<string, MapSourceItem>();
  const requests = new Map<string, RequestOnMap>();
  const idsByMinute = new Map<number, Set<string>>();
  /** All items expire in this minute or later. */
  let firstMinute = Number.POSITIVE_INFINITY;

  function remove(id: string): void {
    const known = items.get(id);
    if (!known) return;
    items.delete(id);
    requests.delete(id);
    index.remove(id);
    const minute = minuteOf(expiresAtOf(known).getTime());
    const expiring = idsByMinute.get(minute);
    expiring?.delete(id);
    if (expiring?.size === 0) idsByMinute.delete(minute);
  }

  return {
    index,
    item: (id) => items.get(id),
    requests: () => requests.values(),
    set(id, item) {
      remove(id);
      if (!item) return;
      items.set(id, item);
      if (isRequest(item)) requests.set(id, item);
      index.put(indexPointOf(item));
      const minute = minuteOf(expiresAtOf(item).getTime());
      const expiring = idsByMinute.get(minute);
      if (expiring) expiring.add(id);
      else idsByMinute.set(minute, new Set([id]));
      firstMinute = Math.min(firstMinute, minute);
    },
    sweep(nowMs) {
      const current = minuteOf(nowMs);
      if (current < firstMinute) return;
      // the minutes since the last sweep, or the buckets if there are fewer of them, as at first
      const hasFewerBuckets = current - firstMinute > idsByMinute.size;
      for (const minute of hasFewerBuckets ? idsByMinute.keys() : minutesFrom(firstMinute, current)) {
        if (minute > current) continue;
        for (const id of idsByMinute.get(minute) ?? []) {
          const item = items.get(id);
          if (!item || expiresAtOf(item).getTime() <= nowMs) remove(id);
        }
      }
      firstMinute = current;
    },
  };
}
