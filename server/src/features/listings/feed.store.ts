import { boundsAround, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import {
  CRITICAL_HOURS,
  FRESH_WINDOW_MS,
  TODAY_HOURS,
  URGENT_HOURS,
} from '@openlarder/domain/listings/freshness.ts';
import type { Category, FreshnessFilter } from '@openlarder/domain/listings/listing-contract.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '#server/db/database.ts';
import type { ListingRow } from './listings.store.ts';

/** Counts are exact up to here; more is told as this many. */
const COUNTED_TO = 1000;
const EARTH_RADIUS_M = 6_371_008.8;

/** Where a page ended. `asOfMs` is the first page's time: what is over at it stays behind what is not. */
export type FeedPosition = {
  readonly asOfMs: number;
  readonly isPlaceless: boolean;
  readonly isOver: boolean;
  readonly feedEndMs: number;
  readonly createdAtMs: number;
  readonly id: string;
};

export type FeedQuestion = {
  readonly now: Date;
  readonly asOf: Date;
  readonly within: { readonly centre: GeoPoint; readonly radiusKm: number } | null;
  readonly category: Category | null;
  readonly freshness: FreshnessFilter;
  /** Of `listing.donor_id`: whose listings the viewer may see. */
  readonly visibleDonor: RawBuilder<unknown>;
  readonly after: FeedPosition | null;
  readonly limit: number;
};

type FeedPage = {
  readonly rows: readonly ListingRow[];
  readonly hasMore: boolean;
  readonly total: number;
  readonly critical: number;
};

const hoursAfter = (now: Date, hours: number): Date => new Date(now.getTime() + hours * HOUR_MS);

/** Great-circle distance of `listing.public_point` from `centre`, in metres; as domain's `distanceM`. */
const metresFrom = (centre: GeoPoint) => sql<number>`
  (2 * ${EARTH_RADIUS_M}::float8 * asin(least(1, sqrt(
    sin(radians(listing.public_point[1] - ${centre.latitude}::float8) / 2) ^ 2
    + cos(radians(${centre.latitude}::float8)) * cos(radians(listing.public_point[1]))
      * sin(radians(listing.public_point[0] - ${centre.longitude}::float8) / 2) ^ 2))))`;

/** The box first, which the index answers, then the circle in it. */
function withinRadius({ centre, radiusKm }: { centre: GeoPoint; radiusKm: number }): RawBuilder<boolean> {
  const radiusM = radiusKm * 1000;
  const { north, south, east, west } = boundsAround(centre, radiusM);
  const box = (from: number, to: number) =>
    sql`listing.public_point <@ box(point(${from}::float8, ${south}::float8), point(${to}::float8, ${north}::float8))`;
  const inBox = west <= east ? box(west, east) : sql`(${box(west, 180)} or ${box(-180, east)})`;
  return sql`${inBox} and ${metresFrom(centre)} <= ${radiusM}::float8`;
}

/** The feed's filter buttons over the database's columns, as domain's `passesFilter`. */
function passesFilter(filter: FreshnessFilter, now: Date): RawBuilder<boolean> {
  const endsWithin = (hours: number) =>
    sql<boolean>`listing.feed_end_at > ${now} and listing.feed_end_at <= ${hoursAfter(now, hours)}`;
  if (filter === 'urgent') return endsWithin(URGENT_HOURS);
  if (filter === 'expiring-soon') return endsWithin(TODAY_HOURS);
  if (filter === 'fresh') return sql`listing.created_at >= ${new Date(now.getTime() - FRESH_WINDOW_MS)}`;
  return sql`true`;
}

/**
 * One page of what is posted and still offered, with both counts, in one statement. The order is domain's
 * `compareInFeed`. Distance is only ever that of the public point.
 */
export async function selectFeed(db: DbOrTx, question: FeedQuestion): Promise<FeedPage> {
  const { now, asOf, within, category, freshness, visibleDonor, after, limit } = question;
  const afterPosition = after
    ? sql`where (is_placeless, is_over, feed_end_at, -extract(epoch from created_at), id)
        > (${after.isPlaceless}, ${after.isOver}, ${new Date(after.feedEndMs)}::timestamptz,
           -extract(epoch from ${new Date(after.createdAtMs)}::timestamptz), ${after.id}::uuid)`
    : sql``;
  const found = await sql<{ total: number; critical: number } & (ListingRow | { id: null })>`
    with offered as not materialized (
      select listing.*, listing.public_point is null as is_placeless, listing.feed_end_at <= ${asOf} as is_over
      from food_listing as listing
      where listing.status = 'posted' and listing.offered_until > ${now}
        and ${visibleDonor}
        and ${passesFilter(freshness, now)}
        ${category === null ? sql`` : sql`and listing.category = ${category}`}
        ${within === null ? sql`` : sql`and ${withinRadius(within)}`}
    ), counts as (
      select
        (select count(*)::int from (select from offered limit ${COUNTED_TO}) as counted) as total,
        (select count(*)::int from (
          select from offered
          where feed_end_at > ${now} and feed_end_at <= ${hoursAfter(now, CRITICAL_HOURS)}
          limit ${COUNTED_TO}) as counted) as critical
    ), page as (
      select * from offered ${afterPosition}
      order by is_placeless, is_over, feed_end_at, created_at desc, id
      limit ${limit + 1}
    )
    select counts.total, counts.critical, page.*
    from counts left join page on true
    order by page.is_placeless, page.is_over, page.feed_end_at, page.created_at desc, page.id`.execute(db);
  const rows = found.rows.filter((row): row is typeof row & ListingRow => row.id !== null);
  const [first] = found.rows;
  return {
    rows: rows.slice(0, limit),
    hasMore: rows.length > limit,
    total: first?.total ?? 0,
    critical: first?.critical ?? 0,
  };
}
