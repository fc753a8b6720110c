import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import type { MapObstacle } from '#web/ui/map/label-layer.ts';
import { MARKER_RADIUS_PX, markerSize } from './MarkerShape.tsx';

/** How much of a title a pin says. */
const MAX_LETTERS = 16;
/** Words that end no name: "and", "of", "de", "und". */
const LINKING_LETTERS = 3;

/** The beginning of a title, in whole words: "Croissants" of "Croissants and rolls", "Roast chicken" of more. */
export function shortTitle(title: string): string {
  const [head = ''] = title.split(/[,;:(–—]/u);
  const all = head.trim().split(/\s+/u);
  const words: string[] = [];
  for (const word of all) {
    if (words.length > 0 && [...words, word].join(' ').length > MAX_LETTERS) break;
    words.push(word);
  }
  while (words.length > 1 && words.length < all.length && (words.at(-1) ?? '').length <= LINKING_LETTERS)
    words.pop();
  return words.join(' ');
}

/** A pin's label relative to its point, in pixels. */
export const PIN_LABEL = { heightPx: 24, letterPx: 7, paddingPx: 20, maxPx: 168 } as const;

const widthOf = (label: string): number =>
  Math.min(PIN_LABEL.maxPx, label.length * PIN_LABEL.letterPx + PIN_LABEL.paddingPx);

type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

export type Pin = Pick<MapCluster, 'id' | 'count'> & {
  readonly label: string;
  /** Of its point, in pixels to the right and down. */
  readonly x: number;
  readonly y: number;
};

/** The box of a pin's label, under its shape. */
function labelBox({ count, label, x, y }: Pin): Box {
  const top = y + MARKER_RADIUS_PX[markerSize(count)] - 2;
  const half = widthOf(label) / 2;
  return { left: x - half, right: x + half, top, bottom: top + PIN_LABEL.heightPx };
}

/** The ids of the pins whose label fits between all shapes and the labels before it; the first comes first. */
export function pinsWithLabel(pins: readonly Pin[]): Set<string> {
  const shapes = pins.map(({ id, count, x, y }) => {
    const radius = MARKER_RADIUS_PX[markerSize(count)];
    return { id, box: { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius } };
  });
  const placed: Box[] = [];
  const fitting = new Set<string>();
  for (const pin of pins) {
    const box = labelBox(pin);
    if (placed.some((other) => overlap(box, other))) continue;
    if (shapes.some((shape) => shape.id !== pin.id && overlap(box, shape.box))) continue;
    placed.push(box);
    fitting.add(pin.id);
  }
  return fitting;
}

/** What the map's own names keep clear of, for the label under a shape. */
export function obstaclesOfLabel(shape: MapObstacle, label: string): Required<MapObstacle>[] {
  const radiusPx = PIN_LABEL.heightPx / 2;
  const half = Math.max(0, widthOf(label) / 2 - radiusPx);
  const down = shape.radiusPx - 2 + radiusPx;
  return [-half, -half / 2, 0, half / 2, half].map((right) => ({
    ...shape,
    radiusPx,
    offsetPx: [right, down],
  }));
}
