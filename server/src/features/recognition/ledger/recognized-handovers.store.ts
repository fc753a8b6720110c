import type { Given } from '@openlarder/domain/recognition/rings.ts';
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { DuePage } from '#server/platform/process-due.ts';
import type { RecognitionTables } from '../recognition.tables.ts';

type Table = RecognitionTables['recognized_handover'];
export type RecognizedRow = Selectable<Table>;

/** False if the handover exists already, or was undone before. */
export async function insertRecognized(tx: Tx, row: Insertable<Table>): Promise<boolean> {
  const inserted = await tx
    .insertInto('recognized_handover')
    .values(row)
    .onConflict((conflict) => conflict.column('handover_id').doNothing())
    .returning('handover_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Marks a handover as undone, also one that was never entered. */
export async function markUndone(
  tx: Tx,
  row: Insertable<Table> & { readonly undone_at: Date },
): Promise<void> {
  await tx
    .insertInto('recognized_handover')
    .values(row)
    .onConflict((conflict) => conflict.column('handover_id').doUpdateSet({ undone_at: row.undone_at }))
    .execute();
}

/** The calendar days that decide about a handover, as instants. */
export type Days = { readonly dayBefore: Date; readonly day: Date; readonly dayAfter: Date };

export type HandoverOfTwo = {
  readonly giverId: string;
  readonly receiverId: string;
  readonly answersRequest: boolean;
};

export type EarningFacts = {
  readonly paidOfPair: number;
  readonly giver: PersonFactsRow;
  readonly receiver: PersonFactsRow;
};
export type PersonFactsRow = {
  readonly hasGiven: boolean;
  readonly wasActiveDayBefore: boolean;
  readonly wasActiveOnDay: boolean;
  readonly paidWithUnknownOnDay: number;
};

/**
 * The facts about earlier handovers of these two people. Answered requests that wait for their week count only for
 * another request: the points of a listing, which others see immediately, must not reveal them.
 */
export async function selectEarningFacts(
  db: DbOrTx,
  { giverId, receiverId, answersRequest }: HandoverOfTwo,
  { pairSince, days }: { readonly pairSince: Date; readonly days: Days },
): Promise<EarningFacts> {
  const { rows } = await sql<EarningFacts>`
    select
      (select count(*)::int from recognized_handover
        where ${countsFor(answersRequest)} and (giver_earns or receiver_earns)
          and completed_at > ${pairSince}
          and ((giver_id = ${giverId} and receiver_id = ${receiverId})
            or (giver_id = ${receiverId} and receiver_id = ${giverId}))) as "paidOfPair",
      ${personFacts(giverId, days, answersRequest)} as giver,
      ${personFacts(receiverId, days, answersRequest)} as receiver`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('a select without a table returns a row');
  return facts;
}

const countsFor = (answersRequest: boolean) =>
  answersRequest
    ? sql<SqlBool>`undone_at is null`
    : sql<SqlBool>`undone_at is null and counted_on is not null`;

function personFacts(personId: string, { dayBefore, day, dayAfter }: Days, answersRequest: boolean) {
  const given = sql<SqlBool>`giver_id = ${personId} and giver_earns and ${countsFor(answersRequest)}`;
  const taken = sql<SqlBool>`receiver_id = ${personId} and receiver_earns and ${countsFor(answersRequest)}`;
  const isOn = sql<SqlBool>`completed_at >= ${day} and completed_at < ${dayAfter}`;
  const isDayBefore = sql<SqlBool>`completed_at >= ${dayBefore} and completed_at < ${day}`;
  const anyOn = (when: typeof isOn) => sql`
    (exists (select from recognized_handover where ${given} and not answers_request and ${when})
      or exists (select from recognized_handover where ${taken} and not answers_request and ${when}))`;
  return sql`json_build_object(
    'hasGiven', exists (select from recognized_handover where ${given} and not answers_request),
    'wasActiveDayBefore', ${anyOn(isDayBefore)},
    'wasActiveOnDay', ${anyOn(isOn)},
    'paidWithUnknownOnDay',
      (select count(*) from recognized_handover where ${given} and not receiver_was_known and ${isOn})
      + (select count(*) from recognized_handover where ${taken} and not giver_was_known and ${isOn}))`;
}

/** The givers and receivers since then, if one of these people gave or received. Requests count as above. */
export async function selectGiven(
  db: DbOrTx,
  personIds: readonly string[],
  {
    since,
    answersRequest,
    limit,
  }: { readonly since: Date; readonly answersRequest: boolean; readonly limit: number },
): Promise<Given[]> {
  const ids = sql`any(${[...personIds]}::uuid[])`;
  const { rows } = await sql<Given>`
    select giver_id as "giverId", receiver_id as "receiverId", count(*)::int as handovers
    from recognized_handover
    where ${countsFor(answersRequest)} and completed_at > ${since} and (giver_id = ${ids} or receiver_id = ${ids})
    group by giver_id, receiver_id limit ${limit}`.execute(db);
  return rows;
}

/** Answered requests from before then that were not counted yet. */
export async function selectWaiting(db: DbOrTx, before: Date, { after, limit }: DuePage) {
  const { rows } = await sql<{ id: string }>`
    select handover_id as id from recognized_handover
    where counted_on is null and undone_at is null and completed_at < ${before}
      and (${after}::uuid is null or handover_id > ${after}::uuid)
    order by handover_id limit ${limit}`.execute(db);
  return rows;
}

export async function selectRecognized(db: DbOrTx, handoverId: string): Promise<RecognizedRow | undefined> {
  return db
    .selectFrom('recognized_handover')
    .selectAll()
    .where('handover_id', '=', handoverId)
    .executeTakeFirst();
}

/** Counts a waiting request as of a day. False if it does not wait any more. */
export async function countWaiting(tx: Tx, handoverId: string, day: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recognized_handover')
    .set({ counted_on: day })
    .where('handover_id', '=', handoverId)
    .where('counted_on', 'is', null)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
