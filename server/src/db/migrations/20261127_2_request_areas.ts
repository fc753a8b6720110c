import { type Kysely, sql } from 'kysely';

/**
 * Requests have an area instead of a point, and store no place of the requester. Requests from before have no area: they
 * are the community's as a whole. Addresses stay where a helper may read them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table emergency_request
      drop column public_point,
      drop column area_label,
      -- { key, label, bounds: [{ north, south, east, west }] }; null for the community as a whole
      add column area jsonb,
      add column shows_first_name boolean not null default false`.execute(db);
  await sql`delete from exact_side where subject_type = 'request' and not exists (
    select from place_grant as held
    where held.subject_type = 'request' and held.subject_id = exact_side.subject_id)`.execute(db);
  await sql`update live_event set payload = (payload - 'point') || '{"area": null}'
    where kind = 'request_changed'`.execute(db);
  await sql`
    create table request_area_build (
      -- as 2026-11
      month text primary key,
      cells text[] not null,
      -- the label of each area in force, by its key; null for the community's name
      in_force jsonb not null,
      -- how many people count in each 16 km cell, by its key
      people jsonb not null,
      built_at timestamptz not null
    )`.execute(db);
  // the great-circle distance from a point to the nearest edge of an area: 0 inside, null without an area
  await sql`
    create function metres_to_area(area jsonb, latitude float8, longitude float8) returns float8
    language sql immutable parallel safe as $$
      select min(2 * 6371008.8 * asin(least(1, sqrt(
        sin(radians(edge.latitude - $2) / 2) ^ 2
        + cos(radians($2)) * cos(radians(edge.latitude)) * sin(radians(edge.longitude - $3) / 2) ^ 2))))
      from jsonb_to_recordset(area -> 'bounds') as box (north float8, south float8, east float8, west float8)
      cross join lateral (values (box.west), (box.east), (greatest(box.west, least(box.east, $3)))) as side (longitude)
      cross join lateral (select greatest(box.south, least(box.north, $2)) as latitude, side.longitude) as edge
    $$`.execute(db);
  // a changed place counts from the next day on: until then, the place from before does
  await sql`
    alter table person
      add column former_place_id uuid references place on delete set null,
      add column place_set_at timestamptz`.execute(db);
  await sql`create index person_former_place on person (former_place_id) where former_place_id is not null`.execute(
    db,
  );
}
