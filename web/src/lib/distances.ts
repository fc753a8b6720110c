import { plural, t } from '@lingui/core/macro';
import { walkingMinutes } from '@openlarder/domain/places/walking.ts';
import { communityRegion, numberFormat } from './format.ts';

/* Lengths and ways for display, in the units of the roads there. */

const KM_PER_MILE = 1.609_344;

const unitFormat = (unit: string, maximumFractionDigits: number): Intl.NumberFormat =>
  numberFormat({ style: 'unit', unit, maximumFractionDigits });

/** "under 0.1 km", "0.4 km", "12 km": a length in a unit, to a tenth of it below ten. */
function inUnit(unit: 'kilometer' | 'mile', length: number): string {
  const text = unitFormat(unit, length < 10 ? 1 : 0).format(Math.max(length, 0.1));
  return length < 0.1 ? t`under ${text}` : text;
}

/** A distance in the unit of the roads there: "0.4 km", "0.3 mi". */
export const formatDistance = (distanceKm: number): string =>
  communityRegion().usesMiles ? inUnit('mile', distanceKm / KM_PER_MILE) : inUnit('kilometer', distanceKm);

/** The same for where the specification names kilometers: "12 km (7.5 mi)" where roads are measured in miles. */
export function formatKilometers(distanceKm: number): string {
  const text = inUnit('kilometer', distanceKm);
  return communityRegion().usesMiles ? `${text} (${inUnit('mile', distanceKm / KM_PER_MILE)})` : text;
}

/**
 * Distances to choose from, in kilometers: whole and half ones of the unit of the roads there, and the person's own if it
 * is one ("6.2 mi" is none).
 */
export function distanceSteps(ownKm: number): readonly number[] {
  const { usesMiles } = communityRegion();
  const unitKm = usesMiles ? KM_PER_MILE : 1;
  const steps = (usesMiles ? [0.5, 1, 3, 5, 15] : [1, 2, 5, 10, 25]).map((count) => count * unitKm);
  const own = Math.round((ownKm / unitKm) * 10) / 10;
  return own % 0.5 === 0 ? [...steps, ownKm] : steps;
}

/** "9 min walk"; to a place that is shown roughly, "about 10 min walk"; null if it is too far to walk. */
export function formatWalkTime(distanceKm: number, isExact: boolean): string | null {
  const minutes = walkingMinutes(distanceKm, isExact);
  if (minutes === null) return null;
  return isExact ? plural(minutes, { other: '# min walk' }) : plural(minutes, { other: 'about # min walk' });
}

/** "9 min walk", or where that is too far "12 km". */
export const formatWay = (distanceKm: number, isExact: boolean): string =>
  formatWalkTime(distanceKm, isExact) ?? formatDistance(distanceKm);

/** How far someone has to go: "9 min walk · 0.6 km", "12 km"; of a rough place no more than is known, "about 10 min walk". */
export function formatWalk(distanceKm: number, isExact: boolean): string {
  const walk = formatWalkTime(distanceKm, isExact);
  const distance = formatDistance(distanceKm);
  if (walk === null) return distance;
  return isExact ? `${walk} · ${distance}` : walk;
}

type Way = { readonly distanceKm: number; readonly isExact: boolean };

/** How far it is to things near each other, of which the first is the nearest: "2–10 min walk"; as `formatWalk` if that is one. */
export function formatWalks(ways: readonly [Way, ...Way[]]): string {
  const all = ways.map((way) => walkingMinutes(way.distanceKm, way.isExact));
  const known = all.filter((each) => each !== null);
  // the rough way to what is farther may be said as less
  const [from, to] = [Math.min(...known), Math.max(...known)];
  if (known.length < all.length || from === to) return formatWalk(ways[0].distanceKm, ways[0].isExact);
  const minutes = numberFormat({}).formatRange(from, to);
  return ways.every(({ isExact }) => isExact) ? t`${minutes} min walk` : t`about ${minutes} min walk`;
}

/** The same for a pin on the map: "9 min"; too far to walk, "12 km". */
export function formatShortWalk(distanceKm: number, isExact: boolean): string {
  const minutes = walkingMinutes(distanceKm, isExact);
  return minutes === null ? formatDistance(distanceKm) : plural(minutes, { other: '# min' });
}

const METERS_SAID_TO = 1000;
const METERS_PER_FOOT = 0.3048;
/** Shorter lengths than this are feet where roads are measured in miles. */
const FEET_BELOW_MILES = 0.2;

/** A length on the map: "500 m", "2.5 km"; "500 ft", "1.6 mi" where roads are measured in miles. */
export function formatMeters(meters: number): string {
  if (!communityRegion().usesMiles)
    return meters <= METERS_SAID_TO
      ? unitFormat('meter', 0).format(meters)
      : unitFormat('kilometer', 1).format(meters / 1000);
  const miles = meters / 1000 / KM_PER_MILE;
  return miles < FEET_BELOW_MILES
    ? unitFormat('foot', 0).format(Math.round(meters / METERS_PER_FOOT / 10) * 10)
    : unitFormat('mile', 1).format(miles);
}
