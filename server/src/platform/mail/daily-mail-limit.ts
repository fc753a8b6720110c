import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';

/** In the transaction that queues the mail. False at the limit; one of two gets the last place. */
export async function reserveDailyMail(tx: Tx, day: string, mostPerDay: number): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_day (day, sent) select ${day}::date, 1 where ${mostPerDay}::integer > 0
    on conflict (day) do update set sent = mail_day.sent + 1 where mail_day.sent < ${mostPerDay}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Counts a mail that was sent regardless of the limit. */
export async function countMail(db: Db, day: string): Promise<void> {
  await sql`
    insert into mail_day (day, sent) values (${day}::date, 1)
    on conflict (day) do update set sent = mail_day.sent + 1`.execute(db);
}

export async function hasDailyMailLeft(db: Db, day: string, mostPerDay: number): Promise<boolean> {
  const { rows } = await sql<{ sent: number }>`
    select sent from mail_day where day = ${day}::date`.execute(db);
  return (rows[0]?.sent ?? 0) < mostPerDay;
}
