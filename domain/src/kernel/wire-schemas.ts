import * as z from 'zod/mini';
import { ALLERGENS, DIETS } from './food-tags.ts';

/** The body of every error response. `fields` maps the name of each invalid field to its message. */
export const errorBodySchema = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
});

/** Ids are lower-case UUIDs; this server creates version 7. */
export const idSchema = z.uuid({ error: 'This is not an id' }).check(z.toLowerCase());

export const idParams = z.object({ id: idSchema });

/** The latest accepted instant: PostgreSQL and browsers agree on it. */
const LATEST_MS = Date.UTC(9999, 0, 1);

/** An instant in a request: ISO 8601 with an offset or Z; normalized to UTC with Z. */
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

/** An instant in a response. */
export const instantOut = z.string();

const NUL = String.fromCharCode(0);

/** PostgreSQL cannot store NUL, and a lone surrogate is not a character. */
function isStorable(value: string): boolean {
  return !value.includes(NUL) && value.isWellFormed();
}

/** Rejects text that cannot be stored; for texts that are neither `requiredText` nor `optionalText`. */
export const storable = () =>
  z.refine<string>((value) => isStorable(value), { error: 'Please remove characters that cannot be saved' });

/** A trimmed, non-empty text. `requiredMessage` is shown if it is empty. */
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

/** A trimmed text that may be empty. */
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

/** Removes duplicates and keeps the order. */
const distinct = z.overwrite((given: unknown[]) => [...new Set(given)]);

export const dietsSchema = z.array(dietSchema).check(z.maxLength(50), distinct);
export const allergensSchema = z.array(allergenSchema).check(z.maxLength(50), distinct);

/** `?limit=`: the page size; out of range is rejected. */
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

/** `?cursor=`: the end of the previous page, from its `Link` header. */
export const cursorQuery = z.optional(z.string().check(z.maxLength(500)));

/** A repeatable parameter: `?diets=vegan&diets=halal`. Empty if absent. */
export function repeatedQuery<const Schema extends z.core.$ZodType>(one: Schema) {
  return z._default(
    z.pipe(
      z.transform((given: unknown) => (Array.isArray(given) ? given : [given])),
      z.array(one).check(z.maxLength(50)),
    ),
    [],
  );
}
