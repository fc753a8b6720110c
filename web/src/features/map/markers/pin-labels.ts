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
export const PIN_LABEL = { heightPx: 24, letterPx: 6, paddingPx: 16, maxPx: 168 } as const;

/** The text of pins grows with that of the page, but less: a map keeps its size. */
export const PIN_TEXT = 'text-[length:min(0.75rem,14px)]/5';
const [LEAST_TEXT_PX, MOST_TEXT_PX] = [12, 14];
const textScale = (): number => {
  const rootPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return Math.min(MOST_TEXT_PX, rootPx * 0.75) / LEAST_TEXT_PX;
};

const widthOf = (label: string): number =>
  Math.min(PIN_LABEL.maxPx, label.length * PIN_LABEL.letterPx * textScale() + PIN_LABEL.paddingPx);

export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};
const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

export type Pin = Pick<MapCluster, 'id' | 'count'> & {
  readonly label: string;
  /** Of its point, in pixels to the right and down. */
  readonly x: number;
  readonly y: number;
};

export type LabelSide = 'below' | 'above';
const SIDES: readonly LabelSide[] = ['below', 'above'];

/** The box of a pin's label, under or over its shape. */
function labelBox({ count, label, x, y }: Pin, side: LabelSide): Box {
  const away = MARKER_RADIUS_PX[markerSize(count)] - 2;
  const top = side === 'below' ? y + away : y - away - PIN_LABEL.heightPx;
  const half = widthOf(label) / 2;
  return { left: x - half, right: x + half, top, bottom: top + PIN_LABEL.heightPx };
}

const isSeen = ({ x, y }: Pin, { left, top, right, bottom }: Box): boolean =>
  x > left && x < right && y > top && y < bottom;
const isWithin = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left &&
  inner.right <= outer.right &&
  inner.top >= outer.top &&
  inner.bottom <= outer.bottom;

/**
 * The pins whose label fits between all shapes and the labels before it, and on which side; the first comes first. One that
 * the edge of what is seen would cut is left out, as is one that would cover `dot`, the person's own place.
 */
export function pinsWithLabel(
  pins: readonly Pin[],
  seen: Box | null = null,
  dot: Pick<Pin, 'x' | 'y'> | null = null,
): Map<string, LabelSide> {
  const shapeOf = (id: string, { x, y }: Pick<Pin, 'x' | 'y'>, radius: number) => ({
    id,
    box: { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius },
  });
  const shapes = pins.map((pin) => shapeOf(pin.id, pin, MARKER_RADIUS_PX[markerSize(pin.count)]));
  if (dot) shapes.push(shapeOf('', dot, MARKER_RADIUS_PX.one));
  const placed: Box[] = [];
  const fitting = new Map<string, LabelSide>();
  for (const pin of pins)
    for (const side of SIDES) {
      const box = labelBox(pin, side);
      if (placed.some((other) => overlap(box, other))) continue;
      if (shapes.some((shape) => shape.id !== pin.id && overlap(box, shape.box))) continue;
      if (seen && (overlap(box, seen) || isSeen(pin, seen)) && !isWithin(box, seen)) continue;
      placed.push(box);
      fitting.set(pin.id, side);
      break;
    }
  return fitting;
}

/** What the map's own names keep clear of, for the label beside a shape. */
export function obstaclesOfLabel(
  shape: MapObstacle,
  label: string,
  side: LabelSide = 'below',
): Required<MapObstacle>[] {
  const radiusPx = PIN_LABEL.heightPx / 2;
  const half = Math.max(0, widthOf(label) / 2 - radiusPx);
  const away = shape.radiusPx - 2 + radiusPx;
  const down = side === 'below' ? away : -away;
  return [-half, -half / 2, 0, half / 2, half].map((right) => ({
    ...shape,
    radiusPx,
    offsetPx: [right, down],
  }));
}
