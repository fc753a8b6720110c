import { type GeoBounds, unionOfBounds } from '@openlarder/domain/kernel/geo.ts';
import { useContext, useEffect } from 'react';
import type { LiveClient } from './live-client.ts';
import { LiveContext } from './live-context.ts';

/** All there is: who looks at this hears every change. */
export const WHOLE_WORLD: GeoBounds = { north: 90, south: -90, west: -180, east: 180 };

/** The part of the Earth that a tab hears of. */
export type WatchedArea = {
  /** Hears of changes within these bounds until the function handed back is called. */
  readonly watch: (bounds: GeoBounds) => () => void;
  /**
   * Calls when the server has said that it tells more than before: what was fetched of it by then may have missed
   * something. It is given what was told before, null for nothing.
   */
  readonly onWidened: (listener: (before: GeoBounds | null) => void) => () => void;
  /** Whether the server has been asked for more than it has said that it tells. */
  readonly isAwaited: () => boolean;
};

const isSame = (a: GeoBounds | null, b: GeoBounds | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.north === b.north &&
    a.south === b.south &&
    a.east === b.east &&
    a.west === b.west);

/** Whether `outer` holds all of `inner`. */
export const containsBounds = (outer: GeoBounds, inner: GeoBounds): boolean =>
  isSame(unionOfBounds([outer, inner]), unionOfBounds([outer, outer]));

/**
 * The server keeps one box for each socket, and several parts of a page look at the map: what it is told is the
 * smallest box that holds all of theirs. Where nobody looks any more it is not told, and goes on with the last.
 *
 * It says when it has taken a box, and only from then on is all of it told. What it had taken on the line before goes
 * on over a new one, which begins where the last one ended and is told the box before that.
 */
function makeWatchedArea(live: Pick<LiveClient, 'subscribe' | 'on'>): WatchedArea {
  const wanted = new Set<{ readonly bounds: GeoBounds }>();
  const listeners = new Set<(before: GeoBounds | null) => void>();
  let said: GeoBounds | null = null;
  let taken: GeoBounds | null = null;
  let takeBack: (() => void) | null = null;
  let isDue = false;

  function say(bounds: GeoBounds): void {
    said = bounds;
    takeBack?.();
    takeBack = live.subscribe({ type: 'subscribe_heat_map_updates', bounds });
  }

  function settle(): void {
    isDue = false;
    const union = unionOfBounds([...wanted].map(({ bounds }) => bounds));
    if (union === null) {
      takeBack?.();
      takeBack = null;
      return;
    }
    if (!takeBack || !isSame(union, said)) say(union);
  }
  // One part goes in the moment in which another comes: that is one change.
  function settleSoon(): void {
    if (isDue) return;
    isDue = true;
    queueMicrotask(settle);
  }

  live.on('watching', ({ bounds }) => {
    const before = taken;
    taken = bounds;
    if (before === null || !containsBounds(before, bounds))
      for (const listener of listeners) listener(before);
  });
  // A new connection knows only what is wanted then.
  live.on('hello', () => {
    if (!takeBack) [said, taken] = [null, null];
  });
  // The server could not take it when it was told, while its records were away, say: it is told again.
  live.on('alive', () => {
    if (takeBack && said && !isSame(said, taken)) say(said);
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
    isAwaited: () => takeBack !== null && !isSame(said, taken),
  };
}

const areas = new WeakMap<object, WatchedArea>();

/** The one watched area of a tab's socket. */
export function getWatchedArea(live: Pick<LiveClient, 'subscribe' | 'on'>): WatchedArea {
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
    return getWatchedArea(live).watch(wanted);
  }, [live, text]);
}
