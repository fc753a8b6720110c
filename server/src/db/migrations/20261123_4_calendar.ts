import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table calendar_feed (
      person_id uuid primary key references person on delete cascade,
      id uuid not null unique,
      created_at timestamptz not null
    )`.execute(db);
  // As every own row: closing the account at the same moment leaves none behind.
  await sql`
    create function calendar_feed_person_id_open() returns trigger language plpgsql as $$
    begin
      if person_is_closed(new.person_id) then raise exception using errcode = 'P0401'; end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger calendar_feed_person_id_open before insert on calendar_feed
    for each row execute function calendar_feed_person_id_open()`.execute(db);
}
