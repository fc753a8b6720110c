/** What food may be counted in instead of servings. */
export const THINGS = ['pieces', 'rolls', 'loaves', 'boxes', 'bags', 'jars'] as const;
export type Thing = (typeof THINGS)[number];

/** How many make a serving where one is less than that; a thing that feeds more still counts as one. */
const PER_SERVING: Partial<Readonly<Record<Thing, number>>> = { rolls: 2 };

/** The servings that so many things count as, for points and impact: never more than they feed. */
export const servingsOfThings = (count: number, thing: Thing | null): number =>
  Math.ceil(count / ((thing && PER_SERVING[thing]) ?? 1));
