import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { boundsAround, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { AreaName } from '@openlarder/domain/places/area-names.ts';
import { type AppContext, perApp } from '#server/platform/app-context.ts';
import { cityMap, cityPlaceNames } from './city-map.ts';
import { communityPlace } from './community-place.ts';
import type { Surroundings } from './gazetteer.ts';
import { namesInFile } from './place-names.ts';

/**
 * The names of areas in this community: those of `PLACES_FILE`, else those on the city's map, else the towns and parts of
 * towns around the community's place.
 */
export async function areaNames(ctx: AppContext): Promise<readonly AreaName[]> {
  if (ctx.settings.placesFile !== null) return namesInFile(ctx);
  const onMap = await namesOnMap(ctx);
  return onMap.length > 0 ? onMap : (await surroundings(ctx)).names;
}

/** The town that the community is in or near, as far as the gazetteer has been read by now. */
export const communityTown = (ctx: AppContext): string | null => knownTown(ctx).town;

/** What all of the community is called where an area would be: its town, else by its own name. */
export const communityLabel = (ctx: AppContext): string => communityTown(ctx) ?? ctx.settings.appName;

const knownTown = perApp((): { town: string | null } => ({ town: null }));

/** Reads what `areaNames` and `communityTown` will be asked for, which takes a second or two. */
export async function readAhead(ctx: AppContext): Promise<void> {
  if (ctx.settings.placesFile === null) await Promise.all([areaNames(ctx), surroundings(ctx)]);
}

/** Keeps what was read for one key, until another one is asked for. */
const latest = <Found>() =>
  perApp(() => {
    let key = '';
    let found: Promise<Found>;
    return (wanted: string, read: () => Promise<Found>): Promise<Found> => {
      if (key !== wanted) [key, found] = [wanted, read()];
      return found;
    };
  });
const readOnMap = latest<readonly AreaName[]>();
const readAround = latest<Surroundings>();

async function namesOnMap(ctx: AppContext): Promise<readonly AreaName[]> {
  const city = await cityMap(ctx);
  if (!city) return [];
  const { center } = await communityPlace(ctx);
  const around = boundsAround(center, ctx.settings.reachKm * 1000);
  return readOnMap(ctx)(`${city.version} ${keyOf(center)}`, () =>
    cityPlaceNames(city, around).catch((error: unknown) => {
      ctx.log.warn({ file: city.file, error }, 'the names on the map of MAP_FILE cannot be read');
      return [];
    }),
  );
}

async function surroundings(ctx: AppContext): Promise<Surroundings> {
  const { center } = await communityPlace(ctx);
  const { reachKm } = ctx.settings;
  return readAround(ctx)(keyOf(center), () =>
    readSurroundings(center, reachKm).then(
      (found) => {
        knownTown(ctx).town = found.town;
        return found;
      },
      (error: unknown) => {
        ctx.log.warn({ error }, 'the gazetteer cannot be read');
        return { names: [], town: null };
      },
    ),
  );
}

const keyOf = ({ latitude, longitude }: GeoPoint): string => `${latitude} ${longitude}`;

async function readSurroundings(center: GeoPoint, reachKm: number): Promise<Surroundings> {
  const worker = new Worker(new URL('gazetteer-worker.ts', import.meta.url), {
    workerData: { center, reachKm },
    // Node's watch mode would report modules on the channel of the answer
    env: { ...process.env, WATCH_REPORT_DEPENDENCIES: '' },
  });
  const [found]: Surroundings[] = await once(worker, 'message');
  if (!found) throw new Error('the gazetteer said nothing');
  return found;
}
