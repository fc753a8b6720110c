import { type Coords, type DoneCallback, GridLayer, type TileEvent } from 'leaflet';
import { TILE_PX, type TileAt } from './tile-drawing.ts';
import type { TileReply, TileRequest } from './tile-worker.ts';

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

type DrawnTile = Extract<TileReply, { kind: 'drawn' }>;
type Draw = Omit<Extract<TileRequest, { kind: 'draw' }>, 'kind' | 'id'>;
type Waiting = { readonly draw: Draw; readonly done: (drawn: DrawnTile | null) => void };

/** A worker that does not answer for two of these periods is ended. */
const PING_MS = 4000;
const MAX_MISSED_PINGS = 2;
/** A worker that fails that often is not started again. */
const MAX_STARTS = 4;

const waiting = new Map<number, Waiting>();
/** Archives that have stopped a worker; they are not read again on this page. */
const refused = new Set<string>();
let worker: Worker | undefined;
let starts = 0;
let lastId = 0;
let missedPings = 0;
let pinging: ReturnType<typeof setTimeout> | undefined;

const send = (message: TileRequest) => worker?.postMessage(message);

function sendDraw(id: number, { city, ...draw }: Draw): void {
  send({ kind: 'draw', id, ...draw, city: isRefused({ city }) ? null : city });
}

/** Ends a worker that does not answer and lets another one draw what is waited for, from the world alone. */
function replaceWorker(): void {
  worker?.terminate();
  worker = undefined;
  missedPings = 0;
  for (const { draw } of waiting.values()) if (draw.city !== null) refused.add(draw.city);
  if (startWorker()) for (const [id, { draw }] of waiting) sendDraw(id, draw);
  else {
    for (const { done } of waiting.values()) done(null);
    waiting.clear();
  }
}

function watchWorker(): void {
  if (pinging !== undefined || waiting.size === 0) return;
  send({ kind: 'ping' });
  missedPings += 1;
  pinging = setTimeout(() => {
    pinging = undefined;
    if (missedPings > MAX_MISSED_PINGS) replaceWorker();
    watchWorker();
  }, PING_MS);
}

function startWorker(): boolean {
  if (worker) return true;
  if (starts >= MAX_STARTS) return false;
  starts += 1;
  try {
    worker = new Worker(new URL('./tile-worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return false;
  }
  worker.addEventListener('message', ({ data }: MessageEvent<TileReply>) => {
    missedPings = 0;
    if (data.kind === 'pong') return;
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.kind === 'failed') asked?.done(null);
    else if (asked) asked.done({ ...data, cityFailed: data.cityFailed || isRefused(asked.draw) });
    else data.image.close();
  });
  worker.addEventListener('error', replaceWorker);
  return true;
}

const isRefused = ({ city }: Pick<Draw, 'city'>): boolean => city !== null && refused.has(city);

/** Draws a tile in the worker that all maps share. `done` gets null for nothing. Returns what cancels it. */
export function requestTile(draw: Draw, done: Waiting['done']): () => void {
  if (!startWorker()) {
    queueMicrotask(() => done(null));
    return () => {};
  }
  lastId += 1;
  const id = lastId;
  waiting.set(id, { draw, done });
  sendDraw(id, draw);
  watchWorker();
  return () => {
    if (waiting.delete(id)) send({ kind: 'cancel', id });
  };
}

// while the page still draws what is around the map: a worker starts only where the page pauses
if (typeof Worker === 'function') startWorker();
