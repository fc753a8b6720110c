import { type Kysely, sql } from 'kysely';

/**
 * Points, badges, and what they are worked out from. `point_entry` is the ledger; totals, months and the histogram are
 * sums of it, kept in the same transactions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table point_entry (
      id uuid primary key,
      person_id uuid not null references person (id),
      cause text not null,
      subject_id uuid not null,
      points integer not null,
      month date not null,
      earned_at timestamptz not null,
      booked_at timestamptz not null,
      reverses_id uuid unique references point_entry (id),
      unique (person_id, cause, subject_id)
    )`.execute(db);
  // what a handover earned
  await sql`create index point_entry_subject on point_entry (subject_id)`.execute(db);
  await sql`
    create table point_total (
      person_id uuid primary key references person (id),
      points integer not null,
      reached_at timestamptz not null
    )`.execute(db);
  await sql`create index point_total_rank on point_total (points desc, reached_at)`.execute(db);
  await sql`
    create table point_month (
      month date not null,
      person_id uuid not null references person (id),
      points integer not null,
      reached_at timestamptz not null,
      primary key (month, person_id)
    )`.execute(db);
  await sql`create index point_month_rank on point_month (month, points desc, reached_at)`.execute(db);
  await sql`create index point_month_person on point_month (person_id)`.execute(db);
  // a row whose last person has moved on stays, with 0 people
  await sql`
    create table point_histogram (
      board text not null,
      points integer not null,
      people integer not null,
      primary key (board, points)
    )`.execute(db);
  await sql`
    create table person_badge (
      id uuid primary key,
      person_id uuid not null references person (id),
      badge_id text not null,
      earned_at timestamptz not null,
      unique (person_id, badge_id)
    )`.execute(db);
  await sql`
    create table recognized_handover (
      handover_id uuid primary key references handover (id),
      giver_id uuid not null references person (id),
      receiver_id uuid not null references person (id),
      servings integer not null,
      answers_request boolean not null,
      giver_earns boolean not null,
      receiver_earns boolean not null,
      giver_was_known boolean not null,
      receiver_was_known boolean not null,
      completed_at timestamptz not null,
      counted_on date,
      undone_at timestamptz
    )`.execute(db);
  await sql`create index recognized_handover_giver on recognized_handover (giver_id, completed_at)`.execute(
    db,
  );
  await sql`
    create index recognized_handover_receiver on recognized_handover (receiver_id, completed_at)`.execute(db);
  await sql`
    create index recognized_handover_waiting on recognized_handover (completed_at)
    where counted_on is null and undone_at is null`.execute(db);
  // handovers from before this table, which a task enters in the order of time
  await sql`
    create table past_handovers_entry (
      is_only boolean primary key default true check (is_only),
      after_ended_at timestamptz,
      after_id uuid
    )`.execute(db);
  await sql`
    insert into past_handovers_entry (is_only)
    select true where exists (select from handover where status = 'completed')`.execute(db);
  // who has only received is not shown on boards unless they want to
  await sql`
    update person set leaderboard_visible = false
    where user_type = 'recipient'
      and not exists (select from handover where giver_id = person.id and status = 'completed')`.execute(db);
}
