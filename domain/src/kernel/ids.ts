import * as z from 'zod/mini';

/** Ids are UUIDs (version 7 where this product makes them) in lower case. */
export const idSchema = z.uuid({ error: 'This is not an id' }).check(z.toLowerCase());

export const idParams = z.object({ id: idSchema });
