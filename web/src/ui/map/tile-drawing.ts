import type { BasemapPalette } from './basemap-palette.ts';
import { FROM_ZOOM, type MapTile, type Paint, PAINTS, type Shape } from './map-tile.ts';

/** Side of a map tile, and of the whole world at zoom 0, in pixels. */
export const TILE_PX = 256;

/** The canvas operations that the drawing needs. */
export type Brush = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'closePath'
  | 'fill'
  | 'fillRect'
  | 'stroke'
  | 'setLineDash'
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineCap'
  | 'lineJoin'
>;

/** A tile of the map: `zoom` is the map's. */
export type TileAt = { readonly x: number; readonly y: number; readonly zoom: number };

/** How lines are drawn; the width is that at zoom 15, in pixels. */
type LineStyle = {
  readonly color: keyof BasemapPalette;
  readonly width: number;
  readonly hasEdge?: boolean;
  readonly dash?: readonly number[];
};

const AREAS: Readonly<Partial<Record<Paint, { color: keyof BasemapPalette; edge?: keyof BasemapPalette }>>> =
  {
    land: { color: 'land', edge: 'shore' },
    park: { color: 'park' },
    water: { color: 'water', edge: 'shore' },
    building: { color: 'building', edge: 'buildingEdge' },
  };
const LINES: Readonly<Partial<Record<Paint, LineStyle>>> = {
  stream: { color: 'water', width: 2 },
  path: { color: 'path', width: 1.2 },
  rail: { color: 'rail', width: 1.2 },
  street: { color: 'road', width: 2.6, hasEdge: true },
  road: { color: 'road', width: 4.5, hasEdge: true },
  avenue: { color: 'road', width: 6, hasEdge: true },
  highway: { color: 'highway', width: 7, hasEdge: true },
  region: { color: 'border', width: 1, dash: [2, 3] },
  country: { color: 'border', width: 1, dash: [5, 3] },
};
const WIDTH_GROWTH = 1.6;
/** From this zoom on a road is wide enough for edges. */
const EDGES_FROM_ZOOM = 15;
const EDGE_PX = 1.5;
/** Wider than half of any line: what is farther outside of the canvas is left out. */
const MARGIN_PX = 24;

const lineWidthPx = ({ width, dash }: LineStyle, zoom: number): number =>
  dash ? width : Math.max(0.6, width * WIDTH_GROWTH ** (zoom - 15));

/**
 * Draws a tile of the map from the tile of the archive that holds it: water, and on it land, parks, buildings, roads and
 * borders. Names are drawn by the label layer, because a tile cannot see its neighbors' text.
 */
export function drawTile(
  context: Brush,
  at: TileAt,
  { tile, x, y, z }: { tile: MapTile } & Readonly<Record<'x' | 'y' | 'z', number>>,
  palette: BasemapPalette,
): void {
  context.fillStyle = palette.water;
  context.fillRect(0, 0, TILE_PX, TILE_PX);
  const scale = TILE_PX * 2 ** (at.zoom - z);
  const [left, top] = [at.x * TILE_PX - x * scale, at.y * TILE_PX - y * scale];
  const [minX, minY] = [(left - MARGIN_PX) / scale, (top - MARGIN_PX) / scale];
  const span = (TILE_PX + 2 * MARGIN_PX) / scale;
  const trace = ({ points, starts, boxes }: Shape, isArea: boolean) => {
    context.beginPath();
    for (let line = 0; line < starts.length - 1; line += 1) {
      const box = line * 4;
      const isOutside =
        (boxes[box] ?? 0) > minX + span ||
        (boxes[box + 1] ?? 0) > minY + span ||
        (boxes[box + 2] ?? 0) < minX ||
        (boxes[box + 3] ?? 0) < minY;
      if (isOutside) continue;
      const [start = 0, end = 0] = [starts[line], starts[line + 1]];
      for (let index = start; index < end; index += 2) {
        const px = (points[index] ?? 0) * scale - left;
        const py = (points[index + 1] ?? 0) * scale - top;
        if (index === start) context.moveTo(px, py);
        else context.lineTo(px, py);
      }
      if (isArea) context.closePath();
    }
  };
  const stroke = (shape: Shape, color: string, width: number, dash: readonly number[] = []) => {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.setLineDash([...dash]);
    trace(shape, false);
    context.stroke();
  };
  context.lineCap = 'round';
  context.lineJoin = 'round';
  const shapes = PAINTS.flatMap((paint) =>
    FROM_ZOOM[paint] <= at.zoom && tile.shapes[paint] ? [[paint, tile.shapes[paint]] as const] : [],
  );
  for (const [paint, shape] of shapes) {
    const area = AREAS[paint];
    if (!area) continue;
    trace(shape, true);
    // under the area, so that it is seen on the outside only: where an archive cuts an area in two there is no edge
    if (area.edge) {
      context.strokeStyle = palette[area.edge];
      context.lineWidth = 2;
      context.stroke();
    }
    context.fillStyle = palette[area.color];
    context.fill();
  }
  const lines = shapes.flatMap(([paint, shape]) => {
    const style = LINES[paint];
    return style ? [{ shape, style, width: lineWidthPx(style, at.zoom) }] : [];
  });
  // All edges before all roads, so that no edge crosses a junction.
  if (at.zoom >= EDGES_FROM_ZOOM)
    for (const { shape, style, width } of lines)
      if (style.hasEdge) stroke(shape, palette.roadEdge, width + EDGE_PX);
  for (const { shape, style, width } of lines) stroke(shape, palette[style.color], width, style.dash);
}
