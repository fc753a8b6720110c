import {
  ALERT_HOURS,
  type AlertLevel,
  OWN_ALERT_DELAY_MS,
} from '@openlarder/domain/expiry-alerts/expiry-alerts.ts';
import { boundsAround, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { CRITICAL_HOURS } from '@openlarder/domain/listings/freshness.ts';
import { type Generated, type RawBuilder, type Selectable, sql } from 'kysely';
import { type DbOrTx, inBounds, type Tables, type Tx } from '#server/db/database.ts';

type ExpiryAlertTables = {
  expiry_alert: {
    id: string;
    listing_id: string;
    person_id: string;
    level: AlertLevel;
    is_own: boolean;
    created_at: Date;
    acknowledged_at: Date | null;
    neighbors_told_at: Date | null;
    owner_told_at: Generated<Date | null>;
  };
};

declare module '#server/db/database.ts' {
  interface Tables extends ExpiryAlertTables {}
}

export type AlertRow = Selectable<Tables['expiry_alert']>;

/** The earliest of a listing's ends, as the index `food_listing_earliest_end` has it. */
const EARLIEST_END = sql`least(available_until, best_by_date, expiry_date)`;
const hoursAfter = (now: Date, hours: number): Date => new Date(now.getTime() + hours * HOUR_MS);

/** Whether a listing is offered and ends within a day. */
const endsSoon = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  status = 'posted' and offered_until > ${now}
  and ${EARLIEST_END} > ${now} and ${EARLIEST_END} <= ${new Date(now.getTime() + DAY_MS)})`;

/** Listings whose owner was not alerted at their current level, ordered by end. */
export async function selectUnalerted(db: DbOrTx, now: Date, limit: number): Promise<{ id: string }[]> {
  const levels = ALERT_HOURS.map(
    ([level, hours]) => sql`when ${EARLIEST_END} <= ${hoursAfter(now, hours)} then ${level}`,
  );
  const { rows } = await sql<{ id: string }>`
    select id from food_listing where ${endsSoon(now)} and not exists (
      select 1 from expiry_alert
      where listing_id = food_listing.id and person_id = food_listing.donor_id
        and level = case ${sql.join(levels, sql` `)} end)
    order by ${EARLIEST_END}, id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Critical listings that were not critical when they were shared, an hour ago or more, and whose owner the bell has not
 * told. Those shared with less time are not told: their owners chose it.
 */
export async function selectUntold(db: DbOrTx, now: Date, limit: number): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select food_listing.id from expiry_alert join food_listing on food_listing.id = listing_id
    where is_own and level = 'critical' and owner_told_at is null
      and expiry_alert.created_at > ${hoursAfter(now, -CRITICAL_HOURS)}
      and food_listing.created_at <= ${new Date(now.getTime() - OWN_ALERT_DELAY_MS)} and ${endsSoon(now)}
      and ${EARLIEST_END} - food_listing.created_at > make_interval(hours => ${CRITICAL_HOURS})
    order by ${EARLIEST_END}, food_listing.id limit ${limit}`.execute(db);
  return rows;
}

/** Marks that the bell tells the owner; false if it did before. */
export async function markOwnerTold(tx: Tx, listingId: string, now: Date): Promise<boolean> {
  const marked = await tx
    .updateTable('expiry_alert')
    .set({ owner_told_at: now })
    .where('listing_id', '=', listingId)
    .where('level', '=', 'critical')
    .where('is_own', '=', true)
    .where('owner_told_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** False if the owner was alerted at this level before. */
export async function insertOwnAlert(
  tx: Tx,
  row: Pick<AlertRow, 'id' | 'listing_id' | 'person_id' | 'level' | 'created_at'>,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('expiry_alert')
    .values({ ...row, is_own: true, acknowledged_at: null, neighbors_told_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Alerts people to another person's food, except those who were alerted at this level before, or since `since` to
 * `mostADay` other listings or `mostOfGiver` of this giver.
 */
export async function insertAlerts(
  tx: Tx,
  people: readonly { readonly id: string; readonly personId: string }[],
  alert: Pick<AlertRow, 'listing_id' | 'level' | 'created_at'>,
  limits: { readonly since: Date; readonly mostADay: number; readonly mostOfGiver: number },
): Promise<string[]> {
  if (people.length === 0) return [];
  const { rows } = await sql<{ person_id: string }>`
    insert into expiry_alert (id, listing_id, person_id, level, is_own, created_at)
    select given.id, ${alert.listing_id}, given.person_id, ${alert.level}, false, ${alert.created_at}
    from unnest(${people.map(({ id }) => id)}::uuid[], ${people.map(({ personId }) => personId)}::uuid[])
      as given (id, person_id)
    cross join lateral (
      select count(distinct had.listing_id) as listings,
        count(distinct had.listing_id) filter (where other.donor_id = this.donor_id) as of_giver
      from food_listing as this, expiry_alert as had join food_listing as other on other.id = had.listing_id
      where this.id = ${alert.listing_id} and had.person_id = given.person_id and not had.is_own
        and had.created_at > ${limits.since} and had.listing_id <> this.id) as had
    where had.listings < ${limits.mostADay} and had.of_giver < ${limits.mostOfGiver}
    on conflict do nothing returning person_id`.execute(tx);
  return rows.map(({ person_id }) => person_id);
}

/** Marks that the owner notifies neighbors at this level; false if they did before. */
export async function markNeighborsTold(
  tx: Tx,
  { listing_id, level }: Pick<AlertRow, 'listing_id' | 'level'>,
  now: Date,
): Promise<boolean> {
  const marked = await tx
    .updateTable('expiry_alert')
    .set({ neighbors_told_at: now })
    .where('listing_id', '=', listing_id)
    .where('level', '=', level)
    .where('is_own', '=', true)
    .where('neighbors_told_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** The people alerted to another's food at this level. */
export async function selectAlertedNeighbors(
  db: DbOrTx,
  { listing_id, level }: Pick<AlertRow, 'listing_id' | 'level'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('expiry_alert')
    .select('person_id')
    .where('listing_id', '=', listing_id)
    .where('level', '=', level)
    .where('is_own', '=', false)
    .orderBy('person_id')
    .execute();
  return rows.map(({ person_id }) => person_id);
}

/**
 * A person's alerts about food that is still offered, the latest of each listing, unless it is acknowledged or the food
 * has more time again.
 */
export async function selectOpenAlerts(db: DbOrTx, personId: string, now: Date): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select latest.* from (
      select distinct on (listing_id) * from expiry_alert
      where person_id = ${personId} order by listing_id, created_at desc, id desc) as latest
    join food_listing on food_listing.id = latest.listing_id
    where latest.acknowledged_at is null and ${endsSoon(now)}
    order by ${EARLIEST_END}, latest.listing_id`.execute(db);
  return rows;
}

/** Acknowledges an alert and the earlier ones about the same food; undefined if it is not this person's. */
export async function acknowledge(tx: Tx, personId: string, id: string, now: Date) {
  const { rows } = await sql<{ listing_id: string }>`
    with own as (select listing_id, created_at from expiry_alert where id = ${id} and person_id = ${personId}),
    done as (
      update expiry_alert set acknowledged_at = coalesce(acknowledged_at, ${now}) from own
      where expiry_alert.listing_id = own.listing_id and person_id = ${personId}
        and expiry_alert.created_at <= own.created_at)
    select listing_id from own`.execute(tx);
  return rows[0];
}

/** Others' food around a point, else anywhere, that ends within a day, ordered by end. */
export async function selectExpiringNear(
  db: DbOrTx,
  query: {
    readonly viewerId: string;
    readonly hiddenPeople: RawBuilder<unknown>;
    readonly within: { readonly center: GeoPoint; readonly radiusKm: number } | null;
    readonly now: Date;
    readonly limit: number;
  },
): Promise<{ id: string; donor_id: string }[]> {
  const { viewerId, hiddenPeople, within, now, limit } = query;
  const { rows } = await sql<{ id: string; donor_id: string }>`
    with hidden as materialized (${hiddenPeople})
    select id, donor_id from food_listing
    where ${endsSoon(now)} and donor_id <> ${viewerId} and donor_id not in (select person_id from hidden)
      and ${within ? inBounds('public_point', boundsAround(within.center, within.radiusKm * 1000)) : sql`true`}
    order by ${EARLIEST_END}, id limit ${limit}`.execute(db);
  return rows;
}

export async function deleteAllOf(db: DbOrTx, personId: string): Promise<void> {
  await db.deleteFrom('expiry_alert').where('person_id', '=', personId).execute();
}

/** Oldest first. */
export const selectAllOf = (db: DbOrTx, personId: string): Promise<AlertRow[]> =>
  db
    .selectFrom('expiry_alert')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
