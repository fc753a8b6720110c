import { type GeoBounds, unionOfBounds } from '@openlarder/domain/kernel/geo.ts';
import { useContext, useEffect } from 'react';
import type { LiveClient } from './live-client.ts';
import { LiveContext } from './live-context.ts';

/** Watching this receives every change. */
export const WHOLE_WORLD: GeoBounds = { north: 90, south: -90, west: -180, east: 180 };

/** The part of the world whose changes a tab receives: within these bounds until the returned function is called. */
export type WatchedArea = { readonly watch: (bounds: GeoBounds) => () => void };

/**
 * The server keeps one box per socket, and several components watch areas: the socket requests the smallest
 * box that contains them all, from its position on. If nothing is watched, no request is sent and the server keeps the
 * last box.
 */
function createWatchedArea(live: Pick<LiveClient, 'subscribe'>): WatchedArea {
  const watchers = new Set<{ readonly bounds: GeoBounds }>();
  let requested = 'null';
  let unsubscribe = (): unknown => null;
  let isScheduled = false;

  function update(): void {
    isScheduled = false;
    const union = unionOfBounds([...watchers].map(({ bounds }) => bounds));
    if (JSON.stringify(union) === requested) return;
    requested = JSON.stringify(union);
    unsubscribe();
    if (union) unsubscribe = live.subscribe({ type: 'subscribe_heat_map_updates', bounds: union });
  }
  // One component unmounts as another mounts: that is one change.
  function scheduleUpdate(): void {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(update);
  }

  return {
    watch(bounds) {
      const watcher = { bounds };
      watchers.add(watcher);
      scheduleUpdate();
      return () => {
        watchers.delete(watcher);
        scheduleUpdate();
      };
    },
  };
}

const areas = new WeakMap<object, WatchedArea>();

export function getWatchedArea(live: Pick<LiveClient, 'subscribe'>): WatchedArea {
  const area = areas.get(live) ?? createWatchedArea(live);
  areas.set(live, area);
  return area;
}

export function useWatchedArea(bounds: GeoBounds | null): void {
  const live = useContext(LiveContext);
  const text = bounds && JSON.stringify(bounds);
  useEffect(() => {
    if (!live || text === null) return undefined;
    const watched: GeoBounds = JSON.parse(text);
    return getWatchedArea(live).watch(watched);
  }, [live, text]);
}
