import * as z from 'zod/mini';
import { errorText } from '../kernel/app-error.ts';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import { idParams, idSchema, instantOut, latitudeSchema, longitudeSchema } from '../kernel/wire-schemas.ts';
import { listingSchema } from '../listings/listing-schemas.ts';
import { degrees } from '../places/place-schemas.ts';
import { ALERT_LEVELS } from './expiry-alerts.ts';

export const expiryAlertSchema = z.object({
  id: idSchema,
  level: z.enum(ALERT_LEVELS),
  /** Whether the food is the caller's own; else it is near and suits them. */
  isOwn: z.boolean(),
  listing: listingSchema,
  /** The earliest of its ends. */
  endsAt: instantOut,
  /** When the caller let neighbors know of their own food at this level; null if they have not. */
  neighborsToldAt: z.nullable(instantOut),
  createdAt: instantOut,
});

export const listExpiryAlertsSpec = {
  summary: 'Food of mine, or near and for me, that ends soon; what ends first comes first',
  responses: { 200: z.array(expiryAlertSchema) },
} as const satisfies EndpointSpec;

export const acknowledgeExpiryAlertSpec = {
  summary: 'Mark an expiry alert as read',
  params: idParams,
  responses: { 204: null },
} as const satisfies EndpointSpec;

export const listExpiringSoonSpec = {
  summary: 'Food of others near me that ends within a day; what ends first comes first',
  query: z
    .object({
      /** Degrees; without them the caller's own place. */
      lat: z.optional(degrees(latitudeSchema)),
      lng: z.optional(degrees(longitudeSchema)),
    })
    .check(
      z.refine(({ lat, lng }) => (lat === undefined) === (lng === undefined), {
        path: ['lng'],
        error: errorText('incomplete-place'),
      }),
    ),
  responses: { 200: z.array(listingSchema) },
  example: { query: { lat: '40.75', lng: '-73.98' } },
} as const satisfies EndpointSpec;

export const tellNeighborsSpec = {
  summary: 'Let people near know whom my expiring food would suit',
  params: idParams,
  responses: {
    200: z.object({
      /** How many people were notified; null for fewer than five, and if they were notified before. */
      people: z.nullable(z.number()),
    }),
  },
  errors: { 409: ['not-expiring'] },
} as const satisfies EndpointSpec;
