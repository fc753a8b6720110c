import * as z from 'zod/mini';
import { boundsSchema, type GeoBounds } from '../kernel/geo.ts';

/** As numbers are written: small ones have up to six noughts before their digits. */
const DEGREES = /^-?\d{1,3}(\.\d{1,25})?(e-\d{1,3})?$/i;

/** A part of the map as the one text parameter that `areaQuery` reads. */
export const areaText = ({ north, south, east, west }: GeoBounds): string =>
  [north, south, east, west].join(',');

/**
 * `?area=`: "north,south,east,west" in degrees, as bounds. East less than west crosses the antimeridian; a line or a
 * point is an area too.
 */
export const areaQuery = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string, context): GeoBounds => {
      const sides = text.split(',');
      const [north, south, east, west] = sides.every((side) => DEGREES.test(side)) ? sides.map(Number) : [];
      if (
        sides.length !== 4 ||
        north === undefined ||
        south === undefined ||
        east === undefined ||
        west === undefined
      ) {
        context.issues.push({
          code: 'custom',
          message: 'An area is written as north,south,east,west',
          input: text,
        });
        return z.NEVER;
      }
      return { north, south, east, west };
    }),
    boundsSchema.check(z.refine(({ north, south }) => south <= north, { error: 'South lies below north' })),
  ),
);
