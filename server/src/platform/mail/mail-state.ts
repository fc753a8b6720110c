import { sql } from 'kysely';
import type { Db, DbOrTx, Tx } from '#server/db/database.ts';

/** Since when no mail goes out, and the server's last answer, such as `554 5.7.1`. */
export type MailTrouble = { readonly since: Date; readonly answer: string };

/** Notes that the server does not take our mail; returns false if the same is known. */
export async function noteMailTrouble(db: DbOrTx, now: Date, answer: string): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_trouble (since, answer) values (${now}, ${answer})
    on conflict (is_only) do update set answer = excluded.answer where mail_trouble.answer <> excluded.answer
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Notes that the server takes our mail; returns true if it did not before. */
export async function endMailTrouble(db: DbOrTx): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from mail_trouble`.execute(db);
  return numAffectedRows > 0n;
}

/** Null while the server takes our mail. */
export async function mailTrouble(db: DbOrTx): Promise<MailTrouble | null> {
  const { rows } = await sql<MailTrouble>`select since, answer from mail_trouble`.execute(db);
  return rows[0] ?? null;
}

/**
 * What counts of a day towards its limit: mails that people signed out cause (sign-up, reset) fill half of it at most,
 * or strangers could use up the mails of the community.
 */
const countedOf = (mostPerDay: number) =>
  sql`mail_day.sent - greatest(mail_day.signed_out - ${mostPerDay}::integer / 2, 0)`;

/**
 * Counts a mail on a day of the community (`2026-05-04`), in the transaction that queues it. Returns false if
 * the limit is reached; of two concurrent calls for the last place one gets it.
 */
export async function reserveDailyMail(tx: Tx, day: string, mostPerDay: number): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_day (day, sent) select ${day}::date, 1 where ${mostPerDay}::integer > 0
    on conflict (day) do update set sent = mail_day.sent + 1 where ${countedOf(mostPerDay)} < ${mostPerDay}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Counts a mail that was sent regardless of the limit. */
export async function countMail(
  db: Db,
  day: string,
  { isSignedOut }: { readonly isSignedOut: boolean },
): Promise<void> {
  await sql`
    insert into mail_day (day, sent, signed_out) values (${day}::date, 1, ${isSignedOut ? 1 : 0})
    on conflict (day) do update
      set sent = mail_day.sent + 1, signed_out = mail_day.signed_out + excluded.signed_out`.execute(db);
}

/** Whether the limit of the day is not yet reached. */
export async function hasDailyMailLeft(db: Db, day: string, mostPerDay: number): Promise<boolean> {
  const { rows } = await sql<{ counted: number }>`
    select ${countedOf(mostPerDay)} as counted from mail_day where day = ${day}::date`.execute(db);
  return (rows[0]?.counted ?? 0) < mostPerDay;
}
