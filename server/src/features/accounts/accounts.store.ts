import type { SharesStep } from '@openlarder/domain/accounts/standing.ts';
import { sql, type Updateable } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import { compileOnce, type Placeholder, usePreparedStatement } from '#server/platform/postgres/database.ts';
import type { AccountTables } from './accounts.tables.ts';

/** What others see of a person's standing, of `person` with its `person_standing` if there is one. */
export const STANDING_COLUMNS = [
  'person_standing.shares_step',
  'person_standing.replies_same_day',
  'person.shows_sharing',
  'person.shows_replies',
  'person.shows_verified',
  'person.verified',
] as const;

/** Open accounts whose sharing stats are not of this day, in the order of their ids. */
export async function selectNotRenewedOn(
  db: DbOrTx,
  day: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select person.id from person
    left join person_standing as standing on standing.person_id = person.id
    where person.closed_at is null and standing.day is distinct from ${day}::date
      and (${after}::uuid is null or person.id > ${after}::uuid)
    order by person.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export type StandingRow = {
  readonly personId: string;
  readonly sharesStep: SharesStep | null;
  readonly repliesSameDay: boolean;
};

/** Stores the sharing stats of these people as of a day, except for accounts that were closed in the meantime. */
export async function upsertStandings(db: DbOrTx, day: string, rows: readonly StandingRow[]): Promise<void> {
  await sql`
    insert into person_standing (person_id, shares_step, replies_same_day, day)
    select renewed.person_id, renewed.shares_step, renewed.replies_same_day, ${day}::date
    from unnest(
      ${rows.map(({ personId }) => personId)}::uuid[],
      ${rows.map((row) => row.sharesStep)}::text[],
      ${rows.map((row) => row.repliesSameDay)}::boolean[]
    ) as renewed(person_id, shares_step, replies_same_day)
    join person on person.id = renewed.person_id and person.closed_at is null
    order by renewed.person_id
    for key share of person
    on conflict (person_id) do update set shares_step = excluded.shares_step,
      replies_same_day = excluded.replies_same_day, day = excluded.day`.execute(db);
}

/** The stored sharing stats of a person, including hidden ones; null until the first nightly run. */
export async function selectStanding(db: DbOrTx, personId: string) {
  const row = await db
    .selectFrom('person_standing')
    .select(['shares_step as shares', 'replies_same_day as repliesSameDay'])
    .select(sql<string>`day::text`.as('day'))
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteStanding(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('person_standing').where('person_id', '=', personId).execute();
}

export function personById(db: DbOrTx, id: string) {
  return db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirst();
}
export type PersonRow = NonNullable<Awaited<ReturnType<typeof personById>>>;

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

/** The facts that decide the trust in these people; unknown and closed accounts are absent. */
export async function selectTrustFacts(db: DbOrTx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('person')
    .select([
      'id',
      'email_verified',
      'verified',
      'verified_until',
      'vouched_at',
      'known_at',
      'first_handover_at',
      'created_at',
    ])
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .where('closed_at', 'is', null)
    .execute();
}

export async function selectKnown(db: DbOrTx, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('person')
    .select('id')
    .where('closed_at', 'is', null)
    .where((is) =>
      is.or([
        is('verified', '=', true),
        is('verified_until', '>', now),
        is('vouched_at', 'is not', null),
        is('known_at', 'is not', null),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Stores what a person's handovers earn. What was earned before stays: trust is never reduced automatically. */
export async function setEarnedTrust(
  tx: Tx,
  personId: string,
  { firstHandoverAt, knownAt }: { readonly firstHandoverAt: Date | null; readonly knownAt: Date | null },
): Promise<void> {
  await sql`
    update person set first_handover_at = coalesce(first_handover_at, ${firstHandoverAt}),
      known_at = coalesce(known_at, ${knownAt})
    where id = ${personId} and closed_at is null`.execute(tx);
}

export async function setVouched(tx: Tx, personId: string, at: Date | null): Promise<void> {
  await tx
    .updateTable('person')
    .set({ vouched_at: at })
    .where('id', '=', personId)
    .where('closed_at', 'is', null)
    .execute();
}

/** The facts that a person's share of bulk food depends on besides trust. */
export async function selectHousehold(db: DbOrTx, personId: string) {
  return db
    .selectFrom('person')
    .select(['verified', 'verified_until', 'organization_name', 'household_size'])
    .where('id', '=', personId)
    .executeTakeFirst();
}
