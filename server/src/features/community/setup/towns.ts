import { clockTime } from '@openlarder/domain/kernel/time.ts';
import { distanceM, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { Town } from '@openlarder/domain/community/setup-contract.ts';
import { regionOf } from '#server/platform/settings/region.ts';
import { placeOfTimeZone } from '#server/features/places/community-place.ts';
import { type GazetteerPlace, readGazetteer } from '#server/features/places/gazetteer.ts';

const LISTED = 8;
type Known = GazetteerPlace & { readonly folded: readonly string[] };

/** Letters that no decomposition takes apart. */
const PLAIN: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  þ: 'th',
};
const folded = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[\p{M}'’.-]/gu, '')
    .replaceAll(/[øłđßæœıþ]/g, (letter) => PLAIN[letter] ?? '')
    .trim();

let known: Promise<readonly Known[]> | null = null;

/** The towns of the world, largest first. Reading them takes a second, once in the life of a community. */
export const loadTowns = (): Promise<readonly Known[]> =>
  (known ??= readGazetteer().then((places) =>
    places
      .filter(({ isPartOfTown }) => !isPartOfTown)
      .map((place) => ({ ...place, folded: [folded(place.name), folded(place.alias ?? '')] })),
  ));

/** The largest towns whose name begins like this. */
export async function townsNamed(name: string): Promise<Town[]> {
  const wanted = folded(name);
  if (wanted === '') return [];
  const found = (await loadTowns()).filter(({ folded: names }) =>
    names.some((one) => one.startsWith(wanted)),
  );
  return Promise.all(found.slice(0, LISTED).map(townOf));
}

export async function townNear(point: GeoPoint): Promise<Town[]> {
  let nearest: Known | undefined;
  let nearestM = Number.POSITIVE_INFINITY;
  for (const town of await loadTowns()) {
    const meters = distanceM(town, point);
    if (meters < nearestM) [nearest, nearestM] = [town, meters];
  }
  return nearest ? [{ ...(await townOf(nearest)), ...point }] : [];
}

const townOf = async (town: Known): Promise<Town> => {
  const { name, country, latitude, longitude } = town;
  const timeZone = await timeZoneOf(town);
  const { currency } = regionOf({ country, timeZone, currency: null });
  return { name, country, latitude, longitude, timeZone, currency };
};

/**
 * The time zone of the nearest city of its country that has one; of zones with the same time, the one of the largest town:
 * Köln is in Berlin's, not in that of an exclave.
 */
async function timeZoneOf(town: Known): Promise<string> {
  const zones = new Intl.Locale('und', { region: town.country }).getTimeZones?.() ?? [];
  const nearest = (to: GeoPoint, among: readonly string[]): string =>
    among
      .map((zone) => ({ zone, meters: distanceM(placeOfTimeZone(zone).center, to) }))
      .toSorted((a, b) => a.meters - b.meters)[0]?.zone ?? 'UTC';
  const itsTime = timesOf(nearest(town, zones));
  const largest = (await loadTowns()).find(({ country }) => country === town.country);
  return nearest(
    largest ?? town,
    zones.filter((zone) => timesOf(zone) === itsTime),
  );
}

/** Which time it is there in the winter and in the summer. */
const timesOf = (timeZone: string): string =>
  ['2026-01-01T12:00Z', '2026-07-01T12:00Z'].map((at) => clockTime(Date.parse(at), timeZone)).join();
