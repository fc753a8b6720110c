import { type Kysely, sql } from 'kysely';

/**
 * People and their sessions. The first four tables have the columns that better-auth expects, under our
 * names.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table person (
      id uuid primary key,
      email text not null unique,
      email_verified boolean not null default false,
      name text not null,
      image text,
      first_name text not null default '',
      last_name text not null default '',
      user_type text not null default 'recipient' check (user_type in ('donor', 'volunteer', 'recipient')),
      organization_name text,
      organization_type text,
      radius_km double precision not null default 10 check (radius_km between 1 and 50),
      language text not null default 'en',
      leaderboard_visible boolean not null default true,
      verified boolean not null default false,
      is_admin boolean not null default false,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`
    create table session (
      id uuid primary key,
      token text not null unique,
      person_id uuid not null references person on delete cascade,
      expires_at timestamptz not null,
      ip_address text,
      user_agent text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index session_person on session (person_id)`.execute(db);
  await sql`create index session_expires on session (expires_at)`.execute(db);
  await sql`
    create table credential (
      id uuid primary key,
      account_id text not null,
      provider_id text not null,
      person_id uuid not null references person on delete cascade,
      access_token text,
      refresh_token text,
      id_token text,
      access_token_expires_at timestamptz,
      refresh_token_expires_at timestamptz,
      scope text,
      password text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (provider_id, account_id)
    )`.execute(db);
  await sql`create index credential_person on credential (person_id)`.execute(db);
  await sql`
    create table verification (
      id uuid primary key,
      identifier text not null,
      value text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index verification_identifier on verification (identifier)`.execute(db);
}
