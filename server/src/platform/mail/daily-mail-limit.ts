import { type Kysely, sql, type Transaction } from 'kysely';

/**
 * Counts a mail on a day of the community (2026-05-04), in the transaction that lets it go out; says whether there was
 * room for it. Of two at once for the last place, one gets it.
 */
export async function reserveDailyMail<Tables>(
  tx: Transaction<Tables>,
  day: string,
  mostPerDay: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_day (day, sent) select ${day}::date, 1 where ${mostPerDay}::integer > 0
    on conflict (day) do update set sent = mail_day.sent + 1 where mail_day.sent < ${mostPerDay}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Counts a mail that went out whether there was room for it or not. */
export async function countMail<Tables>(db: Kysely<Tables>, day: string): Promise<void> {
  await sql`
    insert into mail_day (day, sent) values (${day}::date, 1)
    on conflict (day) do update set sent = mail_day.sent + 1`.execute(db);
}

/** Whether the day has room for one more. */
export async function hasDailyMailLeft<Tables>(
  db: Kysely<Tables>,
  day: string,
  mostPerDay: number,
): Promise<boolean> {
  const { rows } = await sql<{ sent: number }>`
    select sent from mail_day where day = ${day}::date`.execute(db);
  return (rows[0]?.sent ?? 0) < mostPerDay;
}

/** Forgets the counts of days before `day`. */
export async function pruneMailDays<Tables>(db: Kysely<Tables>, day: string): Promise<void> {
  await sql`delete from mail_day where day < ${day}::date`.execute(db);
}
