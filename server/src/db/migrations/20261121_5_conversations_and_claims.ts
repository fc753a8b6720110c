import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // One conversation per pair of people and listing, however often it is claimed.
  await sql`
    create table conversation (
      id uuid primary key,
      listing_id uuid references food_listing on delete cascade,
      host_id uuid not null references person on delete cascade,
      guest_id uuid not null references person on delete cascade,
      closed_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (listing_id, guest_id),
      check (host_id <> guest_id)
    )`.execute(db);
  await sql`
    create table conversation_member (
      conversation_id uuid not null references conversation on delete cascade,
      person_id uuid not null references person on delete cascade,
      last_read_at timestamptz not null,
      primary key (conversation_id, person_id)
    )`.execute(db);
  await sql`create index conversation_member_person on conversation_member (person_id)`.execute(db);
  await sql`
    create table message (
      id uuid primary key,
      conversation_id uuid not null references conversation on delete cascade,
      sender_id uuid references person on delete set null,
      content text not null,
      event text,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index message_conversation on message (conversation_id, created_at desc, id desc)`.execute(
    db,
  );
  await sql`
    create table claim (
      id uuid primary key,
      listing_id uuid not null references food_listing on delete cascade,
      donor_id uuid not null references person on delete cascade,
      claimer_id uuid not null references person on delete cascade,
      conversation_id uuid not null references conversation on delete cascade,
      servings integer not null check (servings > 0),
      status text not null default 'open'
        check (status in ('open', 'completed', 'released', 'no_show', 'lapsed', 'disputed')),
      code text not null,
      code_tries smallint not null default 0,
      donor_confirmed_at timestamptz,
      claimer_confirmed_at timestamptz,
      created_at timestamptz not null,
      ended_at timestamptz,
      check ((status = 'open') = (ended_at is null))
    )`.execute(db);
  await sql`create unique index claim_open_once on claim (listing_id, claimer_id) where status = 'open'`.execute(
    db,
  );
  await sql`create index claim_claimer on claim (claimer_id, created_at desc)`.execute(db);
  await sql`create index claim_donor on claim (donor_id, created_at desc)`.execute(db);
  await sql`create index claim_listing on claim (listing_id)`.execute(db);
  await sql`create index claim_conversation on claim (conversation_id)`.execute(db);
}
