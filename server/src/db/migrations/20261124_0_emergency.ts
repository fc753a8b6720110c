import { type Kysely, sql } from 'kysely';

/** Requests for food, their matches, and their alerts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table emergency_request (
      id uuid primary key,
      requester_id uuid not null references person on delete cascade,
      title text not null,
      description text not null default '',
      urgency_level text not null check (urgency_level in ('high', 'emergency')),
      household_size smallint not null check (household_size between 1 and 20),
      special_needs text not null default '',
      dietary_restrictions text[] not null default '{}',
      preferred_categories text[] not null default '{}',
      radius_km double precision not null check (radius_km between 1 and 50),
      public_point point not null,
      area_label text not null,
      -- a public place she named, for her helper alone
      meeting_point text not null default '',
      status text not null default 'pending'
        check (status in ('pending', 'matched', 'fulfilled', 'expired', 'cancelled')),
      -- each time it is open to all again is a new round of alerts
      round smallint not null default 0,
      next_wave smallint not null default 0,
      next_wave_at timestamptz,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz,
      cancel_reason text,
      check ((ended_at is null) = (status in ('pending', 'matched')))
    )`.execute(db);
  await sql`create unique index emergency_request_open_once on emergency_request (requester_id)
    where status in ('pending', 'matched')`.execute(db);
  await sql`create index emergency_request_requester on emergency_request (requester_id, created_at desc)`.execute(
    db,
  );
  // Open rows only: few at any time.
  await sql`create index emergency_request_open on emergency_request (expires_at)
    where status in ('pending', 'matched')`.execute(db);
  await sql`
    create table emergency_match (
      id uuid primary key,
      request_id uuid not null references emergency_request on delete cascade,
      helper_id uuid not null references person on delete cascade,
      conversation_id uuid not null references conversation on delete cascade,
      status text not null default 'open'
        check (status in ('open', 'fulfilled', 'released', 'silent', 'cancelled')),
      -- where no claim carries the handover
      code text not null,
      code_tries smallint not null default 0,
      requester_confirmed_at timestamptz,
      helper_confirmed_at timestamptz,
      created_at timestamptz not null,
      ended_at timestamptz,
      ended_by text check (ended_by in ('requester', 'helper')),
      release_reason text,
      check ((status = 'open') = (ended_at is null))
    )`.execute(db);
  await sql`create unique index emergency_match_open_once on emergency_match (request_id) where status = 'open'`.execute(
    db,
  );
  await sql`create index emergency_match_request on emergency_match (request_id, created_at desc)`.execute(
    db,
  );
  await sql`create index emergency_match_helper on emergency_match (helper_id, created_at desc)`.execute(db);
  await sql`
    create table emergency_alert (
      request_id uuid not null references emergency_request on delete cascade,
      donor_id uuid not null references person on delete cascade,
      round smallint not null,
      wave smallint not null,
      alerted_at timestamptz not null,
      primary key (request_id, donor_id, round)
    )`.execute(db);
  await sql`create index emergency_alert_donor on emergency_alert (donor_id, alerted_at desc)`.execute(db);
  // A claim may answer a request, and a conversation may be about one instead of a listing.
  await sql`alter table claim add column request_id uuid references emergency_request on delete set null`.execute(
    db,
  );
  await sql`create index claim_request on claim (request_id) where request_id is not null`.execute(db);
  await sql`
    alter table conversation
      add column request_id uuid references emergency_request on delete cascade,
      add check (listing_id is null or request_id is null)`.execute(db);
  await sql`create unique index conversation_request on conversation (request_id, host_id)
    where request_id is not null`.execute(db);
  await sql`
    alter table report
      drop constraint report_subject_type_check,
      add constraint report_subject_type_check
        check (subject_type in ('person', 'listing', 'conversation', 'message', 'claim', 'request'))`.execute(
    db,
  );
  await sql`alter table notification_settings add column mail_requests boolean not null default true`.execute(
    db,
  );
}
