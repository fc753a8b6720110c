import { type Coords, GridLayer, type GridLayerOptions } from 'leaflet';
import type { Basemap } from './basemap-data.ts';
import { drawBasemap } from './basemap-drawing.ts';
import type { BasemapPalette } from './basemap-palette.ts';
import { TILE_PX, worldPx } from './mercator.ts';

/** The canvas tiles of the shipped basemap; plain land until `showBasemap` is called. */
export type BasemapLayer = {
  readonly layer: GridLayer;
  readonly showBasemap: (map: Basemap) => void;
  readonly showPalette: (palette: BasemapPalette) => void;
};

// A pixel ratio of 3 looks no better than 2 and costs more than twice the work.
const MAX_PIXEL_RATIO = 2;

/** Canvas pixels per CSS pixel. */
export const canvasPixelRatio = (): number => Math.min(MAX_PIXEL_RATIO, window.devicePixelRatio || 1);

class CanvasTiles extends GridLayer {
  readonly draw: (tile: HTMLCanvasElement, coords: Coords) => void;

  constructor(draw: (tile: HTMLCanvasElement, coords: Coords) => void, options: GridLayerOptions) {
    super(options);
    this.draw = draw;
  }

  protected override createTile(coords: Coords): HTMLElement {
    const tile = document.createElement('canvas');
    this.draw(tile, coords);
    return tile;
  }
}

export function createBasemapLayer(startPalette: BasemapPalette): BasemapLayer {
  let basemap: Basemap | null = null;
  let palette = startPalette;
  const layer = new CanvasTiles(
    (tile, { x, y, z }) => {
      const ratio = canvasPixelRatio();
      tile.width = TILE_PX * ratio;
      tile.height = TILE_PX * ratio;
      const context = tile.getContext('2d', { alpha: false });
      if (!context) return;
      context.scale(ratio, ratio);
      drawBasemap(
        {
          context,
          originPx: [x * TILE_PX, y * TILE_PX],
          sizePx: [TILE_PX, TILE_PX],
          zoom: z,
          worldPx: worldPx(z),
        },
        basemap,
        palette,
      );
    },
    { tileSize: TILE_PX, updateWhenZooming: false, keepBuffer: 1 },
  );
  return {
    layer,
    showBasemap: (map) => {
      basemap = map;
      layer.redraw();
    },
    showPalette: (next) => {
      palette = next;
      layer.redraw();
    },
  };
}
