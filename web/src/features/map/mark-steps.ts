import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';

/** Where a mark stands in the view, in pixels to the right and down. */
export type MarkAt = { readonly id: string; readonly x: number; readonly y: number };

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

function nearestTowards(marks: readonly MarkAt[], from: MarkAt, [dx, dy]: readonly [number, number]) {
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
export function markAfter(marks: readonly MarkAt[], fromId: string, key: string): string | null {
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
