import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { latitudeSchema, longitudeSchema } from '../kernel/geo.ts';

const degrees = (schema: typeof latitudeSchema) => z.pipe(z.coerce.number(), schema);

/** The name of the area around a point; null where the list of place names knows none within 2 km. */
export const areaSchema = z.object({ areaLabel: z.nullable(z.string()) });

export const getArea = endpoint({
  method: 'GET',
  path: '/api/places/area',
  summary: 'What others would see of a place',
  tag: 'places',
  access: 'person',
  query: z.object({ latitude: degrees(latitudeSchema), longitude: degrees(longitudeSchema) }),
  responses: { 200: areaSchema },
});
