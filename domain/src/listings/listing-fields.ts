export const CATEGORIES = [
  'fruits_vegetables',
  'prepared_meals',
  'bakery_items',
  'pantry_staples',
  'dairy_eggs',
  'other',
] as const;

export type Category = (typeof CATEGORIES)[number];

export const URGENCY_LEVELS = ['low', 'medium', 'high', 'emergency'] as const;
export type UrgencyLevel = (typeof URGENCY_LEVELS)[number];

/** The kind of the best-by date: food past `best_before` may still be good, past `use_by` it is never shared. */
export const DATE_KINDS = ['best_before', 'use_by'] as const;

export type DateKind = (typeof DATE_KINDS)[number];

export const MAX_SERVINGS = 10_000;

export const FRESHNESS_FILTERS = ['all', 'urgent', 'expiring-soon', 'fresh'] as const;
export type FreshnessFilter = (typeof FRESHNESS_FILTERS)[number];

/** "When can you come?" */
export const VISIT_TIMES = ['now', 'tonight', 'tomorrow'] as const;
export type VisitTime = (typeof VISIT_TIMES)[number];

/** The feed's orders: the specification's (most severe level, fewest hours left, newest), newest or nearest first. */
export const FEED_ORDERS = ['urgency', 'newest', 'nearest'] as const;
export type FeedOrder = (typeof FEED_ORDERS)[number];

/** Food within a day's trip of the person's place, or only what is farther. */
export const FEED_REACHES = ['near', 'far'] as const;
export type FeedReach = (typeof FEED_REACHES)[number];

/** The page of the feed's screen. */
export const FEED_SCREEN_PAGE = 24;
/** The page without a `limit`, and the largest one. */
export const MAX_FEED_PAGE = 200;
export const MAX_SEARCH_LENGTH = 100;

/**
 * What the giver may correct as long as a claim is open, also when all is claimed, in the title only typos: everyone who has
 * claimed is told.
 */
export const CORRECTABLE_FIELDS = [
  'title',
  'description',
  'allergens',
  'diets',
  'bestByDate',
  'expiryDate',
  'dateKind',
] as const;

/** What food may be counted in instead of servings. */
export const THINGS = ['pieces', 'rolls', 'loaves', 'boxes', 'bags', 'jars'] as const;
export type Thing = (typeof THINGS)[number];

/** How many make a serving where one is less than that; a thing that feeds more still counts as one. */
export const THINGS_PER_SERVING: Partial<Readonly<Record<Thing, number>>> = { rolls: 2 };

/** The servings that so many things count as, wherever food is compared or summed up: never more than they feed. */
export const servingsOfThings = (count: number, thing: Thing | null): number =>
  Math.ceil(count / ((thing && THINGS_PER_SERVING[thing]) ?? 1));

/** The most of these that count as no more than so many servings. */
export const thingsInServings = (servings: number, thing: Thing | null): number =>
  Math.floor(servings * ((thing && THINGS_PER_SERVING[thing]) ?? 1));

/** How many people one of these feeds. */
const PEOPLE_PER_THING: Partial<Readonly<Record<Thing, number>>> = { loaves: 4, bags: 4, jars: 4 };

/** How many are suggested for so many people: a serving for each, and of what feeds several one for all of them. */
export const thingsForPeople = (people: number, thing: Thing | null): number =>
  Math.ceil(
    (people * ((thing && THINGS_PER_SERVING[thing]) ?? 1)) / ((thing && PEOPLE_PER_THING[thing]) ?? 1),
  );

/** Enough for so many people, at most as many as are left. */
export const suggestedServings = (people: number, left: number, thing: Thing | null): number =>
  Math.min(thingsForPeople(people, thing), left);
