import * as z from 'zod/mini';
import { type ErrorText, errorText, type PlainErrorKey } from './app-error.ts';
import { ALLERGENS, DIETS } from './food-tags.ts';
import { isVisible, multipleLines, plainForm, singleLine } from './text-characters.ts';

const wireText = {
  code: z.string(),
  reason: z.optional(z.string()),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
};

/** The body of every error response; see `ErrorBody`. */
export const errorBodySchema = z.object({
  ...wireText,
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  fieldErrors: z.optional(z.record(z.string(), z.object(wireText))),
});

/**
 * The check of a text's maximum length, which every text of a request has: a longer one is checked no further, so that a
 * costly check sees short texts only. Only rewriting in linear time stands before it.
 */
export function maxLength(max: number, error: ErrorText = errorText('too-long', { max })) {
  return z.maxLength(max, { error, abort: true });
}

/** The checks of a text with a pattern; `max` is the length of the longest match. */
export const matching = (max: number, pattern: RegExp, error: ErrorText) =>
  [maxLength(max, error), z.regex(pattern, error)] as const;

/** Longer texts are not folded: normalizing may take more than linear time. */
const MAX_FOLDED_LENGTH = 1000;

/**
 * The first checks of a text that is compared, dialed or computed with, folded by `fold`; then it has at most `max`
 * characters.
 */
export const folded = (max: number, error?: ErrorText, fold: (text: string) => string = plainForm) =>
  [
    z.maxLength(MAX_FOLDED_LENGTH, { error: error ?? errorText('too-long', { max }), abort: true }),
    z.overwrite(fold),
    maxLength(max, error),
  ] as const;

/** Ids are lower-case UUIDs; this server creates version 7. */
export const idSchema = z
  .string({ error: errorText('invalid.id') })
  .check(maxLength(36, errorText('invalid.id')), z.uuid(errorText('invalid.id')), z.toLowerCase());

export const idParams = z.object({ id: idSchema });

/** The latest accepted instant: PostgreSQL and browsers agree on it. */
export const LATEST_MS = Date.UTC(9999, 0, 1);

/** Whether the month has the day of an ISO 8601 date: JavaScript takes February 30 for March 2. */
function isOnCalendar(date: string): boolean {
  const [year = 0, month = 0, day = 0] = date.slice(0, 10).split('-').map(Number);
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/**
 * An instant in a request: ISO 8601 with an offset or Z; normalized to UTC with Z. `missing` is the error if it is
 * empty.
 */
export function instantSchema(missing: PlainErrorKey) {
  return z.pipe(
    z
      .string({ error: errorText(missing) })
      .check(
        z.minLength(1, errorText(missing)),
        ...matching(
          35,
          /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/,
          errorText('invalid.date'),
        ),
        z.refine(
          (value) => {
            const ms = Date.parse(value);
            return ms > 0 && ms < LATEST_MS && isOnCalendar(value);
          },
          { error: errorText('invalid.date') },
        ),
      )
      .register(z.globalRegistry, { format: 'date-time' }),
    z.transform((value: string) => new Date(value).toISOString()),
  );
}

/** Wall-clock time such as "21:30". */
export const wallTimeSchema = z
  .string({ error: errorText('invalid.time-of-day') })
  .check(...matching(5, /^([01]\d|2[0-3]):[0-5]\d$/, errorText('invalid.time-of-day')));

/** An instant in a response. */
export const instantOut = z.string().register(z.globalRegistry, { format: 'date-time' });

const NUL = String.fromCharCode(0);

/** PostgreSQL cannot store NUL, and a lone surrogate is not a character. */
function isStorable(value: string): boolean {
  return !value.includes(NUL) && value.isWellFormed();
}

/** Rejects text that cannot be stored; for texts that have none of the schemas below. */
export const storable = () =>
  z.refine<string>((value) => isStorable(value), { error: errorText('invalid.characters') });

/** Rejects text of which a reader sees nothing; that it is not empty is another check. */
const visible = (error: ErrorText) => z.refine<string>((text) => text === '' || isVisible(text), { error });

/** Makes a text one trimmed line; see `singleLine`. */
export const trimmedLine = () => z.overwrite(singleLine);

/** Trims a text with paragraphs; see `multipleLines`. */
const trimmedLines = () => z.overwrite(multipleLines);

/** A trimmed, non-empty text in one line. `missing` is the error if it is empty. */
export function requiredText(missing: PlainErrorKey, max: number) {
  return z
    .string({ error: errorText(missing) })
    .check(
      trimmedLine(),
      z.minLength(1, errorText(missing)),
      maxLength(max),
      storable(),
      visible(errorText(missing)),
    );
}

/** A person's or an organization's name: in one line, with a letter or a digit. */
export const requiredName = (missing: PlainErrorKey, max: number) =>
  requiredText(missing, max).check(named(errorText(missing)));

/** Rejects a name without a letter or a digit. */
export const named = (error: ErrorText) => z.regex(/[\p{L}\p{Nd}]/u, error);

/** A trimmed text in one line that may be empty. */
export const optionalText = (max: number) => z.string().check(trimmedLine(), maxLength(max), storable());

/** A trimmed, non-empty text with paragraphs. `missing` is the error if it is empty. */
export function requiredLines(missing: PlainErrorKey, max: number) {
  return z
    .string({ error: errorText(missing) })
    .check(
      trimmedLines(),
      z.minLength(1, errorText(missing)),
      maxLength(max),
      storable(),
      visible(errorText(missing)),
    );
}

/** A trimmed text with paragraphs that may be empty. */
export const optionalLines = (max: number) => z.string().check(trimmedLines(), maxLength(max), storable());

type Range = { readonly min: number; readonly max: number };

/** The checks of a number that may be from `min` to `max`. */
export const within = ({ min, max }: Range, error: ErrorText) =>
  [z.gte(min, error), z.lte(max, error)] as const;

function degreesSchema(key: `out-of-range.${'latitude' | 'longitude'}`, range: Range) {
  const error = errorText(key, range);
  return z.number({ error }).check(...within(range, error));
}

export const latitudeSchema = degreesSchema('out-of-range.latitude', { min: -90, max: 90 });
export const longitudeSchema = degreesSchema('out-of-range.longitude', { min: -180, max: 180 });

/** Degrees; `west` greater than `east` crosses the antimeridian. */
export const boundsSchema = z.object({
  north: latitudeSchema,
  south: latitudeSchema,
  east: longitudeSchema,
  west: longitudeSchema,
});

/** Which languages are there, the server knows. */
export const languageSchema = z
  .string({ error: errorText('required.choice') })
  .check(maxLength(35, errorText('required.choice')));

export const dietSchema = z.enum(DIETS, { error: errorText('required.choice') });
export const allergenSchema = z.enum(ALLERGENS, { error: errorText('required.choice') });

/** Removes duplicates and keeps the order. */
const distinct = z.overwrite((given: unknown[]) => [...new Set(given)]);

export const dietsSchema = z.array(dietSchema).check(z.maxLength(50), distinct);
export const allergensSchema = z.array(allergenSchema).check(z.maxLength(50), distinct);

/** Which allergens a giver says that claimed food contains now, and which not. */
export const foodCorrectionSchema = z.object({
  added: z.array(allergenSchema),
  removed: z.array(allergenSchema),
  /** Whether other details changed besides, words and photos too. */
  datesOrDiets: z.optional(z.boolean()),
});

/** `?limit=`: the page size; out of range is rejected. */
export function limitQuery(byDefault: number, most: number) {
  const range = { min: 1, max: most };
  const error = errorText('out-of-range.limit', range);
  return z._default(z.coerce.number({ error }).check(z.int(error), ...within(range, error)), byDefault);
}

/** `?cursor=`: the end of the previous page, from its `Link` header. */
export const cursorQuery = z.optional(z.string().check(maxLength(500, errorText('invalid'))));

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
