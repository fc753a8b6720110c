import { describe, expect, it } from 'vitest';
import { basemapPalette } from './basemap-palette.ts';
import { labelCandidates } from './label-layer.ts';
import type { MapTile, Shape, TileName } from './map-tile.ts';
import { type Brush, drawTile } from './tile-drawing.ts';

const palette = basemapPalette(false);

/** One line, or one ring. */
const shape = (...points: number[]): Shape => {
  const [xs, ys] = [points.filter((_, at) => at % 2 === 0), points.filter((_, at) => at % 2 === 1)];
  return {
    points: Float32Array.from(points),
    starts: [0, points.length],
    boxes: Float32Array.of(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)),
  };
};
const TILE: MapTile = {
  shapes: {
    land: shape(0, 0, 1, 0, 1, 1, 0, 1),
    park: shape(0.1, 0.1, 0.9, 0.1, 0.9, 0.9),
    building: shape(0.4, 0.4, 0.5, 0.4, 0.5, 0.5),
    street: shape(0.1, 0.5, 0.9, 0.5),
    avenue: shape(0, 0.5, 1, 0.5),
  },
  names: [],
};
const SOURCE = { x: 8800, y: 5373, z: 14 };

/** The painted operations with their colors, in order, and how far to the right lines lead. */
function paint(zoom: number, down = { x: 0, y: 0 }) {
  const painted: string[] = [];
  let lines = 0;
  const note = (how: string, style: unknown) =>
    painted.push(typeof style === 'string' ? `${how} ${style}` : how);
  const context: Brush = {
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 0,
    lineCap: 'butt',
    lineJoin: 'miter',
    beginPath: () => {},
    moveTo: () => {},
    lineTo: () => {
      lines += 1;
    },
    closePath: () => {},
    setLineDash: () => {},
    fill: () => note('fill', context.fillStyle),
    fillRect: () => note('fill', context.fillStyle),
    stroke: () => note('stroke', context.strokeStyle),
  };
  const scale = 2 ** (zoom - SOURCE.z);
  const at = { x: SOURCE.x * scale + down.x, y: SOURCE.y * scale + down.y, zoom };
  drawTile(context, at, { tile: TILE, ...SOURCE }, palette);
  return { painted, lines };
}

describe('a tile of the map', () => {
  it('is water, on it land, parks and buildings, and roads last, the widest on top', () => {
    const { painted } = paint(15);
    expect(painted).toEqual([
      `fill ${palette.water}`,
      `stroke ${palette.shore}`,
      `fill ${palette.land}`,
      `fill ${palette.park}`,
      `stroke ${palette.buildingEdge}`,
      `fill ${palette.building}`,
      `stroke ${palette.roadEdge}`,
      `stroke ${palette.roadEdge}`,
      `stroke ${palette.road}`,
      `stroke ${palette.road}`,
    ]);
  });

  it('leaves out what lies outside of it', () => {
    expect(paint(16, { x: 3, y: 0 }).lines).toBeLessThan(paint(16, { x: 1, y: 1 }).lines);
  });

  it.each([
    ['a street on another turn around the world', -1],
    ['a street', 0],
  ])('names %s where it is', (_, turn) => {
    const name: TileName = {
      text: 'Querweg',
      kind: 'road',
      rank: 6,
      fromZoom: 16,
      points: Float32Array.of(0, 0.2, 1, 0.2),
      width: null,
    };
    const at = { x: SOURCE.x * 4 + turn * 2 ** 16, y: SOURCE.y * 4, zoom: 16 };
    const labels = labelCandidates({ at, names: [name], source: { ...SOURCE, isCity: true } }, () => 50);
    expect(labels).toHaveLength(1);
    expect(labels[0]?.at[0]).toBeGreaterThan(at.x * 256);
    expect(labels[0]?.at[0]).toBeLessThan(at.x * 256 + 256);
    expect(labels[0]?.at[1]).toBeCloseTo(at.y * 256 + 0.8 * 256, 1);
  });

  it('names a park only where its name fits', () => {
    const name: TileName = {
      text: 'Stadtpark',
      kind: 'park',
      rank: 2.5,
      fromZoom: 12,
      points: Float32Array.of(0.1, 0.1),
      width: 0.2,
    };
    const at = { x: SOURCE.x * 4, y: SOURCE.y * 4, zoom: 16 };
    const count = (width: number) =>
      labelCandidates({ at, names: [name], source: { ...SOURCE, isCity: true } }, () => width).length;
    expect([count(200), count(210)]).toEqual([1, 0]);
  });
});
