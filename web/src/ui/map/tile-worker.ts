/* Draws the tiles of the map, away from the page: an archive that costs too much to read ends with the worker. */
import { basemapPalette } from './basemap-palette.ts';
import { type MapTile, readMapTile, type TileName } from './map-tile.ts';
import { openArchive, type TileArchive } from './tile-archive.ts';
import { drawTile, TILE_PX, type TileAt } from './tile-drawing.ts';

export type TileRequest =
  | {
      readonly kind: 'draw';
      readonly id: number;
      readonly at: TileAt;
      /** The address of the city's archive; null without one. */
      readonly city: string | null;
      readonly dark: boolean;
      /** Canvas pixels per CSS pixel. */
      readonly ratio: number;
    }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'ping' };

/** The tile of an archive that a tile of the map was drawn from. */
export type SourceTile = Readonly<Record<'x' | 'y' | 'z', number>> & { readonly isCity: boolean };

export type TileReply =
  | {
      readonly kind: 'drawn';
      readonly id: number;
      readonly image: ImageBitmap;
      readonly source: SourceTile;
      readonly names: readonly TileName[];
      /** Whether the city's archive can't be read here. */
      readonly cityFailed: boolean;
    }
  | { readonly kind: 'failed'; readonly id: number }
  | { readonly kind: 'pong' };

const WORLD = new URL('./world.pmtiles', import.meta.url).href;
/** The names of smaller towns and of parts of towns, in tiles of the world's last zoom. */
const PLACES = new URL('./places.pmtiles', import.meta.url).href;
/** Tiles of archives are made for 512 pixels, the map's have 256. */
const ZOOM_OFFSET = 1;
const TILES_KEPT = 40;
const MAX_NAMES = 200;
/** A city's archive that fails is tried again after this time. */
const RETRY_MS = 15_000;
const NO_TILE: MapTile = { shapes: {}, names: [] };

const archives = new Map<string, Promise<TileArchive>>();
const failedMs = new Map<string, number>();
const tiles = new Map<string, Promise<MapTile | null>>();

function archiveAt(url: string): Promise<TileArchive> {
  let archive = archives.get(url);
  if (!archive) {
    archive = openArchive(url);
    archives.set(url, archive);
  }
  return archive;
}

type Found = { readonly tile: MapTile; readonly source: SourceTile };

/** The tile of an archive that holds a tile of the map; null if it has none there. */
async function findTile(url: string, at: TileAt, isCity: boolean): Promise<Found | null> {
  try {
    const archive = await archiveAt(url);
    const { minZoom, maxZoom } = archive.header;
    const z = Math.min(Math.max(0, at.zoom - ZOOM_OFFSET), maxZoom);
    if (z < minZoom) return null;
    const down = 2 ** (at.zoom - z);
    const [x, y] = [Math.floor(at.x / down), Math.floor(at.y / down)];
    const key = `${url} ${z}/${x}/${y}`;
    const reading =
      tiles.get(key) ??
      archive
        .read(z, x, y)
        // the last zoom's tiles are enlarged for all zooms beyond it
        .then((bytes) => bytes && readMapTile(bytes, z < maxZoom ? z + ZOOM_OFFSET : Infinity));
    // the last used one stands last
    tiles.delete(key);
    tiles.set(key, reading);
    const [oldest] = tiles.keys();
    if (tiles.size > TILES_KEPT && oldest !== undefined) tiles.delete(oldest);
    const tile = await reading;
    return tile && { tile, source: { x, y, z, isCity } };
  } catch (error) {
    archives.delete(url);
    for (const key of tiles.keys()) if (key.startsWith(`${url} `)) tiles.delete(key);
    throw error;
  }
}

async function findCityTile(url: string, at: TileAt): Promise<Found | null | 'failed'> {
  if (performance.now() - (failedMs.get(url) ?? -Infinity) < RETRY_MS) return 'failed';
  try {
    return await findTile(url, at, true);
  } catch {
    failedMs.set(url, performance.now());
    return 'failed';
  }
}

/** The world's tile, with the names of the places around where the map is near enough for them. */
async function findWorldTile(at: TileAt): Promise<Found | null> {
  const [world, places] = await Promise.all([
    findTile(WORLD, at, false),
    // a map without them is better than none
    findTile(PLACES, at, false).catch(() => null),
  ]);
  if (!places) return world;
  const { shapes, names } = world?.tile ?? NO_TILE;
  return { tile: { shapes, names: [...names, ...places.tile.names] }, source: places.source };
}

/** The names that may be seen on a tile of the map. */
function namesOn({ x, y, zoom }: TileAt, { tile, source }: Found): TileName[] {
  const down = 2 ** (zoom - source.z);
  const [left, top] = [x / down - source.x, y / down - source.y];
  const isOn = ({ points }: TileName) => {
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = 0; at < points.length; at += 2) {
      minX = Math.min(minX, points[at] ?? 0);
      maxX = Math.max(maxX, points[at] ?? 0);
      minY = Math.min(minY, points[at + 1] ?? 0);
      maxY = Math.max(maxY, points[at + 1] ?? 0);
    }
    return maxX >= left && minX < left + 1 / down && maxY >= top && minY < top + 1 / down;
  };
  return tile.names
    .filter((name) => name.fromZoom <= zoom && isOn(name))
    .toSorted((a, b) => a.rank - b.rank || b.points.length - a.points.length)
    .slice(0, MAX_NAMES);
}

/** The tiles that the page waits for. */
const awaited = new Set<number>();
/**
 * One for all tiles: without a GPU, the first stroke on a canvas waits until the page's thread is idle, and so does the
 * first one after `transferToImageBitmap`.
 */
const canvas = new OffscreenCanvas(TILE_PX, TILE_PX);
const brush = canvas.getContext('2d', { alpha: false });
brush?.fillRect(0, 0, 1, 1);

const reply = (message: TileReply, transfer: Transferable[] = []) => self.postMessage(message, { transfer });

async function draw({ id, at, city, dark, ratio }: TileRequest & { kind: 'draw' }): Promise<void> {
  const inCity = city === null ? null : await findCityTile(city, at);
  const found = typeof inCity === 'object' && inCity ? inCity : await findWorldTile(at);
  if (!awaited.has(id)) return;
  if (!brush) throw new Error('No canvas');
  // where the world has no tile there is the sea
  const { tile, source } = found ?? { tile: NO_TILE, source: { x: 0, y: 0, z: 0, isCity: false } };
  const side = TILE_PX * ratio;
  if (canvas.width !== side) canvas.width = canvas.height = side;
  brush.setTransform(ratio, 0, 0, ratio, 0, 0);
  drawTile(brush, at, { tile, ...source }, basemapPalette(dark));
  // copies what is drawn by now
  const image = await createImageBitmap(canvas);
  const names = found ? namesOn(at, found) : [];
  awaited.delete(id);
  reply({ kind: 'drawn', id, image, source, names, cityFailed: inCity === 'failed' }, [image]);
}

self.addEventListener('message', ({ data }: MessageEvent<TileRequest>) => {
  if (data.kind === 'ping') reply({ kind: 'pong' });
  else if (data.kind === 'cancel') awaited.delete(data.id);
  else {
    awaited.add(data.id);
    draw(data).catch(() => {
      if (awaited.delete(data.id)) reply({ kind: 'failed', id: data.id });
    });
  }
});
