import { boundsAround, type GeoBounds, type GeoPoint, unionOfBounds } from '@openlarder/domain/kernel/geo.ts';
import { endOfDay, SECOND_MS, startOfDay } from '@openlarder/domain/kernel/time.ts';
import { sql } from 'kysely';
import { type DbOrTx, geoPointOf, inBounds } from '#server/db/database.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';

/*
 * The place of a person that counts for requests for food. A changed place counts from the next day on, and the former
 * one until midnight, so that a person cannot move their profile over the map to locate requesters.
 */

type PlaceRow = { readonly person_id: string; readonly public_point: { x: number; y: number } };

/** The id of a person's place that counts, in SQL; null for none. `since` is when the day began. */
const placeIdOn = (since: Date) => sql`case
  when person.place_id is not null and person.former_place_id is not null and person.place_set_at >= ${since}::timestamptz
  then person.former_place_id else person.place_id end`;

const dayBegan = ({ clock, settings }: AppContext): Date =>
  new Date(startOfDay(clock.now().getTime(), settings.timeZone));

/** Sets the place of a person's profile; null removes it. */
export async function setPlaceOfPerson(
  tx: TxContext,
  personId: string,
  placeId: string | null,
): Promise<void> {
  // a place without a point does not count
  const before = sql`(select place.id from place where place.id = person.place_id and place.public_point is not null)`;
  await sql`
    update person set
      former_place_id = case when place_set_at >= ${dayBegan(tx)}::timestamptz
        then coalesce(former_place_id, ${before}) else ${before} end,
      place_set_at = ${tx.clock.now()}::timestamptz,
      place_id = ${placeId}
    where id = ${personId} and place_id is distinct from ${placeId}::uuid`.execute(tx.db);
}

/**
 * Sets future times of changed places, which a clock that was ahead has written, to now; these places would not count
 * until then.
 */
export async function correctPlaceTimes({ db, clock }: AppContext): Promise<void> {
  const now = clock.now();
  await sql`update person set place_set_at = ${now} where place_set_at > ${now}`.execute(db);
}

/** The public points of these people's places that count today, by person; people without a place are absent. */
export async function placesToday(
  ctx: AppContext,
  personIds: readonly string[],
): Promise<Map<string, GeoPoint>> {
  if (personIds.length === 0) return new Map();
  const { rows } = await sql<PlaceRow>`
    select person.id as person_id, place.public_point
    from person join place on place.id = ${placeIdOn(dayBegan(ctx))}
    where person.id = any(${personIds}::uuid[]) and place.public_point is not null`.execute(ctx.db);
  return pointsOf(rows);
}

/** When a person's changed place begins to count; null if it does, or if there is none. */
export async function placeCountsFrom(ctx: AppContext, personId: string): Promise<Date | null> {
  const { rows } = await sql`
    select from person
    where id = ${personId} and ${placeIdOn(dayBegan(ctx))} <> person.place_id`.execute(ctx.db);
  if (rows.length === 0) return null;
  return new Date(endOfDay(ctx.clock.now().getTime(), ctx.settings.timeZone) + SECOND_MS);
}

/**
 * The people whose place that counts today is within `radiusKm` of these bounds, or a little farther, with its public
 * point; everyone with a place for null.
 */
export async function peopleAround(
  ctx: AppContext,
  bounds: readonly GeoBounds[] | null,
  radiusKm: number,
): Promise<Map<string, GeoPoint>> {
  const around = bounds && unionOfBounds(bounds.map((box) => widened(box, radiusKm * 1000)));
  return pointsOf(await selectPeopleIn(ctx.db, around, dayBegan(ctx)));
}

const pointsOf = (rows: readonly PlaceRow[]): Map<string, GeoPoint> =>
  new Map(rows.map((row) => [row.person_id, geoPointOf(row.public_point)]));

/** The smallest bounds that hold everything within this distance of a box. */
function widened({ north, south, east, west }: GeoBounds, meters: number): GeoBounds {
  const corners = [north, south].flatMap((latitude) =>
    [west, east].map((longitude) => boundsAround({ latitude, longitude }, meters)),
  );
  return unionOfBounds([{ north, south, east, west }, ...corners]) ?? { north, south, east, west };
}

async function selectPeopleIn(db: DbOrTx, bounds: GeoBounds | null, since: Date): Promise<PlaceRow[]> {
  const isIn = bounds ? inBounds('place.public_point', bounds) : sql`place.public_point is not null`;
  const { rows } = await sql<PlaceRow>`
    select person.id as person_id, place.public_point from place join person on person.place_id = place.id
    where ${isIn} and place.id = ${placeIdOn(since)}
    union all
    select person.id, place.public_point from place join person on person.former_place_id = place.id
    where ${isIn} and person.place_id <> person.former_place_id and place.id = ${placeIdOn(since)}`.execute(
    db,
  );
  return rows;
}
