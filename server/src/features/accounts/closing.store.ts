import { sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';

/**
 * The person, once nobody writes anything of theirs any more: whoever is about to waits until the transaction ends,
 * and finds the account closed. Gives whether it was closed already.
 */
export async function lockForClosing(tx: Tx, personId: string): Promise<{ isClosed: boolean }> {
  const row = await tx
    .selectFrom('person')
    .select('closed_at')
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirst();
  return { isClosed: !row || row.closed_at !== null };
}

/** Deletes how the person came in, and gives the ids of the sessions that ended by it. */
export async function deleteWaysIn(tx: Tx, personId: string): Promise<string[]> {
  await tx.deleteFrom('credential').where('person_id', '=', personId).execute();
  await sql`delete from verification where value = ${personId}`.execute(tx);
  await sql`delete from idempotency_key where person_id = ${personId}`.execute(tx);
  const sessions = await tx.deleteFrom('session').where('person_id', '=', personId).returning('id').execute();
  return sessions.map(({ id }) => id);
}

/** Leaves of the person their id, and that they have left: what others did with them still hangs on it. */
export async function forgetPerson(tx: Tx, personId: string, now: Date): Promise<void> {
  await tx
    .updateTable('person')
    .set({
      // no address: nothing can be sent to it, and the real one is free for another account
      email: `closed:${personId}`,
      email_verified: false,
      name: '',
      image: null,
      first_name: '',
      last_name: '',
      user_type: 'recipient',
      organization_name: null,
      organization_type: null,
      radius_km: sql<number>`default`,
      diets: [],
      allergens: [],
      language: sql<string>`default`,
      leaderboard_visible: false,
      verified: false,
      is_admin: false,
      paused_at: null,
      paused_reason: null,
      return_key: null,
      place_id: null,
      closed_at: now,
      updated_at: now,
    })
    .where('id', '=', personId)
    .execute();
}

export function sessionsOf(db: DbOrTx, personId: string) {
  return db
    .selectFrom('session')
    .select(['device', 'created_at', 'expires_at'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .execute();
}

export function waysInOf(db: DbOrTx, personId: string) {
  return db
    .selectFrom('credential')
    .select(['provider_id', 'created_at'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .execute();
}
