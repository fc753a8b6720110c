import { plainEmail } from '@openlarder/domain/kernel/text-characters.ts';
import { sql, type Updateable } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import { usePreparedStatement } from '#server/platform/postgres/database.ts';
import { STANDING_COLUMNS } from '../accounts.store.ts';
import type { AccountTables } from '../accounts.tables.ts';

/**
 * Locks the person's row against rows that refer to it: concurrent writers wait until the transaction ends and then
 * find the account closed. Returns whether it is closed already.
 */
export async function lockForClosure(tx: Tx, personId: string) {
  const row = await tx
    .selectFrom('person')
    .select(['closed_at', 'leaderboard_visible'])
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirst();
  return { isClosed: !row || row.closed_at !== null, isOnBoards: row?.leaderboard_visible === true };
}

export async function whoIsThere(db: DbOrTx): Promise<{ hasOrganizer: boolean; isEmpty: boolean }> {
  const { rows } = await sql<{ hasOrganizer: boolean; isEmpty: boolean }>`
    select exists (select from person where is_admin and closed_at is null) as "hasOrganizer",
      not exists (select from person) as "isEmpty"`.execute(db);
  return rows[0] ?? { hasOrganizer: false, isEmpty: true };
}

/** One at a time until the transaction ends. */
export async function lockFirstOrganizer(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('first organizer', 0))`.execute(tx);
}

/** Share-locks the row against the two locks of this file; whether the account is open. */
export async function shareLockPerson(tx: Tx, personId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('person')
    .select('closed_at')
    .where('id', '=', personId)
    .forKeyShare()
    .executeTakeFirst();
  return row?.closed_at === null;
}

/** Deletes credentials, links, idempotency keys and sessions; returns the ids of the sessions. */
export async function deleteCredentialsAndSessions(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('credential').where('person_id', '=', personId).execute();
  await sql`delete from verification where value = ${personId}`.execute(tx);
  await sql`delete from idempotency_key where person_id = ${personId}`.execute(tx);
  await tx.deleteFrom('session').where('person_id', '=', personId).execute();
}

/** Clears the person's row but for the id and `closed_at`: records of others still refer to it. */
export async function anonymizePerson(tx: Tx, personId: string, now: Date): Promise<void> {
  await tx
    .updateTable('person')
    .set({
      // no email address: nothing can be sent to it, and the real one is free for a new account
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
      language: null,
      leaderboard_visible: false,
      shows_sharing: false,
      shows_replies: false,
      shows_verified: false,
      discreet: false,
      discreet_set_at: null,
      verified: false,
      verified_until: null,
      verified_latitude: null,
      verified_longitude: null,
      is_admin: false,
      known_at: null,
      vouched_at: null,
      first_handover_at: null,
      household_size: null,
      paused_at: null,
      paused_reason: null,
      email_digest: null,
      mail_refused_at: [],
      place_id: null,
      former_place_id: null,
      place_set_at: null,
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

export function credentialsOf(db: DbOrTx, personId: string) {
  return db
    .selectFrom('credential')
    .select(['provider_id', 'created_at'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .execute();
}

const COLUMNS = [
  'id',
  'email',
  'first_name',
  'last_name',
  'organization_name',
  'user_type',
  'verified',
  'verified_until',
  'vouched_at',
  'is_admin',
  'paused_at',
  'paused_reason',
  'created_at',
] as const;

/** The person with this email or id, unless the account is closed. */
export function personByEmailOrId(db: DbOrTx, emailOrId: string) {
  return db
    .selectFrom('person')
    .select(COLUMNS)
    .where((is) =>
      is.or([
        is('email', '=', plainEmail(emailOrId)),
        is(sql<string>`id::text`, '=', emailOrId.toLowerCase()),
      ]),
    )
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}
export type StatusRow = NonNullable<Awaited<ReturnType<typeof personByEmailOrId>>>;

export async function selectNames(
  db: DbOrTx,
  { after, limit }: { readonly after: string | null; readonly limit: number },
) {
  return db
    .selectFrom('person')
    .select(['id', 'email', 'first_name', 'last_name', 'organization_name'])
    .where('closed_at', 'is', null)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function selectStatuses(db: DbOrTx, ids: readonly string[]): Promise<StatusRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('person')
    .select(COLUMNS)
    .where('id', 'in', [...ids])
    .where('closed_at', 'is', null)
    .execute();
}

export function statusOf(db: DbOrTx, personId: string) {
  return db
    .selectFrom('person')
    .leftJoin('person_standing', 'person_standing.person_id', 'person.id')
    .modifyFront(usePreparedStatement)
    .select(['email', 'paused_at', 'paused_reason', 'created_at'])
    .select(STANDING_COLUMNS)
    .where('id', '=', personId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** Locks the person's row against rows that refer to it until the transaction ends. */
export async function lockPersonAgainstWrites(tx: Tx, personId: string): Promise<void> {
  await tx.selectFrom('person').select('id').where('id', '=', personId).forUpdate().execute();
}

/** The people whose business is shown although they are not verified, nor were within the time that this lasts. */
export async function lockLapsedBusinesses(tx: Tx, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('person')
    .innerJoin('place', 'place.id', 'person.place_id')
    .select('person.id')
    .where('place.kind', '=', 'business')
    .where('verified', '=', false)
    .where((is) => is.or([is('verified_until', 'is', null), is('verified_until', '<=', now)]))
    .orderBy('person.id')
    .forUpdate('person')
    .execute();
  return rows.map(({ id }) => id);
}

export async function updateStatus(
  tx: Tx,
  personId: string,
  columns: Updateable<
    Pick<
      AccountTables['person'],
      | 'is_admin'
      | 'verified'
      | 'verified_until'
      | 'verified_latitude'
      | 'verified_longitude'
      | 'paused_at'
      | 'paused_reason'
      | 'updated_at'
    >
  >,
): Promise<void> {
  await tx.updateTable('person').set(columns).where('id', '=', personId).execute();
}
