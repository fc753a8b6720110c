/** The label's extent from the dot, sideways and up or down, in pixels. */
export const LABEL_PX = { along: 46, from: 10, to: 34 } as const;

/** A marker's center relative to the dot, to the right and down. */
export type NearbyMarker = { readonly x: number; readonly y: number; readonly radiusPx: number };

/** The largest overlap of a marker with the label, in pixels: below the dot (1) or above it (-1). */
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
 * Places the label below the dot, or above it if markers cover less of it there; and over the markers if some
 * cover it either way.
 */
export function placeMyLocationLabel(marks: readonly NearbyMarker[]): { isAbove: boolean; isOver: boolean } {
  const [below, above] = [coveredPx(marks, 1), coveredPx(marks, -1)];
  return { isAbove: above < below, isOver: above > 0 && below > 0 };
}
