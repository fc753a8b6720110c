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

/** The towns and parts of towns of the world, largest first. Reading them takes a second, once in the life of a community. */
export const loadTowns = (): Promise<readonly Known[]> =>
  (known ??= readGazetteer().then((places) =>
    places.map((place) => ({
      ...place,
      folded: [folded(place.name), folded(place.alias ?? '')],
    })),
  ));

/** The largest towns and parts of towns whose name begins like this. */
export async function townsNamed(name: string): Promise<Town[]> {
  const wanted = folded(name);
  if (wanted === '') return [];
  const found = (await loadTowns()).filter(({ folded: names }) =>
    names.some((one) => one.startsWith(wanted)),
  );
  return Promise.all(
    found.slice(0, LISTED).map(async (place, _, listed) => {
      const isAmbiguous = listed.some((other) => other !== place && isNamesake(other, place));
      return { ...(await townOf(place)), within: await withinOf(place, isAmbiguous) };
    }),
  );
}

const isNamesake = (one: Known, other: Known): boolean =>
  one.name === other.name && one.country === other.country;

/** A part of town is in the nearest large town; of towns of one name, those beside the nearest larger one. */
const PART_WITHIN_M = 40_000;
const PEOPLE_OF_A_CITY = 50_000;

/** The town that a part of town belongs to; of one of several towns of that name the state, or the next larger town. */
async function withinOf(place: Known, isAmbiguous: boolean): Promise<string | null> {
  if (!place.isPartOfTown && !isAmbiguous) return null;
  if (!place.isPartOfTown && /^[A-Z]{2,3}$/.test(place.state)) return place.state;
  const withinM = place.isPartOfTown ? PART_WITHIN_M : Number.POSITIVE_INFINITY;
  const city = await nearestTown(
    place,
    ({ population, isPartOfTown, country }) =>
      !isPartOfTown && population >= PEOPLE_OF_A_CITY && country === place.country,
    withinM,
  );
  return city && city !== place ? city.name : null;
}

/** The nearest of the places that `isWanted`, at most `withinM` away; its own place only if nothing else is. */
async function nearestTown(
  to: GeoPoint,
  isWanted: (place: Known) => boolean,
  withinM = Number.POSITIVE_INFINITY,
): Promise<Known | null> {
  let nearest: Known | null = null;
  let nearestM = withinM;
  for (const place of await loadTowns()) {
    if (!isWanted(place)) continue;
    const meters = distanceM(place, to);
    if (meters < nearestM) [nearest, nearestM] = [place, meters];
  }
  return nearest;
}

export async function townNear(point: GeoPoint): Promise<Town[]> {
  const nearest = await nearestTown(point, ({ isPartOfTown }) => !isPartOfTown);
  return nearest ? [{ ...(await townOf(nearest)), ...point }] : [];
}

const townOf = async (town: Known): Promise<Town> => {
  const { name, country, latitude, longitude } = town;
  const timeZone = await timeZoneOf(town);
  const { currency } = regionOf({ country, timeZone, currency: null });
  return { name, within: null, country, latitude, longitude, timeZone, currency };
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
  const largest = (await loadTowns()).find(
    ({ country, isPartOfTown }) => country === town.country && !isPartOfTown,
  );
  return nearest(
    largest ?? town,
    zones.filter((zone) => timesOf(zone) === itsTime),
  );
}

/** Which time it is there in the winter and in the summer. */
const timesOf = (timeZone: string): string =>
  ['2026-01-01T12:00Z', '2026-07-01T12:00Z'].map((at) => clockTime(Date.parse(at), timeZone)).join();
