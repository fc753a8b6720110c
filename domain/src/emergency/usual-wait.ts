/** How long help usually takes is said in these hours, so coarse that no single match changes what is read. */
const STEPS_HOURS = [1, 2, 4, 8, 12, 24] as const;
/** With fewer people nothing is said. */
const LEAST_PEOPLE = 10;
/** Said of this share of them, those without any help counted. */
const USUAL_SHARE = 2 / 3;

/** Each wait in hours, null for no help. Null where too few have asked, or where help is not usual. */
export function usualWaitHours(waits: readonly (number | null)[]): number | null {
  if (waits.length < LEAST_PEOPLE) return null;
  const within = (hours: number) => waits.filter((wait) => wait !== null && wait <= hours).length;
  return STEPS_HOURS.find((hours) => within(hours) >= waits.length * USUAL_SHARE) ?? null;
}
