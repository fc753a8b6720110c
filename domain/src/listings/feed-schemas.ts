import * as z from 'zod/mini';
import { errorText } from '../kernel/app-error.ts';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import type { GeoBounds } from '../kernel/geo.ts';
import {
  allergenSchema,
  boundsSchema,
  cursorQuery,
  dietSchema,
  idSchema,
  limitQuery,
  matching,
  maxLength,
  repeatedQuery,
  storable,
} from '../kernel/wire-schemas.ts';
import {
  FEED_ORDERS,
  FEED_REACHES,
  FRESHNESS_FILTERS,
  MAX_FEED_PAGE,
  MAX_SEARCH_LENGTH,
  VISIT_TIMES,
} from './listing-fields.ts';
import { categorySchema, listingSchema } from './listing-schemas.ts';
import { MAX_AREA_LENGTH, parseSides } from './search/area-param.ts';

/**
 * `?area=`: "north,south,east,west" in degrees, as bounds. East less than west crosses the antimeridian; a
 * line or a point is valid.
 */
export const areaQuery = z.pipe(
  z.string().check(maxLength(MAX_AREA_LENGTH, errorText('invalid.area'))),
  z.pipe(
    z.transform((text: string, context): GeoBounds => {
      const bounds = parseSides(text);
      if (bounds) return bounds;
      context.issues.push({
        code: 'custom',
        message: errorText('invalid.area'),
        input: text,
      });
      return z.NEVER;
    }),
    boundsSchema.check(z.refine(({ north, south }) => south <= north, { error: errorText('invalid.south') })),
  ),
);

export const freshnessFilterSchema = z.enum(FRESHNESS_FILTERS);
export const visitTimeSchema = z.enum(VISIT_TIMES);

/** Half way around the Earth, and a little more. */
const FARTHEST_KM = 20_100;
const outOfReach = errorText('out-of-range.distance', { min: 0, max: FARTHEST_KM });
/** A distance in kilometers, if any. */
export const farthestQuery = z.optional(
  z.coerce.number({ error: outOfReach }).check(z.gt(0, outOfReach), z.lte(FARTHEST_KM, outOfReach)),
);

export const searchQuery = z.optional(z.string().check(z.trim(), maxLength(MAX_SEARCH_LENGTH), storable()));

export const feedQuery = z.object({
  /** `lat,lng` in degrees; defaults to the person's own place. */
  near: z.optional(
    z
      .string()
      .check(...matching(34, /^-?\d{1,2}(\.\d{1,12})?,-?\d{1,3}(\.\d{1,12})?$/, errorText('invalid.near'))),
  ),
  radiusKm: farthestQuery,
  /**
   * Food within the community's `reachKm` of `near` or the person's place, with what has no place, or only what is
   * farther. Of no effect without such a place, or beside `radiusKm`, `area` or `donorId`.
   */
  reach: z.optional(z.enum(FEED_REACHES, { error: errorText('required.choice') })),
  /** `north,south,east,west` in degrees: listings whose public point is inside, edges included. */
  area: z.optional(areaQuery),
  /** Only this giver's food, without a limit of cards. */
  donorId: z.optional(idSchema),
  category: z.optional(categorySchema),
  /** Words of titles and descriptions; the name of a category finds its food. */
  q: searchQuery,
  /** Food that suits all of these. */
  diets: repeatedQuery(dietSchema),
  /** Food that is not known to contain any of these. */
  withoutAllergens: repeatedQuery(allergenSchema),
  /** Also what the caller has saved that they eat and avoid, so that a page can ask before it knows who they are. */
  needs: z.optional(z.literal('saved', { error: errorText('required.choice') })),
  freshness: z._default(freshnessFilterSchema, 'all'),
  /** Only what can be picked up then: within the next hour, tonight, or on the community's next calendar day. */
  when: z.optional(visitTimeSchema),
  /** `nearest` is from `near` or the person's own place; without either it is `urgency`. */
  order: z._default(z.enum(FEED_ORDERS), 'urgency'),
  limit: limitQuery(MAX_FEED_PAGE, MAX_FEED_PAGE),
  /** For a screen: at most three cards of one giver, who is not on later pages. */
  arranged: z._default(
    z.pipe(
      z.enum(['true', 'false'], { error: errorText('required.choice') }),
      z.transform((text) => text === 'true'),
    ),
    false,
  ),
  cursor: cursorQuery,
});

export const listListingsSpec = {
  summary: 'Posted food, most urgent, newest or nearest first',
  query: feedQuery,
  headers: {
    'X-Total-Count': 'How many there are in all; exact up to 1,000.',
    'X-Critical-Count': 'How many of them are critical.',
    'X-Expiring-Soon-Count': 'How many of them expire soon.',
    'X-Far-Count': 'With `reach=near`, on the first page of few: how many are farther.',
    'X-Left-Out-Words':
      'Words of `q` that were left out because nothing was found with all of them; percent-encoded, between commas.',
  },
  responses: { 200: z.array(listingSchema) },
  example: {
    query: {
      near: '40.75,-73.98',
      radiusKm: '5',
      reach: 'near',
      area: '40.7831,40.7489,-73.9441,-74.0059',
      donorId: '01989c2e-0000-7000-8000-000000000000',
      category: 'prepared_meals',
      q: 'soup',
      diets: 'vegan',
      withoutAllergens: 'milk',
      needs: 'saved',
      freshness: 'all',
      when: 'tonight',
      order: 'newest',
      arranged: 'true',
      limit: '10',
    },
  },
} as const satisfies EndpointSpec;
