import { sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';

/* Claims for a request for food do not count to limits: a person in need does not lose later claims. */

/** Locks the person until the end of the transaction, so that their other claims are counted after it. */
export async function lockPerson(tx: Tx, personId: string): Promise<void> {
  await tx.selectFrom('person').select('id').where('id', '=', personId).forNoKeyUpdate().execute();
}

const countedClaims = (db: DbOrTx, claimerId: string) =>
  db
    .selectFrom('claim')
    .innerJoin('handover', 'handover.id', 'claim.handover_id')
    .where('handover.receiver_id', '=', claimerId)
    .where('claim.request_id', 'is', null);

export async function countOpenClaims(db: DbOrTx, claimerId: string): Promise<number> {
  const { count } = await countedClaims(db, claimerId)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('handover.status', '=', 'open')
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
  const rows = await countedClaims(db, claimerId)
    .select('handover.created_at')
    .where('handover.created_at', '>', since)
    .orderBy('handover.created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.created_at);
}

/**
 * The undisputed no-shows of this person after `since`, each with who reported it: people of standing, who had an
 * account for a day or had handed something over by then.
 */
export async function selectNoShows(
  db: DbOrTx,
  claimerId: string,
  since: Date,
): Promise<{ readonly reported_by: string; readonly at: Date }[]> {
  const { rows } = await sql<{ reported_by: string; at: Date }>`
    select missed.giver_id as reported_by, missed.ended_at as at
    from claim join handover as missed on missed.id = claim.handover_id
      join person as giver on giver.id = missed.giver_id
    where missed.receiver_id = ${claimerId} and claim.request_id is null
      and missed.status = 'no_show' and missed.ended_at > ${since} and missed.disputed_at is null
      and (giver.created_at <= missed.ended_at - interval '1 day' or exists (
        select from handover as past
        where past.giver_id = missed.giver_id and past.status = 'completed' and past.ended_at < missed.ended_at))`.execute(
    db,
  );
  return rows;
}
