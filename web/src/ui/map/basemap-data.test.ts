import { describe, expect, it } from 'vitest';
import { type BasemapSource, readBasemap } from './basemap-data.ts';
import { type Brush, drawBasemap, roadWidthPx } from './basemap-drawing.ts';
import { basemapPalette } from './basemap-palette.ts';
import { labelCandidates } from './label-layer.ts';
import { toWorld, worldPx } from './mercator.ts';
import midtown from './midtown.geojson?raw';

const source: BasemapSource = JSON.parse(midtown);
const basemap = readBasemap(source);

/** Records the painted operations with their colors, in order. */
function recordingBrush() {
  const painted: string[] = [];
  const note = (how: string, style: unknown) =>
    painted.push(typeof style === 'string' ? `${how} ${style}` : how);
  const context: Brush = {
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 0,
    lineCap: 'butt',
    lineJoin: 'miter',
    save: () => {},
    restore: () => {},
    clip: () => {},
    rect: () => {},
    beginPath: () => {},
    moveTo: () => {},
    lineTo: () => {},
    fill: () => note('fill', context.fillStyle),
    fillRect: () => note('fill', context.fillStyle),
    stroke: () => note('stroke', context.strokeStyle),
  };
  return { context, painted };
}

const palette = basemapPalette(false);
function paint(latitude: number, longitude: number, zoom: number, map: typeof basemap | null = basemap) {
  const { context, painted } = recordingBrush();
  const size = worldPx(zoom);
  const [x, y] = toWorld({ latitude, longitude });
  const originPx = [x * size - 128, y * size - 128] as const;
  drawBasemap({ context, originPx, sizePx: [256, 256], zoom, worldPx: size }, map, palette);
  return painted;
}

describe('the shipped basemap', () => {
  it('contains the shore, parks, streets and place names', () => {
    expect(basemap.areas.filter(({ kind }) => kind === 'land')).toHaveLength(5);
    expect(basemap.areas.filter(({ kind }) => kind === 'park')).toHaveLength(4);
    expect(basemap.roads).toHaveLength(172);
    expect(basemap.places.map(({ name }) => name)).toContain('Hell’s Kitchen');
  });

  it('draws land over water, parks over land, and roads last', () => {
    const painted = paint(40.7681, -73.9819, 14);
    const first = (mark: string) => painted.indexOf(mark);
    expect(first(`fill ${palette.water}`)).toBeGreaterThan(-1);
    expect(painted.lastIndexOf(`fill ${palette.park}`)).toBeGreaterThan(first(`fill ${palette.water}`));
    expect(first(`stroke ${palette.road}`)).toBeGreaterThan(painted.lastIndexOf(`fill ${palette.park}`));
    expect(painted.at(-1)).toBe(`stroke ${palette.road}`);
  });

  it('is plain land outside the data and before the data has loaded', () => {
    expect(paint(48.85, 2.35, 14)).toEqual([`fill ${palette.land}`]);
    expect(paint(40.7681, -73.9819, 14, null)).toEqual([`fill ${palette.land}`]);
  });

  it('hides side streets at low zoom', () => {
    const wide = paint(40.76, -73.98, 12).filter((mark) => mark.startsWith('stroke #ffffff')).length;
    const near = paint(40.76, -73.98, 13).filter((mark) => mark.startsWith('stroke #ffffff')).length;
    expect(near).toBeGreaterThan(wide * 2);
    expect(roadWidthPx(1, 15)).toBeGreaterThan(roadWidthPx(3, 15));
  });

  it('names neighborhoods at low zoom and side streets only at high zoom', () => {
    const namesAt = (zoom: number) => {
      const size = worldPx(zoom);
      return labelCandidates(basemap, {
        zoom,
        worldPx: size,
        shown: basemap.box,
        toPx: ([x, y]) => [x * size, y * size],
        measure: (text) => text.length * 6,
      }).map(({ text }) => text);
    };
    expect(namesAt(12)).toContain('Chelsea');
    expect(namesAt(12)).not.toContain('W 24th St');
    expect(namesAt(16)).toContain('W 24th St');
    expect(namesAt(14)).toContain('Central Park');
  });
});
