import { DomUtil, Layer, type Map as LeafletMap } from 'leaflet';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { Basemap } from './basemap-data.ts';
import { shownBox } from './basemap-drawing.ts';
import { canvasPixelRatio } from './basemap-layer.ts';
import type { BasemapPalette } from './basemap-palette.ts';
import { LABEL_FONTS, labelCandidates } from './label-candidates.ts';
import { type Label, type LabelKind, type Obstacle, placeLabels } from './label-placing.ts';
import { worldPx } from './mercator.ts';

/** A marker that names keep clear of; the radius in pixels. */
export type MapObstacle = GeoPoint & { readonly radiusPx: number };

export type LabelLayer = {
  readonly layer: Layer;
  readonly showBasemap: (map: Basemap) => void;
  readonly showPalette: (palette: BasemapPalette) => void;
  readonly keepClearOf: (obstacles: readonly MapObstacle[]) => void;
};

/** Names reach this share of the view beyond its edges, so that a short pan brings no empty rim. */
const PAD = 0.25;

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

class LabelCanvas extends Layer {
  readonly canvas = document.createElement('canvas');
  readonly redraw: (map: LeafletMap, canvas: HTMLCanvasElement) => void;
  shownOn: LeafletMap | null = null;

  constructor(redraw: (map: LeafletMap, canvas: HTMLCanvasElement) => void) {
    super();
    this.redraw = redraw;
    this.canvas.className = 'leaflet-zoom-hide';
    this.canvas.style.pointerEvents = 'none';
  }

  readonly refresh = (): void => {
    if (this.shownOn) this.redraw(this.shownOn, this.canvas);
  };

  override onAdd(map: LeafletMap): this {
    // Above the tiles, below shadows and markers.
    map.getPane('overlayPane')?.append(this.canvas);
    this.shownOn = map;
    map.on('moveend zoomend resize', this.refresh);
    this.refresh();
    return this;
  }

  override onRemove(map: LeafletMap): this {
    map.off('moveend zoomend resize', this.refresh);
    this.shownOn = null;
    this.canvas.remove();
    return this;
  }
}

/** The names of the basemap, on one canvas over all tiles, without overlaps and clear of the markers. */
export function makeLabelLayer(startPalette: BasemapPalette): LabelLayer {
  let basemap: Basemap | null = null;
  let palette = startPalette;
  let obstacles: readonly MapObstacle[] = [];

  const layer = new LabelCanvas((map, canvas) => {
    const context = canvas.getContext('2d');
    const size = map.getSize();
    if (!context || size.x === 0 || size.y === 0) return;
    const zoom = map.getZoom();
    const corner = size.multiplyBy(-PAD).round();
    const full = size.multiplyBy(1 + 2 * PAD).round();
    const ratio = canvasPixelRatio();
    canvas.width = full.x * ratio;
    canvas.height = full.y * ratio;
    canvas.style.width = `${full.x}px`;
    canvas.style.height = `${full.y}px`;
    DomUtil.setPosition(canvas, map.containerPointToLayerPoint(corner));
    context.scale(ratio, ratio);
    if (!basemap) return;

    const origin = map.getPixelBounds().min ?? map.getPixelOrigin();
    const originPx = [origin.x + corner.x, origin.y + corner.y] as const;
    const world = worldPx(zoom);
    const candidates = labelCandidates(basemap, {
      zoom,
      worldPx: world,
      shown: shownBox({ originPx, sizePx: [full.x, full.y], worldPx: world }),
      toPx: ([x, y]) => [x * world - originPx[0], y * world - originPx[1]],
      measure: (text, font) => {
        context.font = font;
        return context.measureText(text).width;
      },
    });
    const inView = candidates.filter(
      ({ at: [x, y] }) => x > -50 && y > -50 && x < full.x + 50 && y < full.y + 50,
    );
    const inTheWay = obstacles.map(({ latitude, longitude, radiusPx }): Obstacle => {
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
    keepClearOf: (next) => {
      obstacles = next;
      layer.refresh();
    },
  };
}
