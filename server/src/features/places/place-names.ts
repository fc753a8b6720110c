import { readFileSync } from 'node:fs';
import type { AreaName } from '@openlarder/domain/places/area-names.ts';
import { latitudeSchema, longitudeSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import * as z from 'zod/mini';
import { errorCode, StartupError } from '#server/platform/startup-error.ts';
import { startupTexts } from '#server/platform/startup-texts.ts';
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

const EXAMPLE = '{ "places": [{ "name": "Kreuzberg", "latitude": 52.498, "longitude": 13.403 }] }';

/**
 * Reads the area names from a JSON file `{ "credit"?, "places": [{ "name", "latitude", "longitude" }] }`, in degrees.
 * Throws a StartupError with one clear sentence for a missing or invalid file.
 */
export function readPlaceNames(file: string): readonly AreaName[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const details = { file, code: errorCode(error) };
    throw new StartupError((translate) =>
      error instanceof SyntaxError
        ? translate(startupTexts, 'places-not-json', details)
        : translate(startupTexts, 'places-unreadable', details),
    );
  }
  const parsed = placesFile.safeParse(content);
  if (parsed.success) return parsed.data.places;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') || 'places';
  throw new StartupError((translate) =>
    translate(startupTexts, 'places-wrong', { file, where, example: EXAMPLE }),
  );
}

/** The names in `PLACES_FILE`; none without it. */
export const namesInFile = perApp(({ settings }) =>
  settings.placesFile === null ? [] : readPlaceNames(settings.placesFile),
);
