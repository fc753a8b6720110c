import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AreaName } from '@openlarder/domain/places/area-names.ts';
import { latitudeSchema, longitudeSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import * as z from 'zod/mini';
import { perApp } from '#server/platform/app-context.ts';

const placesFile = z.object({
  credit: z.optional(z.string()),
  places: z.array(
    z.object({
      name: z.string().check(z.minLength(1)),
      latitude: latitudeSchema,
      longitude: longitudeSchema,
    }),
  ),
});

const SHIPPED_FILE = path.join(import.meta.dirname, 'midtown-places.json');

/**
 * Reads the area names from a JSON file `{ "credit"?, "places": [{ "name", "latitude", "longitude" }] }`, in degrees;
 * by default the shipped one. Throws an error with one clear sentence for a missing or invalid file.
 */
export function readPlaceNames(file: string = SHIPPED_FILE): readonly AreaName[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`PLACES_FILE: ${file} cannot be read as JSON`, { cause: error });
  }
  const parsed = placesFile.safeParse(content);
  if (parsed.success) return parsed.data.places;
  const [issue] = parsed.error.issues;
  throw new Error(
    `PLACES_FILE: ${file}: ${issue?.path.join('.') || 'content'}: ${issue?.message ?? 'not a list'}`,
  );
}

/** The area names of this community. */
export const areaNames = perApp(({ settings }) => readPlaceNames(settings.placesFile ?? undefined));
