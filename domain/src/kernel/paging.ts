import * as z from 'zod/mini';

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
