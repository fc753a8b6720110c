import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { Layer } from 'leaflet';
import {
  type Basemap,
  type RoadClass,
  type WorldBox,
  worldBoxesOverlap,
  type WorldPoint,
} from './basemap-data.ts';
import { shownBox } from './basemap-drawing.ts';
import { canvasPixelRatio } from './basemap-layer.ts';
import type { BasemapPalette } from './basemap-palette.ts';
import { CanvasLayer } from './canvas-layer.ts';
import {
  anchorsAlong,
  type Label,
  type LabelKind,
  type Obstacle,
  placeLabels,
  type Point,
} from './label-collision.ts';
import { worldPx } from './mercator.ts';

/** A marker that labels avoid; the radius is in pixels. */
export type MapObstacle = GeoPoint & { readonly radiusPx: number };

export type LabelLayer = {
  readonly layer: Layer;
  readonly showBasemap: (map: Basemap) => void;
  readonly showPalette: (palette: BasemapPalette) => void;
  /** Obstacles are kept per owner. */
  readonly keepClearOf: (obstacles: readonly MapObstacle[], owner?: string) => void;
};

function drawLabels(context: CanvasRenderingContext2D, labels: readonly Label[], palette: BasemapPalette) {
  const colors: Readonly<Record<LabelKind, string>> = {
    place: palette.placeText,
    road: palette.roadText,
    water: palette.waterText,
    park: palette.parkText,
  };
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
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

/** The names of the basemap, on one canvas over all tiles, clear of each other and of the markers. */
export function createLabelLayer(startPalette: BasemapPalette): LabelLayer {
  let basemap: Basemap | null = null;
  let palette = startPalette;
  const obstacles = new Map<string, readonly MapObstacle[]>();

  const layer = new CanvasLayer((map, canvas, { corner, size }) => {
    const context = canvas.getContext('2d');
    if (!context) return;
    const zoom = map.getZoom();
    const ratio = canvasPixelRatio();
    canvas.width = size.x * ratio;
    canvas.height = size.y * ratio;
    context.scale(ratio, ratio);
    if (!basemap) return;

    const origin = map.getPixelBounds().min ?? map.getPixelOrigin();
    const originPx = [origin.x + corner.x, origin.y + corner.y] as const;
    const world = worldPx(zoom);
    const candidates = labelCandidates(basemap, {
      zoom,
      worldPx: world,
      shown: shownBox({ originPx, sizePx: [size.x, size.y], worldPx: world }),
      toPx: ([x, y]) => [x * world - originPx[0], y * world - originPx[1]],
      measure: (text, font) => {
        context.font = font;
        return context.measureText(text).width;
      },
    });
    const inView = candidates.filter(
      ({ at: [x, y] }) => x > -50 && y > -50 && x < size.x + 50 && y < size.y + 50,
    );
    const inTheWay = [...obstacles.values()].flat().map(({ latitude, longitude, radiusPx }): Obstacle => {
      const at = map.latLngToContainerPoint([latitude, longitude]).subtract(corner);
      return { at: [at.x, at.y], radius: radiusPx };
    });
    drawLabels(context, placeLabels(inView, inTheWay), palette);
  });

  return {
    layer,
    showBasemap: (map) => {
      basemap = map;
      layer.refresh();
    },
    showPalette: (next) => {
      palette = next;
      layer.refresh();
    },
    keepClearOf: (next, owner = '') => {
      obstacles.set(owner, next);
      layer.refresh();
    },
  };
}

/** The zoom from which names are shown: neighborhoods and rivers first, side streets last. */
const PLACE_FROM_ZOOM: Readonly<Record<1 | 2 | 3, number>> = { 1: 12, 2: 14, 3: 12 };
const ROAD_FROM_ZOOM: Readonly<Record<RoadClass, number>> = { 1: 14, 2: 14, 3: 16 };
const ANCHOR_EVERY_PX = 640;

const FAMILY = 'Figtree, system-ui, sans-serif';
const LABEL_FONTS: Readonly<Record<LabelKind, string>> = {
  place: `600 13px ${FAMILY}`,
  road: `500 11px ${FAMILY}`,
  water: `italic 500 13px ${FAMILY}`,
  park: `600 11px ${FAMILY}`,
};
const HEIGHT_PX: Readonly<Record<LabelKind, number>> = { place: 16, road: 13, water: 16, park: 14 };

type View = {
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
