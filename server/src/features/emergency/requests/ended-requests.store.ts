import type { EndedRequest } from '@openlarder/domain/emergency/end-like-others.ts';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';

/**
 * The newest requests that have ended without being fulfilled, which others are told, as they saw them: the first match
 * ends a request for them.
 */
export async function selectEnded(db: DbOrTx, now: Date, limit: number): Promise<EndedRequest[]> {
  const { rows } = await sql<EndedRequest>`
    select (extract(epoch from ${now}::timestamptz - created_at) * 1000)::float8 as "madeAgoMs",
      (extract(epoch from coalesce(helped.at, ended_at) - created_at) * 1000)::float8 as "lastedMs",
      helped.at is not null as "isHelped"
    from emergency_request as request
    cross join lateral (
      select min(created_at) as at from emergency_match where request_id = request.id) as helped
    where ended_at is not null and status <> 'fulfilled' and shown_status is null
    order by id desc
    limit ${limit}`.execute(db);
  return rows;
}

/** Whether a try to help with it was refused as if another helped. */
export async function isTried(db: DbOrTx, requestId: string): Promise<boolean> {
  const row = await db
    .selectFrom('match_attempt')
    .select('request_id')
    .where('request_id', '=', requestId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Others see the request, which has ended and which the transaction has locked, as one with a helper from now on. */
export async function showAsHelped(tx: Tx, id: string) {
  return tx
    .updateTable('emergency_request')
    .set((row) => ({
      shown_status: 'matched',
      shown_until: row.ref('expires_at'),
      kept_first_name: null,
      next_wave_at: null,
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
