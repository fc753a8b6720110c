/** What the name reaches from the dot of the place, to the side and up or down, in pixels. */
export const LABEL_PX = { along: 46, from: 10, to: 34 } as const;

/** A mark, by how far its middle lies from the dot, to the right and down. */
export type NearbyMarker = { readonly x: number; readonly y: number; readonly radiusPx: number };

/** By how much one of the marks lies on the name, at most, in pixels: below the dot (1) or above it (-1). */
function coveredPx(marks: readonly NearbyMarker[], way: 1 | -1): number {
  let most = 0;
  for (const { x, y, radiusPx } of marks) {
    if (Math.abs(x) >= LABEL_PX.along + radiusPx) continue;
    const onward = y * way;
    most = Math.max(most, Math.min(onward + radiusPx - LABEL_PX.from, LABEL_PX.to - onward + radiusPx));
  }
  return most;
}

/**
 * Where the name of one's own place stands: below the dot, or above it where less of it is on marks there; and over
 * the marks where some of it is on one either way.
 */
export function placeLabel(marks: readonly NearbyMarker[]): { isAbove: boolean; isOver: boolean } {
  const [below, above] = [coveredPx(marks, 1), coveredPx(marks, -1)];
  return { isAbove: above < below, isOver: above > 0 && below > 0 };
}
