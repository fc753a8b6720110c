import { type Kysely, sql } from 'kysely';

/**
 * Places have two sides in separate tables: the public one (`public_point`, `area_label`) and the exact one,
 * which one function reads, and only for its owner or the holder of a grant.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table place (
      id uuid primary key,
      person_id uuid not null references person on delete cascade,
      kind text not null check (kind in ('home', 'business')),
      address text not null default '',
      exact_point point not null,
      public_point point not null,
      area_label text not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index place_person on place (person_id)`.execute(db);
  await sql`alter table person add column place_id uuid references place on delete set null`.execute(db);
  await sql`
    create table exact_side (
      subject_type text not null check (subject_type in ('listing', 'request')),
      subject_id uuid not null,
      owner_id uuid not null references person on delete cascade,
      exact_point point,
      address text not null,
      instructions text not null default '',
      phone text,
      primary key (subject_type, subject_id)
    )`.execute(db);
  await sql`
    create table place_grant (
      subject_type text not null,
      subject_id uuid not null,
      viewer_id uuid not null references person on delete cascade,
      granted_at timestamptz not null,
      until timestamptz not null default 'infinity',
      primary key (subject_type, subject_id, viewer_id),
      foreign key (subject_type, subject_id) references exact_side on delete cascade
    )`.execute(db);
}
