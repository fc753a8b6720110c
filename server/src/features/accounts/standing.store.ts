import { sql, type Updateable } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { AccountTables } from './accounts.tables.ts';

const COLUMNS = [
  'id',
  'email',
  'first_name',
  'last_name',
  'organization_name',
  'user_type',
  'verified',
  'is_admin',
  'paused_at',
  'paused_reason',
  'created_at',
] as const;

/** Whoever has this address or this id, and has not left. */
export function selectByEmailOrId(db: DbOrTx, emailOrId: string) {
  return db
    .selectFrom('person')
    .select(COLUMNS)
    .where((is) =>
      is.or([
        is('email', '=', emailOrId.toLowerCase()),
        is(sql<string>`id::text`, '=', emailOrId.toLowerCase()),
      ]),
    )
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}
export type StandingRow = NonNullable<Awaited<ReturnType<typeof selectByEmailOrId>>>;

export function selectStanding(db: DbOrTx, personId: string) {
  return db
    .selectFrom('person')
    .select(['email', 'verified', 'paused_at', 'paused_reason', 'created_at'])
    .where('id', '=', personId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** Whoever is about to write something of this person's waits until the transaction ends. */
export async function lockPersonAgainstWrites(tx: Tx, personId: string): Promise<void> {
  await tx.selectFrom('person').select('id').where('id', '=', personId).forUpdate().execute();
}

export async function updateStanding(
  tx: Tx,
  personId: string,
  columns: Updateable<
    Pick<AccountTables['person'], 'is_admin' | 'verified' | 'paused_at' | 'paused_reason' | 'updated_at'>
  >,
): Promise<void> {
  await tx.updateTable('person').set(columns).where('id', '=', personId).execute();
}
