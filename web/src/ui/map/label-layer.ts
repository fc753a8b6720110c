import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { Layer } from 'leaflet';
import { type BasemapLayer, canvasPixelRatio, type ShownTile } from './basemap-layer.ts';
import { type BasemapPalette, basemapPalette } from './basemap-palette.ts';
import { CanvasLayer, emptyBrush } from './canvas-layer.ts';
import { anchorsAlong, type Label, type Obstacle, placeLabels, type Point } from './label-collision.ts';
import type { LabelKind } from './map-tile.ts';
import { nearestTurn } from './nearest-turn.ts';
import { TILE_PX } from './tile-drawing.ts';

/** A part of a marker that labels avoid, in pixels: how far right and down of the point its middle is, and its radius. */
export type MapObstacle = GeoPoint & { readonly radiusPx: number; readonly offsetPx?: Point };

export type LabelLayer = {
  readonly layer: Layer;
  readonly refresh: () => void;
  readonly showTheme: (dark: boolean) => void;
  /** Obstacles are kept per owner. */
  readonly keepClearOf: (obstacles: readonly MapObstacle[], owner?: string) => void;
};

function drawLabels(context: CanvasRenderingContext2D, labels: readonly Label[], palette: BasemapPalette) {
  const colors: Readonly<Record<LabelKind, string>> = {
    country: palette.countryText,
    town: palette.placeText,
    place: palette.placeText,
    road: palette.roadText,
    water: palette.waterText,
    park: palette.parkText,
  };
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  for (const { dot } of labels) {
    if (!dot) continue;
    context.beginPath();
    context.arc(dot[0], dot[1], DOT_PX, 0, 2 * Math.PI);
    context.lineWidth = 3;
    context.strokeStyle = palette.halo;
    context.stroke();
    context.fillStyle = palette.placeText;
    context.fill();
  }
  for (const { text, kind, at, angle } of labels) {
    context.save();
    context.translate(at[0], at[1]);
    context.rotate(angle);
    context.font = LABEL_FONTS[kind];
    if (kind !== 'water') {
      context.lineWidth = 3.5;
      context.strokeStyle = palette.halo;
      context.strokeText(text, 0, 0);
    }
    context.fillStyle = colors[kind];
    context.fillText(text, 0, 0);
    context.restore();
  }
}

/** The names on the tiles, on one canvas over all of them, clear of each other and of the markers. */
export function createLabelLayer({ shown }: Pick<BasemapLayer, 'shown'>, startsDark: boolean): LabelLayer {
  let palette = basemapPalette(startsDark);
  const obstacles = new Map<string, readonly MapObstacle[]>();
  const widths = new Map<string, number>();
  const candidates = new WeakMap<ShownTile, readonly Label[]>();

  const layer = new CanvasLayer((map, canvas, view) => {
    const { corner, size } = view;
    const context = emptyBrush(canvas, view, canvasPixelRatio());
    if (!context) return;
    const zoom = map.getZoom();
    const origin = map.getPixelBounds().min ?? map.getPixelOrigin();
    const [left, top] = [origin.x + corner.x, origin.y + corner.y];
    const measure = (text: string, kind: LabelKind) => {
      const key = `${kind} ${text}`;
      let width = widths.get(key);
      if (width === undefined) {
        context.font = LABEL_FONTS[kind];
        width = context.measureText(text).width;
        if (widths.size >= MAX_WIDTHS_KEPT) widths.clear();
        widths.set(key, width);
      }
      return width;
    };
    const inView = shown().flatMap((tile) => {
      if (tile.at.zoom !== zoom) return [];
      let labels = candidates.get(tile);
      if (!labels) {
        labels = labelCandidates(tile, measure);
        candidates.set(tile, labels);
      }
      return labels.flatMap((label): Label[] => {
        const at = [label.at[0] - left, label.at[1] - top] as const;
        const isIn = at[0] > -50 && at[1] > -50 && at[0] < size.x + 50 && at[1] < size.y + 50;
        const dot = label.dot && ([label.dot[0] - left, label.dot[1] - top] as const);
        return isIn ? [{ ...label, at, ...(dot && { dot }) }] : [];
      });
    });
    const inTheWay = [...obstacles.values()].flat().map((obstacle): Obstacle => {
      const { radiusPx, offsetPx: [right, down] = [0, 0] } = obstacle;
      const at = map.latLngToContainerPoint(nearestTurn(map, obstacle)).subtract(corner);
      return { at: [at.x + right, at.y + down], radius: radiusPx };
    });
    const best = inView.toSorted((a, b) => a.rank - b.rank).slice(0, MAX_CANDIDATES);
    drawLabels(context, placeLabels(best, inTheWay), palette);
  });

  return {
    layer,
    refresh: layer.refresh,
    showTheme: (dark) => {
      palette = basemapPalette(dark);
      layer.refresh();
    },
    keepClearOf: (next, owner = '') => {
      obstacles.set(owner, next);
      layer.refresh();
    },
  };
}

/** Where a map has no streets, a dot says which point a place's name is of; the name stands above it. */
const DOT_PX = 2.5;
const ABOVE_DOT_PX = 11;
const DOTS_FROM_ZOOM = 7;
const ANCHOR_EVERY_PX = 640;
const MAX_CANDIDATES = 600;
const MAX_WIDTHS_KEPT = 5000;

const FAMILY = 'Figtree, system-ui, sans-serif';
const LABEL_FONTS: Readonly<Record<LabelKind, string>> = {
  country: `700 13px ${FAMILY}`,
  town: `600 12px ${FAMILY}`,
  place: `600 13px ${FAMILY}`,
  road: `500 11px ${FAMILY}`,
  water: `italic 500 13px ${FAMILY}`,
  park: `600 11px ${FAMILY}`,
};
const HEIGHT_PX: Readonly<Record<LabelKind, number>> = {
  country: 16,
  town: 15,
  place: 16,
  road: 13,
  water: 16,
  park: 14,
};

/** All labels that may stand on a tile, in pixels of the world at its zoom; `measure` gives a text's width. */
export function labelCandidates(
  { at, names, source }: Pick<ShownTile, 'at' | 'names' | 'source'>,
  measure: (text: string, kind: LabelKind) => number,
): Label[] {
  const scale = TILE_PX * 2 ** (at.zoom - source.z);
  // a tile on another turn around the world comes from the same tile of the archive
  const turn = Math.floor(at.x / 2 ** at.zoom) * TILE_PX * 2 ** at.zoom;
  const [left, top] = [at.x * TILE_PX, at.y * TILE_PX];
  return names.flatMap(({ text, kind, rank, points, width: room }): Label[] => {
    const width = measure(text, kind);
    if (room !== null && room * scale <= width) return [];
    const line = Array.from({ length: points.length / 2 }, (_, index): Point => {
      const [x = 0, y = 0] = [points[index * 2], points[index * 2 + 1]];
      return [(source.x + x) * scale + turn, (source.y + y) * scale];
    });
    const [first] = line;
    const spots =
      line.length === 1 && first ? [{ at: first, angle: 0 }] : anchorsAlong(line, width, ANCHOR_EVERY_PX);
    return spots
      .filter(({ at: [x, y] }) => x >= left && x < left + TILE_PX && y >= top && y < top + TILE_PX)
      .map(({ at: [x, y], angle }) => {
        const label = { text, kind, rank, width, height: HEIGHT_PX[kind], angle };
        const hasDot = !source.isCity && at.zoom >= DOTS_FROM_ZOOM && (kind === 'town' || kind === 'place');
        return hasDot ? { ...label, at: [x, y - ABOVE_DOT_PX], dot: [x, y] } : { ...label, at: [x, y] };
      });
  });
}
