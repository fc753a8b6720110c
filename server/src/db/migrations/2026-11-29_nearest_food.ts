import { type Kysely, sql } from 'kysely';

/** An index that has the nearest food first. The version before does not read it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // In degrees of a map that keeps shapes, what is twice as far is twice as far in all directions, unlike in degrees of
  // longitude and latitude. Points across the antimeridian are far from each other.
  await sql`
    create function mercator(place point) returns point language sql immutable strict parallel safe as $$
      select point(place[0], degrees(ln(tan(pi() / 4 + radians(least(85, greatest(-85, place[1]))) / 2))))
    $$`.execute(db);
  await sql`create index offered_listing_nearest on offered_listing using gist (mercator(public_point))`.execute(
    db,
  );
}
