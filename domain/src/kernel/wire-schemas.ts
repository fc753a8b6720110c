import * as z from 'zod/mini';
import { ALLERGENS, DIETS } from './food-tags.ts';

/** The one shape of every error answer. `fields` names each field that has something to mend. */
export const errorBodySchema = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
});

/** Ids are UUIDs (version 7 where this product makes them) in lower case. */
export const idSchema = z.uuid({ error: 'This is not an id' }).check(z.toLowerCase());

export const idParams = z.object({ id: idSchema });

/** Farthest time a person may name: PostgreSQL and browsers agree on it, and nothing real lies beyond. */
const LATEST_MS = Date.UTC(9999, 0, 1);

/** An instant on the wire: ISO 8601 with an offset or Z in, UTC with Z out. */
export function instantSchema(requiredMessage: string) {
  return z.pipe(
    z.string({ error: requiredMessage }).check(
      z.minLength(1, requiredMessage),
      z.regex(
        /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/,
        'Please give a date and a time',
      ),
      z.refine(
        (value) => {
          const ms = Date.parse(value);
          return ms > 0 && ms < LATEST_MS;
        },
        { error: 'Please give a date and a time' },
      ),
    ),
    z.transform((value: string) => new Date(value).toISOString()),
  );
}

/** An instant in an answer. */
export const instantOut = z.string();

const NUL = String.fromCharCode(0);

/** PostgreSQL cannot store NUL, and a lone surrogate is no character: both are refused everywhere. */
function isStorable(value: string): boolean {
  return !value.includes(NUL) && value.isWellFormed();
}

/** Refuses what `isStorable` refuses; for texts of other kinds than the two below. */
export const storable = () =>
  z.refine<string>((value) => isStorable(value), { error: 'Please remove characters that cannot be saved' });

/** A trimmed text that must say something. `requiredMessage` is shown when nothing is left after trimming. */
export function requiredText(requiredMessage: string, maxLength: number) {
  return z
    .string({ error: requiredMessage })
    .check(
      z.trim(),
      z.minLength(1, requiredMessage),
      z.maxLength(maxLength, `Please keep this to ${maxLength} characters`),
      storable(),
    );
}

/** A trimmed text that may be empty; empty is the empty string. */
export function optionalText(maxLength: number) {
  return z
    .string()
    .check(z.trim(), z.maxLength(maxLength, `Please keep this to ${maxLength} characters`), storable());
}

export const latitudeSchema = z
  .number({ error: 'Latitude is a number' })
  .check(z.gte(-90, 'Latitude is between -90 and 90'), z.lte(90, 'Latitude is between -90 and 90'));
export const longitudeSchema = z
  .number({ error: 'Longitude is a number' })
  .check(z.gte(-180, 'Longitude is between -180 and 180'), z.lte(180, 'Longitude is between -180 and 180'));

/** Degrees; `west` greater than `east` crosses the antimeridian. */
export const boundsSchema = z.object({
  north: latitudeSchema,
  south: latitudeSchema,
  east: longitudeSchema,
  west: longitudeSchema,
});

export const dietSchema = z.enum(DIETS, { error: 'Please choose from the list' });
export const allergenSchema = z.enum(ALLERGENS, { error: 'Please choose from the list' });

/** Each at most once, in the order given. */
const distinct = z.overwrite((given: unknown[]) => [...new Set(given)]);

export const dietsSchema = z.array(dietSchema).check(z.maxLength(50), distinct);
export const allergensSchema = z.array(allergenSchema).check(z.maxLength(50), distinct);

/** `?limit=`: how many at most; out of range is refused. */
export function limitQuery(byDefault: number, most: number) {
  return z._default(
    z.coerce
      .number({ error: `Limit is a number from 1 to ${most}` })
      .check(
        z.int(),
        z.gte(1, `Limit is a number from 1 to ${most}`),
        z.lte(most, `Limit is a number from 1 to ${most}`),
      ),
    byDefault,
  );
}

/** `?cursor=`: where the page before ended, as its `Link` header gave it. */
export const cursorQuery = z.optional(z.string().check(z.maxLength(500)));

/** A parameter that may be given several times: `?diets=vegan&diets=halal`. Absent is the empty list. */
export function repeatedQuery<const Schema extends z.core.$ZodType>(one: Schema) {
  return z._default(
    z.pipe(
      z.transform((given: unknown) => (Array.isArray(given) ? given : [given])),
      z.array(one).check(z.maxLength(50)),
    ),
    [],
  );
}
