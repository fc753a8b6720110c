import {
  type Basemap,
  worldBoxesOverlap,
  type RoadClass,
  type WorldBox,
  type WorldPoint,
} from './basemap-data.ts';
import type { BasemapPalette } from './basemap-palette.ts';

/** The lowest zoom at which a class of roads is drawn: below it, they would blur to gray. */
const ROAD_FROM_ZOOM: Readonly<Record<RoadClass, number>> = { 1: 10, 2: 12, 3: 13 };
/** Width in pixels at zoom 15. */
const ROAD_WIDTH_PX: Readonly<Record<RoadClass, number>> = { 1: 6, 2: 4.5, 3: 2.6 };
const WIDTH_GROWTH = 1.6;
/** From this zoom on a road is wide enough for edges. */
const EDGES_FROM_ZOOM = 15;
const MARGIN_PX = 8;

export function roadWidthPx(roadClass: RoadClass, zoom: number): number {
  return Math.max(0.6, ROAD_WIDTH_PX[roadClass] * WIDTH_GROWTH ** (zoom - 15));
}

/** The canvas operations that the drawing needs. */
export type Brush = Pick<
  CanvasRenderingContext2D,
  | 'save'
  | 'restore'
  | 'clip'
  | 'rect'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'fill'
  | 'fillRect'
  | 'stroke'
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineCap'
  | 'lineJoin'
>;

export type Drawing = {
  readonly context: Brush;
  /** The canvas's top left corner, in pixels of the world at `zoom`. */
  readonly originPx: WorldPoint;
  readonly sizePx: readonly [width: number, height: number];
  readonly zoom: number;
  /** The width of the whole world at `zoom`, in pixels. */
  readonly worldPx: number;
};

/** The part of the world that a canvas shows, with a margin for line widths. */
export function shownBox({ originPx, sizePx, worldPx }: Omit<Drawing, 'context' | 'zoom'>): WorldBox {
  return {
    minX: (originPx[0] - MARGIN_PX) / worldPx,
    minY: (originPx[1] - MARGIN_PX) / worldPx,
    maxX: (originPx[0] + sizePx[0] + MARGIN_PX) / worldPx,
    maxY: (originPx[1] + sizePx[1] + MARGIN_PX) / worldPx,
  };
}

function trace({ context, originPx, worldPx }: Drawing, points: readonly WorldPoint[]): void {
  points.forEach(([x, y], index) => {
    const px = x * worldPx - originPx[0];
    const py = y * worldPx - originPx[1];
    if (index === 0) context.moveTo(px, py);
    else context.lineTo(px, py);
  });
}

/**
 * Draws land, water, parks and roads. Names are drawn by the label layer, because a tile cannot see its
 * neighbors' text.
 */
export function drawBasemap(drawing: Drawing, map: Basemap | null, palette: BasemapPalette): void {
  const { context, originPx, sizePx, zoom, worldPx } = drawing;
  context.fillStyle = palette.land;
  context.fillRect(0, 0, sizePx[0], sizePx[1]);
  const shown = shownBox(drawing);
  if (!map || !worldBoxesOverlap(map.box, shown)) return;

  // Clips at whole pixels: the edge of the data is not a shoreline.
  const left = Math.ceil(map.box.minX * worldPx - originPx[0]) + 1;
  const top = Math.ceil(map.box.minY * worldPx - originPx[1]) + 1;
  const right = Math.floor(map.box.maxX * worldPx - originPx[0]) - 1;
  const bottom = Math.floor(map.box.maxY * worldPx - originPx[1]) - 1;
  context.save();
  context.beginPath();
  context.rect(left, top, right - left, bottom - top);
  context.clip();
  context.fillStyle = palette.water;
  context.fillRect(left, top, right - left, bottom - top);
  for (const area of map.areas.filter(({ box }) => worldBoxesOverlap(box, shown))) {
    context.beginPath();
    for (const ring of area.rings) trace(drawing, ring);
    context.fillStyle = area.kind === 'land' ? palette.land : palette.park;
    context.fill('evenodd');
    if (area.kind === 'land') {
      context.lineWidth = 1;
      context.strokeStyle = palette.shore;
      context.stroke();
    }
  }
  context.restore();

  context.lineCap = 'round';
  context.lineJoin = 'round';
  const roads = map.roads.filter(
    (road) => ROAD_FROM_ZOOM[road.class] <= zoom && worldBoxesOverlap(road.box, shown),
  );
  const strokeRoads = (extraPx: number, color: string) => {
    context.strokeStyle = color;
    for (const road of roads) {
      context.lineWidth = roadWidthPx(road.class, zoom) + extraPx;
      context.beginPath();
      trace(drawing, road.line);
      context.stroke();
    }
  };
  // All edges before all roads, so that no edge crosses a junction.
  if (zoom >= EDGES_FROM_ZOOM) strokeRoads(1.5, palette.roadEdge);
  strokeRoads(0, palette.road);
}
