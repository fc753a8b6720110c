import { boundsAround, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { type RawBuilder, sql } from 'kysely';
import { type DbOrTx, inBounds, pointText } from '#server/db/database.ts';
import type { ListingRow } from '../listings.tables.ts';

export type Offer = Pick<
  ListingRow,
  | 'id'
  | 'donor_id'
  | 'category'
  | 'diets'
  | 'allergens'
  | 'servings_left'
  | 'counted_as'
  | 'public_point'
  | 'available_until'
  | 'best_by_date'
  | 'expiry_date'
  | 'offered_until'
>;

export type OffersNear = {
  /** Excluded, together with `hiddenPeople`. */
  readonly viewerId: string;
  readonly hiddenPeople: RawBuilder<unknown>;
  /** Null for any place or none, ordered by end. */
  readonly within: { readonly center: GeoPoint; readonly radiusKm: number } | null;
  readonly now: Date;
  readonly limit: number;
};

const COLUMNS = sql.raw(
  `id, donor_id, category, diets, allergens, servings_left, counted_as, public_point, available_until, best_by_date, expiry_date,
  offered_until`,
);

/** The nearest offers by their public points, in the order of the index. May include some beyond the radius. */
export async function selectOffersNear(db: DbOrTx, query: OffersNear): Promise<Offer[]> {
  const { within, viewerId, hiddenPeople, now, limit } = query;
  const isOffered = sql`offered.offered_until > ${now} and offered.donor_id <> ${viewerId}
    and offered.donor_id not in (select person_id from hidden)`;
  const first = (order: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`(
    select listing_id from offered_listing as offered where ${isOffered} and ${condition}
    order by ${order} limit ${limit})`;
  const soonest = sql`offered.feed_end_at, offered.created_at desc, offered.listing_id`;
  const ids = within
    ? first(
        sql`mercator(offered.public_point) <-> mercator(${pointText(within.center)}::point)`,
        inBounds('offered.public_point', boundsAround(within.center, within.radiusKm * 1000)),
      )
    : sql`${first(soonest, sql`offered.public_point is not null`)}
        union all ${first(soonest, sql`offered.public_point is null`)}`;
  const { rows } = await sql<Offer>`
    with hidden as materialized (${hiddenPeople}), nearest as materialized (${ids})
    select ${COLUMNS} from nearest join food_listing as listing on listing.id = nearest.listing_id
    where status = 'posted'`.execute(db);
  return rows;
}
