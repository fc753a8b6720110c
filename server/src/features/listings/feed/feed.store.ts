import { FEED_SCREEN_PAGE, type FeedOrder } from '@openlarder/domain/listings/listing-fields.ts';
import { type RawBuilder, sql } from 'kysely';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { type DbOrTx, pointText } from '#server/db/database.ts';
import type { ListingRow } from '../listings.tables.ts';
import { areFew, feedConditionsSql, isFoundByTitle, type FeedConditions } from './feed-conditions.store.ts';
import { BY_URGENCY, countsOf, type FeedSource, sourceOf } from './feed-counts.store.ts';
import { usePreparedStatement } from '#server/platform/postgres/database.ts';

/**
 * Where a page ended, in any order. `asOfMs` is the first page's time: listings that had ended by then stay behind
 * the others.
 */
export type FeedPosition = {
  readonly asOfMs: number;
  /** Whether the search has found it by its title. */
  readonly isTitled: boolean;
  readonly isPlaceless: boolean;
  readonly isOver: boolean;
  readonly feedEndMs: number;
  readonly createdAtMs: number;
  readonly id: string;
  /** Only in the order by nearness, of what has a place; see `awayFrom`. */
  readonly away: number | null;
};

export type FeedPageQuery = FeedConditions & {
  readonly asOf: Date;
  readonly order: FeedOrder;
  /** The origin of the order by nearness. */
  readonly center: GeoPoint | null;
  readonly after: FeedPosition | null;
  readonly limit: number;
};

export type FeedRow = ListingRow & Pick<FeedEntry, 'is_titled' | 'away'>;

type FeedPage = {
  readonly rows: readonly FeedRow[];
  readonly hasMore: boolean;
  readonly total: number;
  readonly critical: number;
  readonly expiringSoon: number;
};

/**
 * The order by urgency is four consecutive stretches, each in the order of an index. In a search there are eight: first
 * the matches by title, then all others. By nearness there are two: what has a place, then what has none.
 */
type Stretch = {
  readonly isPlaceless: boolean;
  readonly isOver?: boolean;
  readonly isTitled?: boolean;
  /** Of those that end soon, or only of the others; by default of all. */
  readonly isSoon?: boolean;
};
const STRETCHES: readonly Stretch[] = [
  { isPlaceless: false, isOver: false },
  { isPlaceless: false, isOver: true },
  { isPlaceless: true, isOver: false },
  { isPlaceless: true, isOver: true },
];
const SEARCH_STRETCHES: readonly Stretch[] = [true, false].flatMap((isTitled) =>
  STRETCHES.map((stretch) => ({ ...stretch, isTitled })),
);
const NEAREST_STRETCHES: readonly Stretch[] = [{ isPlaceless: false }, { isPlaceless: true }];
/** The one stretch of the order by newness. */
const ALL_AT_ONCE = 'all';
/** The order of a whole page, which is read as `page`. */
const PAGE_IN_ORDER: Readonly<Record<FeedOrder, RawBuilder<unknown>>> = {
  urgency: sql.raw('page.stretch, page.feed_end_at, page.created_at desc, page.listing_id'),
  newest: sql.raw('page.created_at desc, page.listing_id'),
  nearest: sql.raw('page.stretch, page.away, page.feed_end_at, page.created_at desc, page.listing_id'),
};

type Nearness = Pick<FeedPageQuery, 'order' | 'center'>;

/** How far a listing is in degrees of the Mercator projection, by whose index the nearest are read first; else null. */
const awayFrom = ({ order, center }: Nearness): RawBuilder<number | null> =>
  order === 'nearest' && center
    ? sql`(mercator(listing.public_point) <-> mercator(${pointText(center)}::point))`
    : sql`null::float8`;

/** The order within a stretch. */
function inOrder(query: Nearness, stretch: Stretch | typeof ALL_AT_ONCE): RawBuilder<unknown> {
  if (stretch === ALL_AT_ONCE) return sql.raw('listing.created_at desc, listing.listing_id');
  return query.order === 'nearest' && !stretch.isPlaceless
    ? sql`${awayFrom(query)}, ${BY_URGENCY}`
    : BY_URGENCY;
}

/** After the position within its stretch; stated twice, since the index serves only the first condition. */
function isBehind(after: FeedPosition, query: Nearness): RawBuilder<boolean> {
  const { feedEndMs, createdAtMs, id, away } = after;
  const { order } = query;
  if (order === 'nearest' && away !== null)
    return sql`(${awayFrom(query)} > ${away}::float8 or (${awayFrom(query)} = ${away}::float8
      and ${isBehind({ ...after, away: null }, query)}))`;
  const [feedEnd, createdAt] = [new Date(feedEndMs), new Date(createdAtMs)];
  if (order === 'newest')
    return sql`listing.created_at <= ${createdAt}
      and (listing.created_at < ${createdAt} or listing.listing_id > ${id})`;
  return sql`listing.feed_end_at >= ${feedEnd} and (listing.feed_end_at > ${feedEnd}
    or listing.created_at < ${createdAt}
    or (listing.created_at = ${createdAt} and listing.listing_id > ${id}))`;
}

function inStretch(
  stretch: Stretch | typeof ALL_AT_ONCE,
  asOf: Date,
  { where, whereTitled, byTitle }: FeedSource,
): RawBuilder<boolean> {
  if (stretch === ALL_AT_ONCE) return where;
  const { isPlaceless, isOver, isTitled, isSoon } = stretch;
  const place = sql.raw(isPlaceless ? 'null' : 'not null');
  const soonUntil = sql`(select until from soonest)`;
  if (isSoon)
    return sql`listing.is_titled is ${sql.lit(isTitled)} and listing.public_point is ${place}
      and listing.feed_end_at < ${soonUntil}`;
  const found = isTitled === undefined ? where : isTitled ? whereTitled : sql`${where} and not ${byTitle}`;
  return sql`${found} and listing.public_point is ${place}
    ${isOver === undefined ? sql`` : sql`and listing.feed_end_at ${sql.raw(isOver ? '<=' : '>')} ${asOf}`}
    ${isSoon === false ? sql`and listing.feed_end_at >= ${soonUntil}` : sql``}`;
}

/** Whether the CTE `soon` begins the page: the first of a search, whose matches the index of the feed finds slowly. */
const beginsSoon = (query: FeedPageQuery): boolean =>
  query.terms.length > 0 && query.order === 'urgency' && query.after === null && !areFew(query);

const isTitledIn = (stretch: Stretch | typeof ALL_AT_ONCE): boolean =>
  stretch !== ALL_AT_ONCE && stretch.isTitled === true;

/** The stretches from the position on, or from the first. */
function stretchesFrom({ order, after, terms }: FeedPageQuery): readonly (Stretch | typeof ALL_AT_ONCE)[] {
  if (order === 'newest') return [ALL_AT_ONCE];
  const byUrgency = terms.length === 0 ? STRETCHES : SEARCH_STRETCHES;
  const all = order === 'nearest' ? NEAREST_STRETCHES : byUrgency;
  if (!after) return all;
  return all.slice(
    all.findIndex(
      ({ isPlaceless, isOver = after.isOver, isTitled = after.isTitled }) =>
        isPlaceless === after.isPlaceless && isOver === after.isOver && isTitled === after.isTitled,
    ),
  );
}

/**
 * The first `count` of `from as listing` after the position: each stretch in its index's order, read only if the ones
 * before it are exhausted.
 */
function firstOf(source: FeedSource, query: FeedPageQuery, count: number, hasSoon = false) {
  const { asOf, after } = query;
  const stretches = stretchesFrom(query).flatMap((stretch) =>
    !hasSoon || stretch === ALL_AT_ONCE || stretch.isPlaceless || stretch.isOver
      ? [stretch]
      : [
          { ...stretch, isSoon: true },
          { ...stretch, isSoon: false },
        ],
  );
  const name = (nth: number) => sql.raw(`stretch_${nth}`);
  const before = (nth: number) =>
    stretches.slice(0, nth).map((_, earlier) => sql` - (select count(*) from ${name(earlier)})`);
  return sql`
    with ${sql.join(
      stretches.map(
        (stretch, nth) => sql`${name(nth)} as materialized (
        select * from (
          select ${sql.lit(nth)} as stretch, ${sql.lit(isTitledIn(stretch))} as is_titled, listing.listing_id, listing.donor_id, listing.public_point,
            listing.feed_end_at, listing.created_at, ${awayFrom(query)} as away
          from ${stretch !== ALL_AT_ONCE && stretch.isSoon ? sql`soon` : source.from} as listing
          where ${inStretch(stretch, asOf, source)} ${after && nth === 0 ? sql`and ${isBehind(after, query)}` : sql``}
          order by ${inOrder(query, stretch)} limit ${sql.lit(count)}
        ) as of_stretch limit ${sql.lit(count)} ${sql.join(before(nth), sql` `)}
      )`,
      ),
    )}
    ${sql.join(
      stretches.map((_, nth) => sql`select * from ${name(nth)}`),
      sql` union all `,
    )}`;
}

/** Every column of a listing's row; the type makes the list complete. */
const COLUMNS: Readonly<Record<keyof ListingRow, true>> = {
  id: true,
  donor_id: true,
  title: true,
  description: true,
  category: true,
  status: true,
  estimated_servings: true,
  offered_servings: true,
  servings_left: true,
  servings_claimed: true,
  servings_returning: true,
  servings_gone: true,
  settles_at: true,
  available_from: true,
  available_until: true,
  best_by_date: true,
  expiry_date: true,
  date_kind: true,
  allergens: true,
  diets: true,
  urgency_level: true,
  is_bulk: true,
  may_go_to_one: true,
  counted_as: true,
  closing_time: true,
  share_place_at_once: true,
  public_point: true,
  area_label: true,
  place_is_public: true,
  feed_end_at: true,
  offered_until: true,
  withdrawn_at: true,
  created_at: true,
  updated_at: true,
};

/** The columns of a listing's row by name, for statements without `*`. */
const LISTING_COLUMNS: readonly string[] = Object.keys(COLUMNS);

/** The columns of a listing's row, by name, see `usePreparedStatement`. */
const ROW = sql.raw(LISTING_COLUMNS.map((column) => `listing.${column}`).join(', '));

/** True for the most frequent query: the first page with the default length, of everything or nearby. */
const isUsual = ({
  order,
  after,
  limit,
  freshness,
  terms,
  area,
  donorId,
  category,
  diets,
  withoutAllergens,
}: FeedPageQuery): boolean =>
  order === 'urgency' &&
  after === null &&
  area === null &&
  donorId === null &&
  limit === FEED_SCREEN_PAGE &&
  freshness === 'all' &&
  category === null &&
  terms.length + diets.length + withoutAllergens.length === 0;

type Counts = { readonly total: number; readonly critical: number; readonly expiring_soon: number };

/**
 * One page of offered listings with the counts, in one statement. The order by urgency is domain's `compareInFeed`.
 * Distances use the public point only. Near a place, matches are gathered once and sorted; otherwise the indexes are
 * read in order, only as far as the page goes.
 */
export async function selectFeed(db: DbOrTx, query: FeedPageQuery): Promise<FeedPage> {
  const { limit, hiddenPeople, order } = query;
  const source = sourceOf(query);
  const found = await sql<Counts & (FeedRow | { id: null })>`
    ${isUsual(query) ? usePreparedStatement : sql``}
    with hidden as materialized (${hiddenPeople}),
    ${source.gathered}
    ${countsOf(source, query)},
    page as (${firstOf(source, query, limit + 1, beginsSoon(query))})
    select counts.total, counts.critical, counts.expiring_soon, page.is_titled, page.away, ${ROW}
    from counts
    left join (page join food_listing as listing on listing.id = page.listing_id) on true
    order by ${PAGE_IN_ORDER[order]}`.execute(db);
  const rows = found.rows.filter((row): row is typeof row & FeedRow => row.id !== null);
  const [first] = found.rows;
  return {
    rows: rows.slice(0, limit),
    hasMore: rows.length > limit,
    total: first?.total ?? 0,
    critical: first?.critical ?? 0,
    expiringSoon: first?.expiring_soon ?? 0,
  };
}

/** A listing's place in the feed's order, and its giver. */
export type FeedEntry = {
  readonly listing_id: string;
  readonly donor_id: string;
  readonly is_titled: boolean;
  readonly is_placeless: boolean;
  readonly feed_end_at: Date;
  readonly created_at: Date;
  readonly away: number | null;
};

/** The next `limit` listings in the order of `selectFeed`, without their rows and without counts. */
export async function selectFeedEntries(db: DbOrTx, query: FeedPageQuery): Promise<readonly FeedEntry[]> {
  const source = sourceOf(query);
  const { rows } = await sql<FeedEntry>`
    with hidden as materialized (${query.hiddenPeople}),
    ${source.gathered}
    page as (${firstOf(source, query, query.limit)})
    select listing_id, donor_id, is_titled, public_point is null as is_placeless, feed_end_at, created_at, away
    from page order by ${PAGE_IN_ORDER[query.order]}`.execute(db);
  return rows;
}

/** How many listings each entry's giver offers after that entry, under the conditions; one entry of each giver. */
export async function countBehind(
  db: DbOrTx,
  query: FeedPageQuery,
  entries: readonly FeedEntry[],
): Promise<Map<string, number>> {
  const entriesOf = sql.join(
    entries.map(
      (
        entry,
      ) => sql`(${entry.listing_id}::uuid, ${entry.donor_id}::uuid, ${entry.is_titled}::boolean, ${entry.is_placeless}::boolean,
        ${entry.feed_end_at}::timestamptz, ${entry.created_at}::timestamptz, ${entry.away}::float8)`,
    ),
  );
  const byTitle = isFoundByTitle(query.terms) ?? sql`false`;
  const isOver = (name: string) => sql`${sql.ref(name)} <= ${query.asOf}`;
  const isBehindEntry = {
    newest: sql`(entry.created_at, listing.listing_id) > (listing.created_at, entry.listing_id)`,
    nearest: sql`(listing.public_point is null, coalesce(${awayFrom(query)}, 0), listing.feed_end_at,
          entry.created_at, listing.listing_id)
        > (entry.is_placeless, coalesce(entry.away, 0), entry.feed_end_at, listing.created_at, entry.listing_id)`,
    urgency: sql`(not (${byTitle}), listing.public_point is null, ${isOver('listing.feed_end_at')}, listing.feed_end_at,
          entry.created_at, listing.listing_id)
        > (not entry.is_titled, entry.is_placeless, ${isOver('entry.feed_end_at')}, entry.feed_end_at,
          listing.created_at, entry.listing_id)`,
  }[query.order];
  const { rows } = await sql<{ donor_id: string; count: number }>`
    with hidden as materialized (${query.hiddenPeople}),
    entry (listing_id, donor_id, is_titled, is_placeless, feed_end_at, created_at, away) as (values ${entriesOf})
    select listing.donor_id, count(*)::int as count
    from entry cross join lateral (
      select * from offered_listing where donor_id = entry.donor_id offset 0
    ) as listing
    where ${feedConditionsSql(query)} and (${isBehindEntry})
    group by listing.donor_id`.execute(db);
  return new Map(rows.map(({ donor_id, count }) => [donor_id, count]));
}
