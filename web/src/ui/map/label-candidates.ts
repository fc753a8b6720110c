import {
  type Basemap,
  worldBoxesOverlap,
  type RoadClass,
  type WorldBox,
  type WorldPoint,
} from './basemap-data.ts';
import { anchorsAlong, type Label, type LabelKind, type Point } from './label-collision.ts';

/** The zoom from which names are shown: neighbourhoods and rivers first, side streets last. */
const PLACE_FROM_ZOOM: Readonly<Record<1 | 2 | 3, number>> = { 1: 12, 2: 14, 3: 12 };
const ROAD_FROM_ZOOM: Readonly<Record<RoadClass, number>> = { 1: 14, 2: 14, 3: 16 };
const ANCHOR_EVERY_PX = 640;

const FAMILY = 'Figtree, system-ui, sans-serif';
export const LABEL_FONTS: Readonly<Record<LabelKind, string>> = {
  place: `600 13px ${FAMILY}`,
  road: `500 11px ${FAMILY}`,
  water: `italic 500 13px ${FAMILY}`,
  park: `600 11px ${FAMILY}`,
};
const HEIGHT_PX: Readonly<Record<LabelKind, number>> = { place: 16, road: 13, water: 16, park: 14 };

export type View = {
  readonly zoom: number;
  readonly worldPx: number;
  readonly shown: WorldBox;
  /** Converts world coordinates to pixels of the label canvas. */
  readonly toPx: (point: WorldPoint) => Point;
  /** Width of a text in pixels, in a label's font. */
  readonly measure: (text: string, font: string) => number;
};

/** All names that could be shown in the view; `placeLabels` chooses among them. */
export function labelCandidates(map: Basemap, view: View): Label[] {
  const { zoom, shown, toPx, measure } = view;
  const labels: Label[] = [];
  const add = (text: string, kind: LabelKind, rank: number, spots: { at: Point; angle: number }[]) => {
    const width = measure(text, LABEL_FONTS[kind]);
    for (const spot of spots) labels.push({ text, kind, rank, width, height: HEIGHT_PX[kind], ...spot });
  };
  const holds = ([x, y]: WorldPoint) =>
    x >= shown.minX && x <= shown.maxX && y >= shown.minY && y <= shown.maxY;

  for (const { name, rank, at } of map.places) {
    if (zoom < PLACE_FROM_ZOOM[rank] || !holds(at)) continue;
    add(name, rank === 3 ? 'water' : 'place', rank, [{ at: toPx(at), angle: 0 }]);
  }
  for (const { kind, name, box } of map.areas) {
    if (kind !== 'park' || !worldBoxesOverlap(box, shown)) continue;
    const middle: WorldPoint = [(box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2];
    const wideEnough = (box.maxX - box.minX) * view.worldPx > measure(name, LABEL_FONTS.park);
    if (wideEnough && holds(middle)) add(name, 'park', 2.5, [{ at: toPx(middle), angle: 0 }]);
  }
  for (const road of map.roads) {
    if (!road.name || zoom < ROAD_FROM_ZOOM[road.class] || !worldBoxesOverlap(road.box, shown)) continue;
    const width = measure(road.name, LABEL_FONTS.road);
    add(road.name, 'road', 3 + road.class, anchorsAlong(road.line.map(toPx), width, ANCHOR_EVERY_PX));
  }
  return labels;
}
