import { CRITICAL_HOURS, TODAY_HOURS } from '@openlarder/domain/listings/freshness.ts';
import { type RawBuilder, sql } from 'kysely';
import {
  areFew,
  asksForWords,
  endsWithin,
  feedConditionsSql,
  hoursAfter,
  isFoundByTitle,
  titledConditionsSql,
  offeredBySpan,
  offeredListingsAt,
  type FeedConditions,
} from './feed-conditions.store.ts';

/** Counts are capped here. */
const COUNTED_TO = 1000;

/** The order of what ends soonest, which an index has. */
export const BY_URGENCY = sql.raw('listing.feed_end_at, listing.created_at desc, listing.listing_id');

export type FeedSource = {
  readonly isGathered: boolean;
  readonly gathered: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<boolean>;
  /** The same for matches by title. */
  readonly whereTitled: RawBuilder<boolean>;
  /** Whether the search finds a row of it by its title. */
  readonly byTitle: RawBuilder<boolean>;
};

/**
 * What a page is read from: matches of a giver or near a place are gathered once, all others found in the order of the
 * indexes.
 */
export function sourceOf(query: FeedConditions): FeedSource {
  const byTitle = isFoundByTitle(query.terms) ?? sql`true`;
  if (!areFew(query))
    return {
      isGathered: false,
      gathered: sql``,
      from: sql`offered_listing`,
      where: feedConditionsSql(query),
      whereTitled: titledConditionsSql(query),
      byTitle,
    };
  const gathered = sql`gathered as materialized (
    select listing.listing_id, listing.donor_id, listing.public_point, listing.feed_end_at, listing.created_at,
      ${byTitle} as is_titled
    from ${offeredListingsAt(query)} as listing where ${feedConditionsSql(query)}),`;
  const isTitled = sql<boolean>`listing.is_titled`;
  return {
    isGathered: true,
    gathered,
    from: sql`gathered`,
    where: sql`true`,
    whereTitled: isTitled,
    byTitle: isTitled,
  };
}

const MOST = sql.lit(COUNTED_TO);
const countWithin = (now: Date, hours: number) =>
  sql`least(${MOST}, count(*) filter (where ${endsWithin(now, hours)}))::int`;
/**
 * The CTE `counts`. Listings beyond the cap cost nothing: without words, the first thousand in index order decide all
 * three counts; for a category, a search or what is new, one hour or span after the other is counted by the index with
 * the end, until there are a thousand: the CTE `soon`, which is all that ends before `soonest.until`.
 */
export function countsOf(
  { from, where, isGathered, byTitle }: FeedSource,
  query: FeedConditions,
): RawBuilder<unknown> {
  const { now } = query;
  if (isGathered)
    return sql`counts as (
      select least(${MOST}, count(*))::int as total, ${countWithin(now, CRITICAL_HOURS)} as critical,
        ${countWithin(now, TODAY_HOURS)} as expiring_soon
      from gathered as listing)`;
  const soonest = (place: string) => sql`(
    select listing.feed_end_at from ${from} as listing
    where ${where} and listing.public_point is ${sql.raw(place)} and listing.feed_end_at > ${now}
    order by ${BY_URGENCY} limit ${MOST})`;
  const soon =
    asksForWords(query) || query.freshness === 'fresh'
      ? sql`select listing.listing_id, listing.donor_id, listing.public_point, listing.feed_end_at,
          listing.created_at, ${byTitle} as is_titled
        from ${offeredBySpan(query)} as listing limit ${MOST}`
      : sql`${soonest('not null')} union all ${soonest('null')}`;
  return sql`
    soon as materialized (${soon}),
    soonest as materialized (
      select count(*) as count, ${countWithin(now, CRITICAL_HOURS)} as critical,
        ${countWithin(now, TODAY_HOURS)} as expiring_soon,
        -- of the last hour a part may be missing
        case when count(*) < ${MOST} then ${hoursAfter(now, TODAY_HOURS)}
          else date_bin('1 hour', max(feed_end_at), timestamptz 'epoch') end as until
      from soon as listing),
    counts as (
      select case when count < ${MOST} then (
          select count(*) from (select from ${from} as listing where ${where} limit ${MOST}) as counted)::int
        else ${MOST} end as total, critical, expiring_soon
      from soonest)`;
}
