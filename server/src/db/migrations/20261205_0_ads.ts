import { type Kysely, sql } from 'kysely';

/** Ads, and what was seen and followed of them. Nothing says who saw one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ad (
      id uuid primary key,
      location text not null,
      ad_type text not null check (ad_type in ('banner', 'card', 'inline')),
      category text not null,
      title text not null,
      description text not null,
      cta_text text not null,
      cta_link text,
      image_url text check (image_url like '/%'),
      sponsor text,
      is_tip boolean not null,
      audience text[] not null,
      weight integer not null check (weight between 1 and 100),
      daily_cap integer check (daily_cap > 0),
      starts_at timestamptz not null,
      ends_at timestamptz,
      created_at timestamptz not null,
      impressions integer not null default 0,
      clicks integer not null default 0,
      check (clicks <= impressions),
      check (sponsor is null or not is_tip)
    )`.execute(db);
  await sql`
    create table ad_impression (
      id uuid primary key,
      ad_id uuid not null references ad on delete cascade,
      placement text not null,
      created_at timestamptz not null,
      clicked_at timestamptz
    )`.execute(db);
  await sql`create index ad_impression_of on ad_impression (ad_id, created_at)`.execute(db);
  await sql`create index ad_impression_age on ad_impression (created_at)`.execute(db);
}
