import { type Kysely, sql } from 'kysely';

/**
 * A person may act while their account is being closed. A new row of theirs waits for the closing to end and
 * is refused (`P0401`); rows that others would create for them (a notification, a block) are dropped.
 */
const THEIR_OWN = [
  ['food_listing', 'donor_id'],
  ['claim', 'claimer_id'],
  ['message', 'sender_id'],
  ['place', 'person_id'],
  ['photo', 'owner_id'],
  ['block', 'blocker_id'],
  ['report', 'reporter_id'],
  ['session', 'person_id'],
  ['credential', 'person_id'],
] as const;
const OF_OTHERS = [
  ['notification', 'person_id'],
  ['block', 'blocked_id'],
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  // Not a condition: the row is read as it is after the lock is released.
  await sql`
    create function person_is_closed(who uuid) returns boolean language plpgsql as $$
    declare closed timestamptz;
    begin
      select closed_at into closed from person where id = who for key share;
      return closed is not null;
    end $$`.execute(db);
  const rules = [
    ...THEIR_OWN.map(
      ([table, column]) => [table, column, "raise exception using errcode = 'P0401'"] as const,
    ),
    ...OF_OTHERS.map(([table, column]) => [table, column, 'return null'] as const),
  ];
  for (const [table, column, refusal] of rules) {
    const name = sql.raw(`${table}_${column}_open`);
    await sql`
      create function ${name}() returns trigger language plpgsql as $$
      begin
        if person_is_closed(new.${sql.raw(column)}) then ${sql.raw(refusal)}; end if;
        return new;
      end $$`.execute(db);
    await sql`
      create trigger ${name} before insert on ${sql.raw(table)}
      for each row execute function ${name}()`.execute(db);
  }
}
