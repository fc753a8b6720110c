import * as z from 'zod/mini';
import { errorText } from '../kernel/app-error.ts';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import {
  languageSchema,
  latitudeSchema,
  longitudeSchema,
  matching,
  optionalText,
} from '../kernel/wire-schemas.ts';

/** Degrees as a query parameter; rejects an empty text, which is not 0. */
export const degrees = (schema: typeof latitudeSchema) =>
  z.pipe(
    z.pipe(
      z
        .string({ error: errorText('incomplete-place') })
        // far more digits than a number has
        .check(...matching(100, /^-?\d+(\.\d+)?(e-\d+)?$/, errorText('incomplete-place'))),
      z.transform(Number),
    ),
    schema,
  );

/** A point as query parameters, in degrees. */
export const pointQuery = z.object({
  latitude: degrees(latitudeSchema),
  longitude: degrees(longitudeSchema),
});

/** The name of the area around a point; null if the list of place names has none within 2 km. */
export const areaSchema = z.object({ areaLabel: z.nullable(z.string()) });

export const getAreaSpec = {
  summary: 'What others would see of a place',
  query: pointQuery,
  responses: { 200: areaSchema },
  example: { query: { latitude: '40.75', longitude: '-73.98' } },
} as const satisfies EndpointSpec;

export const foundAddressSchema = z.object({
  label: z.string(),
  /** The rest of the address. */
  detail: z.string(),
  latitude: latitudeSchema,
  longitude: longitudeSchema,
});

export const addressLookupSchema = z.object({
  addresses: z.array(foundAddressSchema),
  /** Whether the geocoder does not answer at the moment. */
  isAway: z.boolean(),
});

export const lookUpAddressSpec = {
  summary: 'Addresses near the community that begin like this',
  body: z.object({ typed: optionalText(200), language: languageSchema }),
  responses: { 200: addressLookupSchema },
  example: { body: { typed: 'West 60', language: 'en' } },
} as const satisfies EndpointSpec;
