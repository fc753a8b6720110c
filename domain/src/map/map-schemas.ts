import * as z from 'zod/mini';
import { errorText } from '../kernel/app-error.ts';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import {
  allergenSchema,
  boundsSchema,
  dietSchema,
  idSchema,
  instantOut,
  latitudeSchema,
  longitudeSchema,
  repeatedQuery,
  within,
} from '../kernel/wire-schemas.ts';
import {
  farthestQuery,
  freshnessFilterSchema,
  searchQuery,
  visitTimeSchema,
} from '../listings/feed-schemas.ts';
import { categorySchema, urgencyLevelSchema } from '../listings/listing-schemas.ts';
import {
  CLUSTER_TYPES,
  DEFAULT_CLUSTER_RADIUS_M,
  MAX_CLUSTER_RADIUS_M,
  MIN_CLUSTER_RADIUS_M,
} from './map-options.ts';

export const mapItemSchema = z.object({
  id: idSchema,
  title: z.string(),
  /** Of a listing. */
  category: z.nullable(categorySchema),
  /** Of a listing: the path of its first photo. */
  photoPath: z.nullable(z.string()),
  /** Of a listing: what it contains; null if its donor says nothing of it, and of a request. */
  allergens: z.nullable(z.array(allergenSchema)),
  urgencyLevel: urgencyLevelSchema,
  /** The area's name, not the address; the address of a business. */
  pickupLocation: z.string(),
  /** Of a listing: its public point; null of a request, which has only an area. */
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** Whether the item is exactly there, at a business; else it is somewhere around. */
  placeIsPublic: z.boolean(),
  /** Of a listing: the servings left. */
  estimatedServings: z.nullable(z.number()),
  /** Of a request. */
  householdSize: z.nullable(z.number()),
  /** Of a listing: when it can be picked up. */
  availableFrom: z.nullable(instantOut),
  availableUntil: z.nullable(instantOut),
  createdAt: instantOut,
});

/** An area with requests for food. */
export const mapAreaSchema = z.object({
  label: z.string(),
  bounds: z.array(boundsSchema),
  /** The requests from there. */
  count: z.number(),
});

/**
 * Items near each other, at the mean of their public points. Requests are counted at a mark of their area that does not
 * depend on where they come from, and only those that reach the viewer are items.
 */
export const mapClusterSchema = z.object({
  /** Stable for the same place and radius. */
  id: z.string(),
  type: z.enum(CLUSTER_TYPES),
  /** The highest urgency of the items. */
  urgencyLevel: urgencyLevelSchema,
  count: z.number(),
  latitude: z.number(),
  longitude: z.number(),
  /** Most urgent first, then newest, at most 50. */
  items: z.array(mapItemSchema),
  /** Where the requests come from. */
  areas: z.array(mapAreaSchema),
});

const RADIUS_RANGE = { min: MIN_CLUSTER_RADIUS_M, max: MAX_CLUSTER_RADIUS_M };
const outOfRange = errorText('out-of-range.cluster-radius', RADIUS_RANGE);
const latitude = z.pipe(z.coerce.number(), latitudeSchema);
const longitude = z.pipe(z.coerce.number(), longitudeSchema);

export const clusterQuery = z
  .object({
    north: latitude,
    south: latitude,
    /** Less than `west` if the bounds cross the antimeridian. */
    east: longitude,
    west: longitude,
    radius: z._default(
      z.coerce.number({ error: outOfRange }).check(...within(RADIUS_RANGE, outOfRange)),
      DEFAULT_CLUSTER_RADIUS_M,
    ),
    /** Only these; empty for all. */
    categories: repeatedQuery(categorySchema),
    urgencyLevels: repeatedQuery(urgencyLevelSchema),
    /** Only this food, as in the feed; requests stay. */
    category: z.optional(categorySchema),
    diets: repeatedQuery(dietSchema),
    withoutAllergens: repeatedQuery(allergenSchema),
    freshness: z._default(freshnessFilterSchema, 'all'),
    when: z.optional(visitTimeSchema),
    /** Only food within this distance of the person's own place, in kilometers; requests stay. */
    withinKm: farthestQuery,
    /** Only food that this search of the feed finds; requests stay. */
    q: searchQuery,
    /** Only food of this giver; requests stay. */
    donorId: z.optional(idSchema),
  })
  .check(
    z.refine(({ north, south }) => south <= north, {
      error: errorText('invalid.south'),
      path: ['south'],
    }),
  );

export const listClustersSpec = {
  summary: 'What lies on a part of the map, gathered where it is near each other',
  query: clusterQuery,
  responses: { 200: z.array(mapClusterSchema) },
  example: {
    query: {
      north: '40.7831',
      south: '40.7489',
      east: '-73.9441',
      west: '-74.0059',
      radius: '1000',
      categories: 'prepared_meals',
      urgencyLevels: 'high',
      category: 'prepared_meals',
      diets: 'vegan',
      withoutAllergens: 'milk',
      freshness: 'all',
      when: 'tonight',
      withinKm: '5',
      q: 'soup',
      donorId: '01989c2e-0000-7000-8000-000000000000',
    },
  },
} as const satisfies EndpointSpec;
