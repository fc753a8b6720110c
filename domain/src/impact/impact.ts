import { co2Lbs } from '../kernel/impact-factors.ts';

export type CountedHandover = {
  /** The community's day on which it counts, `YYYY-MM-DD`; an answered request counts a week later. */
  readonly day: string;
  readonly servings: number;
  /** The neighbor who received it; null if it answered a request, where the household counts. */
  readonly receiverId: string | null;
  /** The people in the household, if it answered a request for food. */
  readonly householdSize: number;
};

export type Impact = {
  readonly mealsShared: number;
  readonly co2Saved: number;
  readonly peopleHelped: number;
};

/** A serving is a meal; people are different neighbors, and all who ate where a request was answered. */
export function impactOf(handovers: readonly CountedHandover[]): Impact {
  const servings = handovers.reduce((sum, handover) => sum + handover.servings, 0);
  const neighbors = new Set(handovers.flatMap(({ receiverId }) => receiverId ?? []));
  const eaters = handovers.reduce(
    (sum, { receiverId, householdSize }) => sum + (receiverId === null ? householdSize : 0),
    0,
  );
  return { mealsShared: servings, co2Saved: co2Lbs(servings), peopleHelped: neighbors.size + eaters };
}

export type MonthImpact = Impact & { readonly month: string };

/** The impact of each of the last `count` months until `month` (`YYYY-MM`), oldest first, empty ones too. */
export function impactByMonth(
  handovers: readonly CountedHandover[],
  month: string,
  count: number,
): MonthImpact[] {
  return Array.from({ length: count }, (_, nth) => {
    const of = monthBefore(month, count - 1 - nth);
    return { month: of, ...impactOf(handovers.filter(({ day }) => day.startsWith(of))) };
  });
}

function monthBefore(month: string, months: number): string {
  const [year = 0, nth = 1] = month.split('-').map(Number);
  const index = year * 12 + (nth - 1) - months;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}
