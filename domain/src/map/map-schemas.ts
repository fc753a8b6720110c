import * as z from 'zod/mini';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import {
  idSchema,
  instantOut,
  latitudeSchema,
  longitudeSchema,
  repeatedQuery,
} from '../kernel/wire-schemas.ts';
import { categorySchema, urgencyLevelSchema } from '../listings/listing-schemas.ts';
import {
  CLUSTER_TYPES,
  DEFAULT_CLUSTER_RADIUS_M,
  MAX_CLUSTER_RADIUS_M,
  MIN_CLUSTER_RADIUS_M,
} from './map-options.ts';

export const mapItemSchema = z.object({
  id: idSchema,
  /** `Food needed` for viewers who may not see requests. */
  title: z.string(),
  urgencyLevel: urgencyLevelSchema,
  /** The area's name, not the address. */
  pickupLocation: z.string(),
  /** Of a listing: the servings left. */
  estimatedServings: z.nullable(z.number()),
  /** Of a request, for viewers who may see it. */
  householdSize: z.nullable(z.number()),
  createdAt: instantOut,
});

/** Items near each other, at the mean of their public points. */
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
});

const RADIUS_RANGE = `Radius is between ${MIN_CLUSTER_RADIUS_M} and ${MAX_CLUSTER_RADIUS_M} metres`;
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
      z.coerce
        .number({ error: RADIUS_RANGE })
        .check(z.gte(MIN_CLUSTER_RADIUS_M, RADIUS_RANGE), z.lte(MAX_CLUSTER_RADIUS_M, RADIUS_RANGE)),
      DEFAULT_CLUSTER_RADIUS_M,
    ),
    /** Only these; empty for all. */
    categories: repeatedQuery(categorySchema),
    urgencyLevels: repeatedQuery(urgencyLevelSchema),
  })
  .check(
    z.refine(({ north, south }) => south <= north, {
      error: 'South lies below north',
      path: ['south'],
    }),
  );

export const listClustersSpec = {
  summary: 'What lies on a part of the map, gathered where it is near each other',
  tag: 'map',
  access: 'person',
  query: clusterQuery,
  responses: { 200: z.array(mapClusterSchema) },
} as const satisfies EndpointSpec;
