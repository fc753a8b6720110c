import { type GeoBounds, unionOfBounds } from '@openlarder/domain/kernel/geo.ts';
import { useContext, useEffect } from 'react';
import { createEvent } from '#web/lib/store.ts';
import type { LiveClient } from './live-client.ts';
import { LiveContext } from './live-context.ts';

/** Watching this receives every change. */
export const WHOLE_WORLD: GeoBounds = { north: 90, south: -90, west: -180, east: 180 };

/** The part of the world whose changes a tab receives. */
export type WatchedArea = {
  /** Receives changes within these bounds until the returned function is called. */
  readonly watch: (bounds: GeoBounds) => () => void;
  /**
   * Called when the server confirms a larger area than before: data fetched for it until then may have missed
   * changes. Gets the area before, null for none.
   */
  readonly onWidened: (listener: (before: GeoBounds | null) => void) => () => void;
};

const isSameBounds = (a: GeoBounds | null, b: GeoBounds | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.north === b.north &&
    a.south === b.south &&
    a.east === b.east &&
    a.west === b.west);

/** True if `outer` contains all of `inner`. */
export const containsBounds = (outer: GeoBounds, inner: GeoBounds): boolean =>
  isSameBounds(unionOfBounds([outer, inner]), unionOfBounds([outer, outer]));

/**
 * The server keeps one box per socket, and several components watch areas: the socket requests the smallest
 * box that contains them all. If nothing is watched, no request is sent and the server keeps the last box.
 * The server confirms each box, and sends all its changes only from then on. The first connection requests its box
 * before it resumes from the page's position, where nothing had been fetched yet: it has missed nothing. A confirmed
 * box carries over to a new connection, which resumes where the last one ended and requests the box before that.
 */
function createWatchedArea(live: Pick<LiveClient, 'subscribe' | 'on'>): WatchedArea {
  const watchers = new Set<{ readonly bounds: GeoBounds }>();
  const widened = createEvent<GeoBounds | null>();
  let requested: GeoBounds | null = null;
  let confirmed: GeoBounds | null = null;
  /** The box that the first connection has requested before it resumed from the page's position. */
  let coveredByResume: GeoBounds | null = null;
  let isFirst = true;
  let unsubscribe: (() => void) | null = null;
  let isScheduled = false;

  function request(bounds: GeoBounds): void {
    requested = bounds;
    unsubscribe?.();
    unsubscribe = live.subscribe({ type: 'subscribe_heat_map_updates', bounds });
  }

  function update(): void {
    isScheduled = false;
    const union = unionOfBounds([...watchers].map(({ bounds }) => bounds));
    if (union === null) {
      unsubscribe?.();
      unsubscribe = null;
      return;
    }
    if (!unsubscribe || !isSameBounds(union, requested)) request(union);
  }
  // One component unmounts as another mounts: that is one change.
  function scheduleUpdate(): void {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(update);
  }

  live.on('watching', ({ bounds }) => {
    const before = confirmed ?? coveredByResume;
    confirmed = bounds;
    coveredByResume = null;
    if (before === null || !containsBounds(before, bounds)) widened.emit(before);
  });
  // A new connection knows only what is watched then.
  live.on('hello', () => {
    if (!unsubscribe) [requested, confirmed] = [null, null];
    coveredByResume = isFirst ? requested : null;
    isFirst = false;
  });
  // The server could not apply it, for example while its database was unavailable: send it again.
  // The page had no position.
  live.on('resync', () => {
    coveredByResume = null;
  });
  live.on('alive', () => {
    coveredByResume = null;
    if (unsubscribe && requested && !isSameBounds(requested, confirmed)) request(requested);
  });
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
    onWidened: widened.subscribe,
  };
}

const areas = new WeakMap<object, WatchedArea>();

/** The watched area of a tab's socket. */
export function getWatchedArea(live: Pick<LiveClient, 'subscribe' | 'on'>): WatchedArea {
  const area = areas.get(live) ?? createWatchedArea(live);
  areas.set(live, area);
  return area;
}

/** Receives changes within these bounds while the component is mounted; null for none. */
export function useWatchedArea(bounds: GeoBounds | null): void {
  const live = useContext(LiveContext);
  const text = bounds && JSON.stringify(bounds);
  useEffect(() => {
    if (!live || text === null) return undefined;
    const watched: GeoBounds = JSON.parse(text);
    return getWatchedArea(live).watch(watched);
  }, [live, text]);
}
