import { distanceM } from '@openlarder/domain/kernel/geo.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { MAX_CLUSTER_RADIUS_M } from '@openlarder/domain/map/map-options.ts';
import type { HighlightedListing } from '#web/features/listings/feed/highlighted-listing.ts';

/** A marker's position in the viewport, in pixels to the right and down. */
export type MarkerPosition = { readonly id: string; readonly x: number; readonly y: number };

/** From north to south and from west to east. */
export function inReadingOrder(clusters: readonly MapCluster[]): MapCluster[] {
  return clusters.toSorted(
    (a, b) => b.latitude - a.latitude || a.longitude - b.longitude || (a.id < b.id ? -1 : 1),
  );
}

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Sideways distance counts this many times: arrow keys prefer markers straight ahead. */
const SIDEWAYS_FACTOR = 2;

function nearestTowards(
  marks: readonly MarkerPosition[],
  from: MarkerPosition,
  [dx, dy]: readonly [number, number],
) {
  let nearest: string | null = null;
  let least = Infinity;
  for (const { id, x, y } of marks) {
    const onward = (x - from.x) * dx + (y - from.y) * dy;
    const aside = Math.abs((x - from.x) * dy + (y - from.y) * dx);
    const effort = onward + SIDEWAYS_FACTOR * aside;
    if (id !== from.id && onward > 0 && effort < least) [nearest, least] = [id, effort];
  }
  return nearest;
}

/**
 * The marker that a key leads to: arrows to the nearest in that direction, Home and End to the first and last
 * of `marks`, Page Up and Page Down through all of them in order, which also reaches markers on top of each
 * other. Null if there is none, and for other keys.
 */
export function nextMarkerByKey(
  marks: readonly MarkerPosition[],
  fromId: string,
  key: string,
): string | null {
  const place = marks.findIndex(({ id }) => id === fromId);
  const from = marks[place];
  if (!from) return null;
  if (key === 'Home') return marks[0]?.id ?? null;
  if (key === 'End') return marks.at(-1)?.id ?? null;
  if (key === 'PageDown') return marks[place + 1]?.id ?? null;
  if (key === 'PageUp') return marks[place - 1]?.id ?? null;
  const direction = DIRECTIONS[key];
  return direction ? nearestTowards(marks, from, direction) : null;
}

/** Reorders siblings around the focused one, as an element that is moved loses the focus. Skips null. */
export function reorderElements(elements: readonly (Element | null)[]): void {
  const inOrder = elements.filter((element) => element !== null);
  const isInOrder = inOrder.every((element, index) => {
    const before = inOrder[index - 1];
    return !before || before.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_FOLLOWING;
  });
  if (isInOrder) return;
  const focusedIndex = inOrder.findIndex((element) => element.contains(document.activeElement));
  const focused = inOrder[focusedIndex];
  inOrder.forEach((element, index) => {
    if (focused && index < focusedIndex) focused.before(element);
    else if (element !== focused) element.parentElement?.append(element);
  });
}

/** The cluster that lists a listing, else the nearest within reach with unlisted items; null for none. */
export function clusterOfListing(
  clusters: readonly MapCluster[],
  { id, point }: HighlightedListing,
): MapCluster | null {
  const named = clusters.find(({ items }) => items.some((item) => item.id === id));
  if (named) return named;
  const [nearest] = clusters
    .filter(({ count, items }) => count > items.length)
    .map((cluster) => ({ cluster, farM: distanceM(cluster, point) }))
    .filter(({ farM }) => farM <= MAX_CLUSTER_RADIUS_M)
    .toSorted((a, b) => a.farM - b.farM);
  return nearest?.cluster ?? null;
}
