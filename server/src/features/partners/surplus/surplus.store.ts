import type { OpeningInterval } from '@openlarder/domain/partners/opening-hours.ts';
import type { QuestionState } from '@openlarder/domain/partners/recurring-surplus.ts';
import type { Weekday } from '@openlarder/domain/volunteers/volunteer-fields.ts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { DuePage } from '#server/platform/process-due.ts';
import type { PartnerTables } from '../partners.tables.ts';

type Surplus = PartnerTables['recurring_surplus'];
type Question = PartnerTables['surplus_question'];
/** Days are read as 2026-05-04: a `Date` would be of the process's own zone. */
export type SurplusRow = Omit<Selectable<Surplus>, 'starts_on'> & { readonly starts_on: string };
export type QuestionRow = Omit<Selectable<Question>, 'day'> & { readonly day: string };

const surplusRows = (db: DbOrTx) =>
  db
    .selectFrom('recurring_surplus')
    .selectAll('recurring_surplus')
    .select(sql<string>`recurring_surplus.starts_on::text`.as('starts_on'));
const questionRows = (db: DbOrTx) =>
  db
    .selectFrom('surplus_question')
    .selectAll('surplus_question')
    .select(sql<string>`surplus_question.day::text`.as('day'));

export const selectSurplusOf = (db: DbOrTx, personId: string): Promise<SurplusRow[]> =>
  surplusRows(db).where('person_id', '=', personId).orderBy('created_at').orderBy('id').execute();

export const selectSurplus = async (db: DbOrTx, ids: readonly string[]): Promise<SurplusRow[]> =>
  ids.length === 0
    ? []
    : surplusRows(db)
        .where('id', 'in', [...ids])
        .execute();

/** Undefined if it does not exist, or is another person's. */
export const lockSurplus = (tx: Tx, id: string, personId: string): Promise<SurplusRow | undefined> =>
  surplusRows(tx).where('id', '=', id).where('person_id', '=', personId).forUpdate().executeTakeFirst();

export async function insertSurplus(tx: Tx, row: Insertable<Surplus>): Promise<void> {
  await tx.insertInto('recurring_surplus').values(row).execute();
}

export async function updateSurplus(tx: Tx, id: string, change: Updateable<Surplus>): Promise<void> {
  await tx.updateTable('recurring_surplus').set(change).where('id', '=', id).execute();
}

export async function deleteSurplus(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('recurring_surplus').where('id', '=', id).execute();
}

/** Pauses the surplus that was made from a listing, or has posted it; returns the owners. */
export async function pauseByListing(tx: Tx, listingId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    update recurring_surplus set paused_at = ${now}
    where paused_at is null and (listing_id = ${listingId}
      or id in (select surplus_id from surplus_question where listing_id = ${listingId}))
    returning person_id`.execute(tx);
  return rows.map(({ person_id }) => person_id);
}

export async function deleteAllOf(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('recurring_surplus').where('person_id', '=', personId).execute();
}

type Today = {
  readonly today: string;
  readonly yesterday: string;
  readonly weekdays: { readonly today: Weekday; readonly yesterday: Weekday };
  /** The wall clock of today, such as 20:00. */
  readonly time: string;
};

/**
 * Surplus that may be due: of open organizations that are not paused, without a question for today after its hour, or
 * for yesterday, whose window may last past midnight.
 */
export async function selectUnasked(
  db: DbOrTx,
  { today, yesterday, weekdays, time }: Today,
  { after, limit }: DuePage,
): Promise<{ id: string; personId: string }[]> {
  const lacks = (day: string) => sql`recurring_surplus.starts_on <= ${day}::date and not exists (
    select from surplus_question where surplus_id = recurring_surplus.id and day = ${day}::date)`;
  const { rows } = await sql<{ id: string; personId: string }>`
    select recurring_surplus.id, recurring_surplus.person_id as "personId"
    from recurring_surplus join person on person.id = recurring_surplus.person_id
    where recurring_surplus.paused_at is null
      and person.closed_at is null and person.paused_at is null and person.organization_name is not null
      and ((${weekdays.today} = any (weekdays) and ask_at <= ${time} and ${lacks(today)})
        or (${weekdays.yesterday} = any (weekdays) and ${lacks(yesterday)}))
      and (${after}::uuid is null or recurring_surplus.id > ${after}::uuid)
    order by recurring_surplus.id limit ${limit}`.execute(db);
  return rows;
}

/** False if there is one for this day. */
export async function insertQuestion(tx: Tx, row: Insertable<Question>): Promise<boolean> {
  const inserted = await tx
    .insertInto('surplus_question')
    .values(row)
    .onConflict((conflict) => conflict.columns(['surplus_id', 'day']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Undefined if it does not exist, is another person's, or was never asked. */
export const lockQuestion = (tx: Tx, id: string, personId: string): Promise<QuestionRow | undefined> =>
  questionRows(tx)
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('asked_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();

export async function updateQuestion(
  tx: Tx,
  id: string,
  change: { readonly state: QuestionState; readonly answered_at: Date; readonly listing_id: string | null },
): Promise<void> {
  await tx.updateTable('surplus_question').set(change).where('id', '=', id).execute();
}

/** The questions of an organization that is not paused at `now`, open and answered; the earliest end first. */
export const selectQuestionsOf = (db: DbOrTx, personId: string, now: Date): Promise<QuestionRow[]> =>
  questionRows(db)
    .innerJoin('person', 'person.id', 'surplus_question.person_id')
    .where('person.paused_at', 'is', null)
    .where('person.organization_name', 'is not', null)
    .where('surplus_question.person_id', '=', personId)
    .where('surplus_question.asked_at', 'is not', null)
    .where('surplus_question.pickup_until', '>', now)
    .orderBy('surplus_question.pickup_until')
    .orderBy('surplus_question.id')
    .execute();

/** One row; none if it does not exist. */
export const selectQuestion = (db: DbOrTx, id: string): Promise<QuestionRow[]> =>
  questionRows(db).where('id', '=', id).execute();

export const selectAllQuestionsOf = (db: DbOrTx, personId: string): Promise<QuestionRow[]> =>
  questionRows(db).where('person_id', '=', personId).orderBy('surplus_question.day').orderBy('id').execute();

export async function lockOpenQuestions(tx: Tx, surplusId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('surplus_question')
    .select('id')
    .where('surplus_id', '=', surplusId)
    .where('state', '=', 'open')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** The questions about this surplus from a day on, days off among them. */
export const selectQuestionsFrom = async (
  db: DbOrTx,
  surplusIds: readonly string[],
  day: string,
): Promise<QuestionRow[]> =>
  surplusIds.length === 0
    ? []
    : questionRows(db)
        .where('surplus_id', 'in', [...surplusIds])
        .where(sql<boolean>`day >= ${day}::date`)
        .orderBy('surplus_question.day')
        .execute();

export async function deleteDaysOff(tx: Tx, surplusId: string, from: string): Promise<void> {
  await tx
    .deleteFrom('surplus_question')
    .where('surplus_id', '=', surplusId)
    .where('asked_at', 'is', null)
    .where(sql<boolean>`day >= ${from}::date`)
    .execute();
}

/** Ends the open questions whose window is over; returns their owners. */
export async function lapseEndedQuestions(tx: Tx, now: Date, limit: number) {
  const { rows } = await sql<{ id: string; person_id: string }>`
    update surplus_question set state = 'lapsed' where id in (
      select id from surplus_question where state = 'open' and pickup_until <= ${now}
      order by pickup_until, id limit ${limit} for update skip locked)
    returning id, person_id`.execute(tx);
  return rows;
}

export const selectHoursOf = (db: DbOrTx, personId: string): Promise<OpeningInterval[]> =>
  db
    .selectFrom('opening_interval')
    .select(['weekday', 'opens', 'closes'])
    .where('person_id', '=', personId)
    .execute();

export async function deleteHoursOf(db: DbOrTx, personId: string): Promise<void> {
  await db.deleteFrom('opening_interval').where('person_id', '=', personId).execute();
}

/** The transaction has locked the person. */
export async function replaceHours(
  tx: Tx,
  personId: string,
  hours: readonly OpeningInterval[],
): Promise<void> {
  await deleteHoursOf(tx, personId);
  if (hours.length > 0)
    await tx
      .insertInto('opening_interval')
      .values(hours.map(({ weekday, opens, closes }) => ({ person_id: personId, weekday, opens, closes })))
      .execute();
}
