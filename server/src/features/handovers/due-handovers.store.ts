import { DISPUTE_HOURS } from '@openlarder/domain/handovers/handover-states.ts';
import { OUTCOME_QUESTION_AFTER_HOURS, REMINDER_HOURS } from '@openlarder/domain/handovers/handover-times.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '#server/db/database.ts';
import type { DuePage } from '#server/platform/process-due.ts';

const hours = (count: number) => sql`make_interval(hours => ${sql.lit(count)})`;
const LEAD = hours(REMINDER_HOURS);
const OBJECTION = hours(DISPUTE_HOURS);

/** `meetingMs` in SQL. */
const MEETING = sql`coalesce(agreed_time, window_until)`;
/** `reminderDueMs` in SQL. */
const REMINDER_DUE = sql`case
  when agreed_time is not null then
    case when agreed_at < agreed_time - ${LEAD} then agreed_time - ${LEAD} else agreed_time end
  when created_at < window_from - ${LEAD} then window_from - ${LEAD}
  when created_at < window_until - ${LEAD} then window_until - ${LEAD}
  else window_until end`;
const OUTCOME_DUE = sql`${MEETING} + ${hours(OUTCOME_QUESTION_AFTER_HOURS)}`;
/** `automaticHandoverEnd` in SQL. */
const ENDS_AT = sql`coalesce(giver_confirmed_at, receiver_confirmed_at, greatest(window_until, agreed_time))
  + ${OBJECTION}`;
const IS_SAID = sql`(giver_confirmed_at is not null or receiver_confirmed_at is not null)`;

async function selectOpenWhere(db: DbOrTx, condition: RawBuilder<unknown>, { after, limit }: DuePage) {
  const { rows } = await sql<{ readonly id: string }>`
    select id from handover
    where status = 'open' and (${after}::uuid is null or id > ${after}) and ${condition}
    order by id limit ${limit}`.execute(db);
  return rows;
}

export const selectReminderDue = (db: DbOrTx, now: Date, page: DuePage) =>
  selectOpenWhere(
    db,
    sql`not ${IS_SAID} and ${REMINDER_DUE} < ${MEETING}
      and (reminded_at is null or reminded_at < ${REMINDER_DUE})
      and ${REMINDER_DUE} <= ${now} and ${REMINDER_DUE} + ${LEAD} > ${now}`,
    page,
  );

export const selectOnMyWayQuestionDue = (db: DbOrTx, now: Date, page: DuePage) =>
  selectOpenWhere(
    db,
    sql`not ${IS_SAID} and ${MEETING} <= ${now} and ${OUTCOME_DUE} > ${now}
      and (asked_at is null or asked_at < ${MEETING})`,
    page,
  );

export const selectOutcomeQuestionDue = (db: DbOrTx, now: Date, page: DuePage) =>
  selectOpenWhere(
    db,
    sql`${OUTCOME_DUE} <= ${now} and ${ENDS_AT} > ${now}
      and (outcome_asked_at is null or outcome_asked_at < ${OUTCOME_DUE})`,
    page,
  );

export const selectDueToEnd = (db: DbOrTx, now: Date, page: DuePage) =>
  selectOpenWhere(db, sql`${ENDS_AT} <= ${now}`, page);
