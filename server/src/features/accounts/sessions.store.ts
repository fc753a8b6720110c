import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import { keepPlan } from '#server/platform/kept-plans.ts';
import { type Given, madeOnce } from '#server/platform/made-once.ts';

const selectByToken = madeOnce((db: Db, given: Given<{ token: string; now: Date }>) =>
  db
    .selectFrom('session')
    .modifyFront(keepPlan)
    .select(['id', 'person_id', 'updated_at'])
    .where('token', '=', given('token'))
    .where('expires_at', '>', given('now')),
);

/** The session that a token names, unless it has run out at `now`. */
export async function sessionByToken(db: Db, token: string, now: Date) {
  const [session] = await selectByToken(db, { token, now });
  return session;
}

/** Keeps that a session was used at `now`, unless that has been kept since `before`: a page asks for much at once. */
export async function noteSeen(db: Db, id: string, now: Date, before: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ updated_at: now })
    .where('id', '=', id)
    .where('updated_at', '<=', before)
    .execute();
}

/** Which of these sessions do not stand at `now`. */
export async function endedAmong(db: Db, ids: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::uuid[]) as asked (id)
    where not exists (select from session where session.id = asked.id and expires_at > ${now})`.execute(db);
  return rows.map(({ id }) => id);
}

/** Where a person is signed in at `now`, the newest first. */
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

/** Ends one of a person's own sessions; false when it is nobody's or somebody else's. */
export async function deleteOwnSession(db: Db, personId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends all of a person's sessions but `except`, and gives their ids. */
export async function deleteSessionsOf(tx: Tx, personId: string, except?: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('session')
    .where('person_id', '=', personId)
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<=', now).execute();
}
