import * as z from 'zod/mini';
import { errorText } from '../kernel/app-error.ts';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import {
  allergenSchema,
  dietSchema,
  idParams,
  instantOut,
  latitudeSchema,
  limitQuery,
  longitudeSchema,
} from '../kernel/wire-schemas.ts';
import { categorySchema, listingSchema } from '../listings/listing-schemas.ts';
import { degrees } from '../places/place-schemas.ts';
import { DEFAULT_RECOMMENDATIONS, MAX_RECOMMENDATIONS } from './match-limits.ts';

/** The origin of a distance: the place of the caller's profile, or the one in the query. */
const distanceOriginSchema = z.enum(['saved_place', 'asked_place']);

/**
 * Why food suits the caller. Based on the caller's own facts and public ones of the food:
 * nothing about other people, and no count of them.
 */
export const matchReasonSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('distance'), distanceKm: z.number(), from: distanceOriginSchema }),
  /** Within a day. */
  z.object({ code: z.literal('ends'), endsAt: instantOut }),
  /** Later than that. */
  z.object({ code: z.literal('lasts'), endsAt: instantOut }),
  z.object({ code: z.literal('enough'), people: z.number() }),
  z.object({ code: z.literal('diets'), diets: z.array(dietSchema) }),
  z.object({ code: z.literal('without'), allergens: z.array(allergenSchema) }),
  z.object({ code: z.literal('category'), category: categorySchema }),
  z.object({ code: z.literal('your_turn') }),
]);

export const recommendationSchema = z.object({
  listing: listingSchema,
  /** Whole percent. */
  score: z.number(),
  urgency: z.enum(['high', 'medium', 'low']),
  /** In kilometers, between public points and the caller's own place; null if either is unknown. */
  distance: z.nullable(z.number()),
  /** Sentences in the caller's language; those that contributed most first. */
  reasons: z.array(z.string()),
  /** What each of them says, for a client with texts of its own. */
  reasonCodes: z.array(matchReasonSchema),
});

export const recommendationsQuery = z
  .object({
    /** Degrees; without them the caller's own place. */
    lat: z.optional(degrees(latitudeSchema)),
    lng: z.optional(degrees(longitudeSchema)),
    limit: limitQuery(DEFAULT_RECOMMENDATIONS, MAX_RECOMMENDATIONS),
  })
  .check(
    z.refine(({ lat, lng }) => (lat === undefined) === (lng === undefined), {
      path: ['lng'],
      error: errorText('incomplete-place'),
    }),
  );

export const listRecommendationsSpec = {
  summary: 'Food that suits me, best first, and why',
  query: recommendationsQuery,
  responses: { 200: z.array(recommendationSchema) },
  example: { query: { lat: '40.75', lng: '-73.98', limit: '6' } },
} as const satisfies EndpointSpec;

export const dismissMatchSpec = {
  summary: 'Do not recommend this food to me again',
  params: idParams,
  responses: { 204: null },
} as const satisfies EndpointSpec;

export const restoreMatchSpec = {
  summary: 'Recommend this food to me again',
  params: idParams,
  responses: { 204: null },
} as const satisfies EndpointSpec;
