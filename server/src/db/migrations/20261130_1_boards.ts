import { type Kysely, sql } from 'kysely';

/**
 * What boards are read by: each sum of points knows whether boards show its person, and as what kind, so that the first
 * rows of a board are the first rows of an index, however many people are hidden or of another kind. Triggers keep it, so
 * that whoever books points or changes a profile need not know it. No points are booked before this migration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['point_total', 'point_month'].map((name) => sql.table(name)))
    await sql`
      alter table ${table}
        add column user_type text not null default 'recipient',
        add column is_shown boolean not null default false`.execute(db);

  await sql`
    create function keep_board_columns() returns trigger language plpgsql as $$
    begin
      select user_type, leaderboard_visible and closed_at is null
        into new.user_type, new.is_shown from person where id = new.person_id;
      return new;
    end $$`.execute(db);
  await sql`
    create function show_on_boards() returns trigger language plpgsql as $$
    begin
      update point_total set user_type = new.user_type, is_shown = new.leaderboard_visible and new.closed_at is null
        where person_id = new.id;
      update point_month set user_type = new.user_type, is_shown = new.leaderboard_visible and new.closed_at is null
        where person_id = new.id;
      return null;
    end $$`.execute(db);
  for (const table of ['point_total', 'point_month'])
    await sql`
      create trigger ${sql.ref(`${table}_board`)} before insert on ${sql.table(table)}
      for each row execute function keep_board_columns()`.execute(db);
  await sql`
    create trigger person_on_boards after update of user_type, leaderboard_visible, closed_at on person for each row
    when ((old.user_type, old.leaderboard_visible, old.closed_at)
      is distinct from (new.user_type, new.leaderboard_visible, new.closed_at))
    execute function show_on_boards()`.execute(db);

  await sql`drop index point_total_rank`.execute(db);
  await sql`drop index point_month_rank`.execute(db);
  await sql`
    create index point_total_board on point_total (points desc, reached_at, person_id)
    where is_shown and points > 0`.execute(db);
  await sql`
    create index point_total_board_of_type on point_total (user_type, points desc, reached_at, person_id)
    where is_shown and points > 0`.execute(db);
  await sql`
    create index point_month_board on point_month (month, points desc, reached_at, person_id)
    where is_shown and points > 0`.execute(db);
  await sql`
    create index point_month_board_of_type on point_month (month, user_type, points desc, reached_at, person_id)
    where is_shown and points > 0`.execute(db);
}
