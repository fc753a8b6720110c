import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import { compileOnce, type Placeholder, usePreparedStatement } from '#server/platform/postgres/database.ts';

const selectByToken = compileOnce((db: Db, given: Placeholder<{ token: string; now: Date }>) =>
  db
    .selectFrom('session')
    .modifyFront(usePreparedStatement)
    .select(['id', 'person_id', 'updated_at'])
    .where('token', '=', given('token'))
    .where('expires_at', '>', given('now')),
);

export async function sessionByToken(db: Db, token: string, now: Date) {
  const [session] = await selectByToken(db, { token, now });
  return session;
}

/**
 * Records that a session was used at `now`, unless it was recorded after `before`: a page sends many requests together.
 */
export async function recordUse(db: Db, id: string, now: Date, before: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ updated_at: now })
    .where('id', '=', id)
    .where('updated_at', '<=', before)
    .execute();
}

/** The ids among these of sessions that are not valid at `now`. */
export async function endedSessions(db: Db, ids: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::uuid[]) as asked (id)
    where not exists (select from session where session.id = asked.id and expires_at > ${now})`.execute(db);
  return rows.map(({ id }) => id);
}

/** The person's sessions that are valid at `now`, newest first. */
export function sessionsOf(db: Db, personId: string, now: Date) {
  return db
    .selectFrom('session')
    .select(['id', 'device', 'created_at'])
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('session').where('id', '=', id).execute();
}

export async function deleteSessionByToken(db: Db, token: string): Promise<void> {
  await db.deleteFrom('session').where('token', '=', token).execute();
}

export async function deleteOwnSession(db: Db, personId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteSessionsOf(tx: Tx, personId: string, except?: string): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('person_id', '=', personId)
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .execute();
}
