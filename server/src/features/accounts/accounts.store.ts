import { sql, type Updateable } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import { STANDING_COLUMNS } from './standing/standing.store.ts';
import type { AccountTables } from './accounts.tables.ts';
import { compileOnce, type Placeholder, usePreparedStatement } from '#server/platform/postgres/database.ts';

export function personById(db: DbOrTx, id: string) {
  return db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirst();
}
export type PersonRow = NonNullable<Awaited<ReturnType<typeof personById>>>;

export async function setMailRefusals(tx: Tx, personId: string, refusedAt: Date[]): Promise<void> {
  await tx.updateTable('person').set({ mail_refused_at: refusedAt }).where('id', '=', personId).execute();
}

export async function isEmailKnown(db: DbOrTx, email: string): Promise<boolean> {
  const row = await db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirst();
  return row !== undefined;
}

/** The names of verified organizations, but for this person's. */
export async function verifiedOrganizationNames(db: DbOrTx, exceptId: string | null): Promise<string[]> {
  const rows = await db
    .selectFrom('person')
    .select('organization_name')
    .where('verified', '=', true)
    .where('closed_at', 'is', null)
    .$if(exceptId !== null, (query) => query.where('id', '<>', exceptId))
    .execute();
  return rows.flatMap(({ organization_name }) => organization_name ?? []);
}

export const namesOf = compileOnce((db: DbOrTx, given: Placeholder<{ ids: readonly string[] }>) =>
  db
    .selectFrom('person')
    .modifyFront(usePreparedStatement)
    .select(['id', 'first_name', 'last_name', 'organization_name', 'user_type'])
    .select(sql<boolean>`closed_at is not null`.as('is_closed'))
    .where('id', '=', sql<string>`any(${given('ids')}::uuid[])`),
);

/** As `namesOf`, with the public sharing stats. */
export const namesAndStandingOf = compileOnce((db: DbOrTx, given: Placeholder<{ ids: readonly string[] }>) =>
  db
    .selectFrom('person')
    .leftJoin('person_standing', 'person_standing.person_id', 'person.id')
    .modifyFront(usePreparedStatement)
    .select(['id', 'first_name', 'last_name', 'organization_name', 'user_type'])
    .select(sql<boolean>`closed_at is not null`.as('is_closed'))
    .select(STANDING_COLUMNS)
    .where('id', '=', sql<string>`any(${given('ids')}::uuid[])`),
);

export const activeDonors = compileOnce((db: DbOrTx, given: Placeholder<{ ids: readonly string[] }>) =>
  db
    .selectFrom('person')
    .modifyFront(usePreparedStatement)
    .select('person.id')
    .select((of) =>
      of
        .selectFrom('session')
        .select((sessions) => sessions.fn.max('session.updated_at').as('seen_at'))
        .whereRef('session.person_id', '=', 'person.id')
        .as('seen_at'),
    )
    .where('person.id', '=', sql<string>`any(${given('ids')}::uuid[])`)
    .where('user_type', '=', sql.lit('donor'))
    .where('closed_at', 'is', null)
    .where('paused_at', 'is', null),
);

/**
 * The ids of open accounts from before `joinedBefore` that were last used after `seenAfter`, or are newer than that.
 */
export async function idsOfMembersSeen(
  db: DbOrTx,
  { joinedBefore, seenAfter }: { readonly joinedBefore: Date; readonly seenAfter: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom('person')
    .select('person.id')
    .where('closed_at', 'is', null)
    .where('paused_at', 'is', null)
    .where('person.created_at', '<=', joinedBefore)
    .where((is) =>
      is.or([
        is('person.created_at', '>', seenAfter),
        is.exists(
          is
            .selectFrom('session')
            .select('session.id')
            .whereRef('session.person_id', '=', 'person.id')
            .where('session.updated_at', '>', seenAfter),
        ),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Locks the person's row against changes until the end of the transaction. Rows that refer to it can still be written:
 * sharing food already holds the lock on the person's places, for which the next step here waits.
 */
export function lockPerson(tx: Tx, id: string) {
  return tx.selectFrom('person').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export async function updatePerson(
  tx: Tx,
  id: string,
  change: Updateable<AccountTables['person']>,
): Promise<void> {
  await tx.updateTable('person').set(change).where('id', '=', id).execute();
}
