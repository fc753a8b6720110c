import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table photo (
      id uuid primary key,
      owner_id uuid not null references person on delete cascade,
      state text not null check (state in ('awaiting', 'uploaded', 'ready')),
      visibility text not null default 'owner' check (visibility in ('owner', 'signed_in')),
      byte_size integer,
      width integer,
      height integer,
      thumbhash text,
      created_at timestamptz not null,
      attached_at timestamptz
    )`.execute(db);
  await sql`create index photo_unattached on photo (created_at) where attached_at is null`.execute(db);
  await sql`create index photo_owner on photo (owner_id, created_at)`.execute(db);
  await sql`
    create table food_listing (
      id uuid primary key,
      donor_id uuid not null references person on delete cascade,
      title text not null,
      description text not null,
      category text not null,
      status text not null default 'posted'
        check (status in ('posted', 'claimed', 'completed', 'withdrawn', 'expired')),
      estimated_servings integer not null check (estimated_servings > 0),
      servings_left integer not null check (servings_left between 0 and estimated_servings),
      available_from timestamptz not null,
      available_until timestamptz not null,
      best_by_date timestamptz not null,
      expiry_date timestamptz,
      urgency_level text not null check (urgency_level in ('low', 'medium', 'high', 'emergency')),
      is_bulk boolean not null default false,
      closing_time text,
      share_place_at_once boolean not null default false,
      public_point point,
      area_label text not null,
      -- what the feed sorts by, and when the listing stops being offered (domain: feedEndMs, offeredUntilMs)
      feed_end_at timestamptz not null generated always as
        (coalesce(expiry_date, best_by_date, available_until)) stored,
      offered_until timestamptz not null generated always as (least(available_until, expiry_date)) stored,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (status <> 'posted' or servings_left > 0)
    )`.execute(db);
  await sql`create index food_listing_feed on food_listing (feed_end_at, created_at desc, id) where status = 'posted'`.execute(
    db,
  );
  await sql`create index food_listing_place on food_listing using gist (public_point) where status = 'posted'`.execute(
    db,
  );
  await sql`create index food_listing_offered on food_listing (offered_until) where status = 'posted'`.execute(
    db,
  );
  await sql`create index food_listing_donor on food_listing (donor_id, created_at desc)`.execute(db);
  await sql`
    create table listing_photo (
      listing_id uuid not null references food_listing on delete cascade,
      position smallint not null,
      photo_id uuid not null unique references photo on delete cascade,
      primary key (listing_id, position)
    )`.execute(db);
}
