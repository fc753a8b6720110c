import type { SharesStep } from '@openlarder/domain/accounts/standing.ts';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';

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
