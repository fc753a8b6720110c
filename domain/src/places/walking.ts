/** 4.8 km/h: comfortable speeds of adults are 4.6 to 5.3 km/h on average (Bohannon 1997, Age and Ageing 26). */
const METERS_PER_MINUTE = 80;
/**
 * A walk by the streets is about this much longer than the straight line (Levinson and El-Geneidy 2009, Regional
 * Science and Urban Economics 39).
 */
const STREET_FACTOR = 1.2;
/** Few people think of walking for longer. */
const LONGEST_WALK_MINUTES = 45;
/** The steps of minutes for a roughly known place. */
const ROUGH_MINUTES = 5;

/**
 * The minutes of a walk to a place `distanceKm` away in a straight line, at least one; null if it is too far to walk. A
 * place that is known only roughly (`isExact` false) gets whole steps of five minutes.
 */
export function walkingMinutes(distanceKm: number, isExact: boolean): number | null {
  const minutes = (distanceKm * 1000 * STREET_FACTOR) / METERS_PER_MINUTE;
  if (Math.round(minutes) > LONGEST_WALK_MINUTES) return null;
  if (isExact) return Math.max(1, Math.round(minutes));
  return Math.max(ROUGH_MINUTES, Math.round(minutes / ROUGH_MINUTES) * ROUGH_MINUTES);
}
