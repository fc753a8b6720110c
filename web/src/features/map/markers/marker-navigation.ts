import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { MAX_CLUSTER_RADIUS_M } from '@openlarder/domain/map/map-options.ts';
import { distanceM } from '@openlarder/domain/kernel/geo.ts';
import type { HighlightedListing } from '#web/features/listings/feed/highlighted-listing.ts';

/** Where a mark stands in the view, in pixels to the right and down. */
export type MarkerPosition = { readonly id: string; readonly x: number; readonly y: number };

/** From north to south and from west to east, as a page is read. */
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
/** A mark off to the side counts as this many times farther: arrows go straight on before they go round. */
const SIDEWAYS = 2;

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
    const effort = onward + SIDEWAYS * aside;
    if (id !== from.id && onward > 0 && effort < least) [nearest, least] = [id, effort];
  }
  return nearest;
}

/**
 * The mark that a key leads to from another: arrows to the nearest that way, Home and End to the first and the last
 * of `marks`, Page Up and Page Down one by one through all of them, which reaches also marks that lie on each other.
 * null where there is none, and for all other keys.
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

/**
 * Puts elements with one parent into an order, by moving them round the one that has the keyboard: an element that
 * is moved would lose it. What is absent is left out; nothing is touched where the order stands already.
 */
export function reorderElements(elements: readonly (Element | null)[]): void {
  const inOrder = elements.filter((element) => element !== null);
  const stands = inOrder.every((element, index) => {
    const before = inOrder[index - 1];
    return !before || before.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_FOLLOWING;
  });
  if (stands) return;
  const held = inOrder.findIndex((element) => element.contains(document.activeElement));
  const still = inOrder[held];
  inOrder.forEach((element, index) => {
    if (still && index < held) still.before(element);
    else if (element !== still) element.parentElement?.append(element);
  });
}

/**
 * The cluster that holds a listing: the one that names it, else the nearest of those that hold more than they name,
 * as far as a cluster can reach. null where none can hold it.
 */
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
