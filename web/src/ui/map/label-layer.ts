import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { Layer } from 'leaflet';
import type { Basemap } from './basemap-data.ts';
import { shownBox } from './basemap-drawing.ts';
import { canvasPixelRatio } from './basemap-layer.ts';
import type { BasemapPalette } from './basemap-palette.ts';
import { CanvasLayer } from './canvas-layer.ts';
import { LABEL_FONTS, labelCandidates } from './label-candidates.ts';
import { type Label, type LabelKind, type Obstacle, placeLabels } from './label-collision.ts';
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
  const colours: Readonly<Record<LabelKind, string>> = {
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
    context.fillStyle = colours[kind];
    context.fillText(text, 0, 0);
    context.restore();
  }
}

/** The names of the basemap, on one canvas over all tiles, clear of each other and of the markers. */
export function makeLabelLayer(startPalette: BasemapPalette): LabelLayer {
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
