import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { idSchema } from '../kernel/ids.ts';
import { latitudeSchema, longitudeSchema } from '../kernel/geo.ts';
import { repeatedQuery } from '../kernel/paging.ts';
import { instantOut } from '../kernel/time.ts';
import { categorySchema, urgencyLevelSchema } from '../listings/listing-contract.ts';

/** The slider of the map, in metres. */
export const MIN_CLUSTER_RADIUS_M = 100;
export const MAX_CLUSTER_RADIUS_M = 5000;
export const DEFAULT_CLUSTER_RADIUS_M = 1000;

export const mapItemSchema = z.object({
  id: idSchema,
  /** `Food needed` to those who may not know more. */
  title: z.string(),
  urgencyLevel: urgencyLevelSchema,
  /** The area's name; the address is for those it is shared with. */
  pickupLocation: z.string(),
  /** Of food: how much is left. */
  estimatedServings: z.nullable(z.number()),
  /** Of a request, for those who may know. */
  householdSize: z.nullable(z.number()),
  createdAt: instantOut,
});
export type MapItem = z.output<typeof mapItemSchema>;

export const CLUSTER_TYPES = ['food_available', 'food_needed', 'mixed'] as const;

/** Things near each other, at the mean of their public points. */
export const mapClusterSchema = z.object({
  /** The same as long as it is the same place at the same coarseness. */
  id: z.string(),
  type: z.enum(CLUSTER_TYPES),
  /** The highest inside. */
  urgencyLevel: urgencyLevelSchema,
  count: z.number(),
  latitude: z.number(),
  longitude: z.number(),
  /** The most urgent, then the newest, at most 50. */
  items: z.array(mapItemSchema),
});
export type MapCluster = z.output<typeof mapClusterSchema>;

const RADIUS_RANGE = `Radius is between ${MIN_CLUSTER_RADIUS_M} and ${MAX_CLUSTER_RADIUS_M} metres`;
const latitude = z.pipe(z.coerce.number(), latitudeSchema);
const longitude = z.pipe(z.coerce.number(), longitudeSchema);

export const clusterQuery = z
  .object({
    north: latitude,
    south: latitude,
    /** West of `west`: the bounds cross the antimeridian. */
    east: longitude,
    west: longitude,
    radius: z._default(
      z.coerce
        .number({ error: RADIUS_RANGE })
        .check(z.gte(MIN_CLUSTER_RADIUS_M, RADIUS_RANGE), z.lte(MAX_CLUSTER_RADIUS_M, RADIUS_RANGE)),
      DEFAULT_CLUSTER_RADIUS_M,
    ),
    /** Only these; none for all. */
    categories: repeatedQuery(categorySchema),
    urgencyLevels: repeatedQuery(urgencyLevelSchema),
  })
  .check(
    z.refine(({ north, south }) => south <= north, {
      error: 'South lies below north',
      path: ['south'],
    }),
  );

/** The largest first; header `X-Total-Count`: how many things are on this part of the map. */
export const listClusters = endpoint({
  method: 'GET',
  path: '/api/map/cluster',
  summary: 'What lies on a part of the map, gathered where it is near each other',
  tag: 'map',
  access: 'person',
  query: clusterQuery,
  responses: { 200: z.array(mapClusterSchema) },
});
