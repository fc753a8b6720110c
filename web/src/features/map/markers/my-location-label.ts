/** The label's extent from the dot, sideways and up or down, in pixels. */
export const LABEL_PX = { along: 46, from: 10, to: 34 } as const;

/** A marker's center relative to the dot, to the right and down. */
export type NearbyMarker = { readonly x: number; readonly y: number; readonly radiusPx: number };

type Side = 'below' | 'above' | 'right' | 'left';
type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

const { along, from, to } = LABEL_PX;
const HALF_HEIGHT = (to - from) / 2;
/** Where the label may be, the preferred side first. */
const BOXES: readonly (readonly [Side, Box])[] = [
  ['below', { left: -along, right: along, top: from, bottom: to }],
  ['above', { left: -along, right: along, top: -to, bottom: -from }],
  ['right', { left: from, right: from + 2 * along, top: -HALF_HEIGHT, bottom: HALF_HEIGHT }],
  ['left', { left: -from - 2 * along, right: -from, top: -HALF_HEIGHT, bottom: HALF_HEIGHT }],
];

/** The largest overlap of a marker with the label, in pixels. */
const coveredPx = (marks: readonly NearbyMarker[], { left, right, top, bottom }: Box): number =>
  Math.max(
    0,
    ...marks.map(({ x, y, radiusPx }) =>
      Math.min(
        Math.min(right, x + radiusPx) - Math.max(left, x - radiusPx),
        Math.min(bottom, y + radiusPx) - Math.max(top, y - radiusPx),
      ),
    ),
  );

/** The first side of the dot that markers leave free; else over the markers, where they cover least of it. */
export function placeMyLocationLabel(marks: readonly NearbyMarker[]): { side: Side; isOver: boolean } {
  let [least, best]: [number, Side] = [Infinity, 'below'];
  for (const [side, box] of BOXES) {
    const covered = coveredPx(marks, box);
    if (covered < least) [least, best] = [covered, side];
  }
  return { side: best, isOver: least > 0 };
}
