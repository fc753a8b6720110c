import { type Kysely, sql } from 'kysely';

/** Opening hours of organizations, their recurring surplus, and what they were asked about it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table opening_interval (
      person_id uuid not null references person on delete cascade,
      weekday text not null,
      opens text not null check (opens ~ '^[0-2][0-9]:[0-5][0-9]$'),
      closes text not null check (closes ~ '^[0-2][0-9]:[0-5][0-9]$'),
      primary key (person_id, weekday, opens)
    )`.execute(db);
  await sql`
    create table recurring_surplus (
      id uuid primary key,
      person_id uuid not null references person on delete cascade,
      title text not null,
      description text not null,
      category text not null,
      servings integer not null check (servings > 0),
      date_kind text not null,
      allergens text[],
      diets text[] not null,
      pickup_instructions text not null,
      weekdays text[] not null,
      ask_at text not null,
      pickup_from text not null,
      pickup_until text not null,
      starts_on date not null,
      listing_id uuid references food_listing on delete set null,
      paused_at timestamptz,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index recurring_surplus_person on recurring_surplus (person_id, created_at)`.execute(db);
  await sql`create index recurring_surplus_listing on recurring_surplus (listing_id)`.execute(db);
  await sql`
    create table surplus_question (
      id uuid primary key,
      surplus_id uuid not null references recurring_surplus on delete cascade,
      person_id uuid not null references person on delete cascade,
      day date not null,
      state text not null check (state in ('open', 'posted', 'skipped', 'lapsed')),
      pickup_from timestamptz not null,
      pickup_until timestamptz not null,
      asked_at timestamptz,
      answered_at timestamptz,
      listing_id uuid references food_listing on delete set null,
      unique (surplus_id, day),
      check (asked_at is not null or state = 'skipped')
    )`.execute(db);
  await sql`create index surplus_question_person on surplus_question (person_id, pickup_until)`.execute(db);
  await sql`create index surplus_question_listing on surplus_question (listing_id)`.execute(db);
  await sql`
    create index surplus_question_open on surplus_question (pickup_until) where state = 'open'`.execute(db);
}
