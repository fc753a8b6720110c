import { type GeoBounds, unionOfBounds } from '@openlarder/domain/kernel/geo.ts';
import { useContext, useEffect } from 'react';
import type { LiveClient } from './live-client.ts';
import { LiveContext } from './live-context.ts';

/** All there is: who looks at this hears every change. */
export const EVERYWHERE: GeoBounds = { north: 90, south: -90, west: -180, east: 180 };

/** The part of the Earth that a tab hears of. */
export type WatchedArea = {
  /** Hears of changes within these bounds until the function handed back is called. */
  readonly watch: (bounds: GeoBounds) => () => void;
  /** Calls when bounds are heard of that were not before: what was fetched of them may have missed something. */
  readonly onWidened: (listener: () => void) => () => void;
};

/** Whether `outer` holds all of `inner`. */
function holdAll(outer: GeoBounds, inner: GeoBounds): boolean {
  return JSON.stringify(unionOfBounds([outer, inner])) === JSON.stringify(unionOfBounds([outer, outer]));
}

/**
 * The server keeps one box for each socket, and several parts of a page look at the map: what it is told is the
 * smallest box that holds all of theirs. Where nobody looks any more it is not told, and goes on with the last.
 */
function makeWatchedArea(live: Pick<LiveClient, 'subscribe' | 'on'>): WatchedArea {
  const wanted = new Set<{ readonly bounds: GeoBounds }>();
  const listeners = new Set<() => void>();
  let said: GeoBounds | null = null;
  let takeBack: (() => void) | null = null;
  let isDue = false;

  function settle(): void {
    isDue = false;
    const union = unionOfBounds([...wanted].map(({ bounds }) => bounds));
    if (union === null) {
      takeBack?.();
      takeBack = null;
      return;
    }
    if (takeBack && JSON.stringify(union) === JSON.stringify(said)) return;
    const isWider = said === null || !holdAll(said, union);
    said = union;
    takeBack?.();
    takeBack = live.subscribe({ type: 'subscribe_heat_map_updates', bounds: union });
    if (isWider) for (const listener of listeners) listener();
  }
  // One part goes in the moment in which another comes: that is one change.
  function settleSoon(): void {
    if (isDue) return;
    isDue = true;
    queueMicrotask(settle);
  }

  // A new connection knows only what is wanted then.
  live.on('hello', () => {
    if (!takeBack) said = null;
  });
  return {
    watch(bounds) {
      const want = { bounds };
      wanted.add(want);
      settleSoon();
      return () => {
        wanted.delete(want);
        settleSoon();
      };
    },
    onWidened(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const areas = new WeakMap<object, WatchedArea>();

/** The one watched area of a tab's socket. */
export function watchedAreaOf(live: Pick<LiveClient, 'subscribe' | 'on'>): WatchedArea {
  const area = areas.get(live) ?? makeWatchedArea(live);
  areas.set(live, area);
  return area;
}

/** Hears of changes within these bounds while the part is shown; null asks for none. */
export function useWatchedArea(bounds: GeoBounds | null): void {
  const live = useContext(LiveContext);
  const text = bounds && JSON.stringify(bounds);
  useEffect(() => {
    if (!live || text === null) return undefined;
    const wanted: GeoBounds = JSON.parse(text);
    return watchedAreaOf(live).watch(wanted);
  }, [live, text]);
}
