import { SIGN_UP_CODE_TRIES } from '@openlarder/domain/accounts/account-fields.ts';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, DbOrTx, Tx } from '#server/db/database.ts';
import type { AccountTables } from '../../accounts.tables.ts';

export async function insert(tx: Tx, row: Insertable<AccountTables['pending_sign_up']>): Promise<void> {
  await tx.insertInto('pending_sign_up').values(row).execute();
}

/** Replaces what was typed in a sign-up of the same email; false if it has ended, or expired at `now`. */
export async function replace(
  tx: Tx,
  id: string,
  given: Updateable<AccountTables['pending_sign_up']> & { readonly email: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('pending_sign_up')
    .set(given)
    .where('id', '=', id)
    .where('email', '=', given.email)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function byId(db: DbOrTx, id: string, now: Date) {
  return db
    .selectFrom('pending_sign_up')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Sets a new code, with tries of its own. */
export async function setCode(tx: Tx, id: string, digest: string): Promise<void> {
  await tx
    .updateTable('pending_sign_up')
    .set({ code_digest: digest, tries_left: SIGN_UP_CODE_TRIES })
    .where('id', '=', id)
    .execute();
}

/** Counts a try at the code; undefined if none is left, or if the sign-up has expired. */
export function countAttempt(db: Db, id: string, now: Date) {
  return db
    .updateTable('pending_sign_up')
    .set((row) => ({ tries_left: row('tries_left', '-', 1) }))
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .where('tries_left', '>', 0)
    .returning('code_digest')
    .executeTakeFirst();
}

/**
 * Locks the sign-ups of the email of one of them, always in the same order, until the end of the transaction; returns
 * this one, unless it has ended or expired at `now`.
 */
export async function lock(tx: Tx, id: string, now: Date) {
  const all = await tx
    .selectFrom('pending_sign_up')
    .selectAll()
    .where('email', '=', (of) =>
      of.selectFrom('pending_sign_up as this').select('this.email').where('this.id', '=', id),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  return all.find((row) => row.id === id && row.expires_at > now);
}
export type PendingSignUp = NonNullable<Awaited<ReturnType<typeof lock>>>;

/**
 * Deletes a sign-up, and ends links and codes of the others of its email. Those rows stay until they expire, so that a
 * wrong code is answered as before.
 */
export async function complete(tx: Tx, { id, email }: PendingSignUp): Promise<void> {
  const ofEmail = tx
    .selectFrom('pending_sign_up')
    .select(sql<string>`id::text`.as('id'))
    .where('email', '=', email);
  await tx.deleteFrom('verification').where('value', 'in', ofEmail).execute();
  await tx.updateTable('pending_sign_up').set({ code_digest: null }).where('email', '=', email).execute();
  await tx.deleteFrom('pending_sign_up').where('id', '=', id).execute();
}
