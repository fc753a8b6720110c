import { type Coords, type DoneCallback, GridLayer, type TileEvent } from 'leaflet';
import { type DrawnTile, requestTile } from './tile-client.ts';
import { TILE_PX, type TileAt } from './tile-drawing.ts';

// A pixel ratio of 3 looks no better than 2 and costs more than twice the work.
const MAX_PIXEL_RATIO = 2;

/** Canvas pixels per CSS pixel. */
export const canvasPixelRatio = (): number => Math.min(MAX_PIXEL_RATIO, window.devicePixelRatio || 1);

/** What is drawn where; `at` may lie on another turn around the world. */
export type ShownTile = Pick<DrawnTile, 'names' | 'source' | 'cityFailed'> & { readonly at: TileAt };

export type BasemapLayer = {
  readonly layer: GridLayer;
  /** The drawn tiles of the map's zoom. */
  readonly shown: () => readonly ShownTile[];
  readonly showTheme: (dark: boolean) => void;
};

class WorkerTiles extends GridLayer {
  /** Of each tile on the page: how to cancel it. */
  readonly cancels = new Map<HTMLElement, () => void>();
  readonly drawn = new WeakMap<HTMLElement, DrawnTile>();
  readonly city: string | null;
  dark: boolean;

  constructor(city: string | null, dark: boolean) {
    super({ tileSize: TILE_PX, updateWhenZooming: false, keepBuffer: 1 });
    this.city = city;
    this.dark = dark;
  }

  protected override createTile({ x, y, z: zoom }: Coords, done: DoneCallback): HTMLElement {
    const tile = document.createElement('canvas');
    const ratio = canvasPixelRatio();
    tile.width = TILE_PX * ratio;
    tile.height = TILE_PX * ratio;
    const cancel = requestTile({ at: { x, y, zoom }, city: this.city, dark: this.dark, ratio }, (drawn) => {
      if (drawn) {
        tile.getContext('bitmaprenderer')?.transferFromImageBitmap(drawn.image);
        this.drawn.set(tile, drawn);
      }
      done(undefined, tile);
    });
    this.cancels.set(tile, cancel);
    return tile;
  }
}

/** The map's tiles: of the city's archive where it has any, else of the world. `onChange` follows what is shown. */
export function createBasemapLayer(
  city: string | null,
  startsDark: boolean,
  onChange: () => void,
): BasemapLayer {
  const layer = new WorkerTiles(city, startsDark);
  const shown = new Map<string, ShownTile>();
  const keyOf = ({ x, y, z }: Coords) => `${z}/${x}/${y}`;
  layer.on('tileload', ({ tile, coords }: TileEvent) => {
    const drawn = layer.drawn.get(tile);
    if (!drawn) return;
    const { names, source, cityFailed } = drawn;
    shown.set(keyOf(coords), {
      names,
      source,
      cityFailed,
      at: { x: coords.x, y: coords.y, zoom: coords.z },
    });
    onChange();
  });
  layer.on('tileunload', ({ tile, coords }: TileEvent) => {
    layer.cancels.get(tile)?.();
    layer.cancels.delete(tile);
    shown.delete(keyOf(coords));
    // gives its memory back before the next collection
    if (tile instanceof HTMLCanvasElement) tile.width = 0;
  });
  return {
    layer,
    shown: () => [...shown.values()],
    showTheme: (dark) => {
      if (layer.dark === dark) return;
      layer.dark = dark;
      layer.redraw();
    },
  };
}
