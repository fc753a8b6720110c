import { sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';

/* Claims for a request for food do not count to limits: a person in need does not lose later claims. */

/** Locks the person until the end of the transaction, so that their other claims are counted after it. */
export async function lockPerson(tx: Tx, personId: string): Promise<void> {
  await tx.selectFrom('person').select('id').where('id', '=', personId).forNoKeyUpdate().execute();
}

export async function countOpenClaims(db: DbOrTx, claimerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('claim')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('claimer_id', '=', claimerId)
    .where('request_id', 'is', null)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  return count;
}

/** When this person made claims after `since`, newest first, however they ended. */
export async function selectClaimTimes(
  db: DbOrTx,
  claimerId: string,
  since: Date,
  limit: number,
): Promise<Date[]> {
  const rows = await db
    .selectFrom('claim')
    .select('created_at')
    .where('claimer_id', '=', claimerId)
    .where('request_id', 'is', null)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.created_at);
}

/** When no-shows of this person were reported after `since`, without disputed ones. */
export async function selectNoShowTimes(db: DbOrTx, claimerId: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('claim')
    .select('ended_at')
    .where('claimer_id', '=', claimerId)
    .where('request_id', 'is', null)
    .where('status', '=', 'no_show')
    .where('ended_at', '>', since)
    .where('disputed_at', 'is', null)
    .execute();
  return rows.flatMap((row) => row.ended_at ?? []);
}
