import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { type ClusterIndex, makeClusterIndex } from '@openlarder/domain/map/cluster-index.ts';
import { expiresAtOf, indexPointOf, type MapSourceItem } from './map-item.ts';

export type IndexedItems = {
  readonly index: ClusterIndex;
  thing(id: string): MapSourceItem | undefined;
  /** Puts a thing where and as it is now; takes it off when it is not on the map any more. */
  set(id: string, thing: MapSourceItem | undefined): void;
  /** Takes off what has run out by `nowMs`. */
  sweep(nowMs: number): void;
};

const minuteOf = (ms: number): number => Math.floor(ms / MINUTE_MS);

function* minutesFrom(first: number, last: number): Iterable<number> {
  for (let minute = first; minute <= last; minute++) yield minute;
}

/** What is on the map, with what is said of each thing, and when it runs out: by the minute, so that few are looked at. */
export function makeIndexedItems(): IndexedItems {
  const index = makeClusterIndex();
  const things = new Map<string, MapSourceItem>();
  const endings = new Map<number, Set<string>>();
  /** Nothing runs out in a minute before this one. */
  let firstMinute = Number.POSITIVE_INFINITY;

  function takeOff(id: string): void {
    const known = things.get(id);
    if (!known) return;
    things.delete(id);
    index.remove(id);
    const minute = minuteOf(expiresAtOf(known).getTime());
    const ending = endings.get(minute);
    ending?.delete(id);
    if (ending?.size === 0) endings.delete(minute);
  }

  return {
    index,
    thing: (id) => things.get(id),
    set(id, thing) {
      takeOff(id);
      if (!thing) return;
      things.set(id, thing);
      index.put(indexPointOf(thing));
      const minute = minuteOf(expiresAtOf(thing).getTime());
      const ending = endings.get(minute);
      if (ending) ending.add(id);
      else endings.set(minute, new Set([id]));
      firstMinute = Math.min(firstMinute, minute);
    },
    sweep(nowMs) {
      const current = minuteOf(nowMs);
      if (current < firstMinute) return;
      // the minutes since the last time, or those in which something runs out where they are fewer, as at first
      const isLongAgo = current - firstMinute > endings.size;
      for (const minute of isLongAgo ? endings.keys() : minutesFrom(firstMinute, current)) {
        if (minute > current) continue;
        for (const id of endings.get(minute) ?? []) {
          const thing = things.get(id);
          if (!thing || expiresAtOf(thing).getTime() <= nowMs) takeOff(id);
        }
      }
      firstMinute = current;
    },
  };
}
