import type { Allergen, Diet } from '@openlarder/domain/kernel/food-tags.ts';
import { boundsAround, type GeoBounds, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import {
  CRITICAL_HOURS,
  FRESH_WINDOW_MS,
  TODAY_HOURS,
  URGENT_HOURS,
} from '@openlarder/domain/listings/freshness.ts';
import type { Category, FreshnessFilter } from '@openlarder/domain/listings/listing-fields.ts';
import { DIETS_SATISFYING } from '@openlarder/domain/listings/search/food-tag-filters.ts';
import {
  NO_BEGINNING,
  type SearchTerm,
  tagWord,
  titleTerms,
} from '@openlarder/domain/listings/search/search-terms.ts';
import type { VisitSpan } from '@openlarder/domain/listings/search/visit-time.ts';
import { type RawBuilder, sql } from 'kysely';
import { tsqueryText } from './search.store.ts';
import { inBounds, metersFrom } from '#server/db/database.ts';

type Circle = { readonly center: GeoPoint; readonly radiusKm: number };

export type FeedConditions = {
  readonly now: Date;
  readonly within: Circle | null;
  /** Within a circle, with what has no place, or only what is farther; filters what else was found. */
  readonly reach?: (Circle & { readonly isBeyond: boolean }) | null;
  /** Bounds of the public point, edges included. */
  readonly area: GeoBounds | null;
  /** Only this giver's listings. */
  readonly donorId: string | null;
  readonly category: Category | null;
  readonly diets: readonly Diet[];
  readonly withoutAllergens: readonly Allergen[];
  /** All of them must match. */
  readonly terms: readonly SearchTerm[];
  readonly freshness: FreshnessFilter;
  /** Only what can be picked up within these hours; by default at any time. */
  readonly visit?: VisitSpan | null;
  /** A query of the ids of people whose listings the viewer may not see. */
  readonly hiddenPeople: RawBuilder<unknown>;
  /** People whose listings are left out; by default none. */
  readonly exceptGivers?: readonly string[];
};

export const hoursAfter = (now: Date, hours: number): Date => new Date(now.getTime() + hours * HOUR_MS);

/** The distance of a listing in meters. */
const metersAway = (center: GeoPoint): RawBuilder<number> => metersFrom('listing.public_point', center);

type Place = Pick<FeedConditions, 'within' | 'area'>;
/** The conditions by which listings are found before any other condition. */
type Whereabouts = Place & Pick<FeedConditions, 'donorId'>;

/** Larger places exclude too little of a community for the spatial index to pay. */
const VAST_KM = 1000;
const VAST_DEGREES = 9;

const isVastCircle = ({ radiusKm }: Circle): boolean => 2 * radiusKm > VAST_KM;
const isVastArea = ({ north, south, east, west }: GeoBounds): boolean =>
  north - south > VAST_DEGREES || (west <= east ? east - west : east - west + 360) > VAST_DEGREES;

function inCircle({ center, radiusKm }: Circle): RawBuilder<boolean> {
  return sql`${metersAway(center)} <= ${radiusKm * 1000}::float8`;
}

const isInReach = (reach: NonNullable<FeedConditions['reach']>): RawBuilder<boolean> =>
  reach.isBeyond
    ? sql`(listing.public_point is not null and not ${inCircle(reach)})`
    : sql`(listing.public_point is null or ${inCircle(reach)})`;

const isIn = (bounds: GeoBounds): RawBuilder<boolean> => inBounds('listing.public_point', bounds);

/** The bounding boxes of a place that exclude enough to be worth an index scan. */
function boxesOf({ within, area }: Place): RawBuilder<boolean>[] {
  const around =
    within && !isVastCircle(within) ? [isIn(boundsAround(within.center, within.radiusKm * 1000))] : [];
  return area && !isVastArea(area) ? [...around, isIn(area)] : around;
}

/** True if the listings are few and best found by their giver or by the spatial index. */
export const areFew = (asked: Whereabouts): boolean => asked.donorId !== null || boxesOf(asked).length > 0;

/**
 * All offered listings, or those of a giver or at a place, found by that before any other condition: they are few, even
 * if a searched word is common.
 */
export function offeredListingsAt(asked: Whereabouts): RawBuilder<unknown> {
  if (asked.donorId !== null)
    return sql`(select * from offered_listing as listing where donor_id = ${asked.donorId}::uuid offset 0)`;
  const boxes = boxesOf(asked);
  if (boxes.length === 0) return sql`offered_listing`;
  return sql`(select * from offered_listing as listing where ${sql.join(boxes, sql` and `)} offset 0)`;
}

/** Domain's `matchesFreshnessFilter` in SQL. */
function matchesFreshnessFilter(filter: FreshnessFilter, now: Date): RawBuilder<boolean> {
  if (filter === 'urgent') return endsWithin(now, URGENT_HOURS);
  if (filter === 'expiring-soon') return endsWithin(now, TODAY_HOURS);
  return sql`listing.created_at >= ${new Date(now.getTime() - FRESH_WINDOW_MS)}`;
}

/** Domain's `overlaps` in SQL. */
const isOpenWithin = ({ fromMs, untilMs }: VisitSpan): RawBuilder<boolean> =>
  sql`listing.available_from < ${new Date(untilMs)} and listing.offered_until > ${new Date(fromMs)}`;

/** Ends after `now`, within this many hours. */
export const endsWithin = (now: Date, hours: number): RawBuilder<boolean> =>
  sql`listing.feed_end_at > ${now} and listing.feed_end_at <= ${hoursAfter(now, hours)}`;

type Words = Pick<FeedConditions, 'category' | 'diets' | 'terms'>;

/** Category and diets are stored among a listing's search words, so that one index serves them and the search. */
function wordsOf({ category, diets, terms }: Words): readonly SearchTerm[] {
  const tags = (anyOf: readonly (Category | Diet)[]): SearchTerm => ({
    anyOf: anyOf.map(tagWord),
    ...NO_BEGINNING,
  });
  return [
    ...terms,
    ...(category === null ? [] : [tags([category])]),
    ...diets.map((diet) => tags(DIETS_SATISFYING[diet])),
  ];
}

/** Whether the listings are searched by words, a category or diets. */
export const asksForWords = (query: Words): boolean => wordsOf(query).length > 0;

/** A condition for each word: the index is far slower with one for all of them. */
const hasWord = (term: SearchTerm): RawBuilder<boolean> =>
  sql`listing.words @@ ${tsqueryText(term)}::tsquery`;

/** A condition for listings that a search finds by their title; null without a search. */
export function isFoundByTitle(terms: readonly SearchTerm[]): RawBuilder<boolean> | null {
  const inTitle = titleTerms(terms);
  return inTitle && sql<boolean>`(${sql.join(inTitle.map(hasWord), sql` and `)})`;
}

/** All conditions as one; the statement must define `hidden` from `hiddenPeople`. */
export const feedConditionsSql = (query: FeedConditions): RawBuilder<boolean> =>
  allOf(query, wordsOf(query).map(hasWord));

/**
 * The same for what the search finds by its title, which has the words that it asks for. Stating both would mislead the
 * planner, which assumes that they are independent, and thus too rare.
 */
export const titledConditionsSql = (query: FeedConditions): RawBuilder<boolean> =>
  sql`(${feedConditionsSql({ ...query, terms: [] })} and ${isFoundByTitle(query.terms) ?? sql`true`})`;

/** The length of the time spans by which `words_by_end` groups words. */
const END_SPAN_MS = HOUR_MS;
/** Stands for the hour in the text of a `tsquery`; no word has it. */
const AN_HOUR = '@';

/** What has all words and ends in an hour, by the index with the end: of each hour the words' lists are short. */
const hasWordsInHour = (query: Words): RawBuilder<boolean> =>
  sql`${sql.join(
    wordsOf(query).map(
      (term) => sql`words_by_end(listing.words, listing.feed_end_at)
        @@ replace(${tsqueryText(term, `${AN_HOUR}/`)}, ${AN_HOUR}, span.hour)::tsquery`,
    ),
    sql` and `,
  )}`;

/** Of what is new, what ends in a span, by the index with the end. */
function isNewInSpan(now: Date): RawBuilder<boolean> {
  const sharedHour = (at: RawBuilder<Date>) => sql`date_bin('1 hour', ${at}, timestamptz 'epoch')`;
  const hours = Array.from({ length: FRESH_WINDOW_MS / HOUR_MS + 1 }, (_, nth) =>
    sharedHour(sql`${hoursAfter(now, -nth)}::timestamptz`),
  );
  return sql`${sharedHour(sql`listing.created_at`)} in (${sql.join(hours)})
    and listing.feed_end_at > span.start_at and listing.feed_end_at <= span.end_at`;
}

/** The spans in which what is new is counted, one after the other. */
const NEW_SPANS_HOURS = [0, CRITICAL_HOURS, 4, 8, TODAY_HOURS];

/**
 * Offered listings with words, or new ones, that end within a day: span by span, what ends first in the first, so that
 * only the spans are read that a limit needs. Each span is found by an index with the end before any other condition,
 * which would mislead the planner, or take long to compute for each listing.
 */
export function offeredBySpan(query: FeedConditions): RawBuilder<unknown> {
  const { now } = query;
  const today = sql`${endsWithin(now, TODAY_HOURS)} and ${allOf(query, [])}`;
  const spanned = (spans: RawBuilder<unknown>, found: RawBuilder<boolean>) => sql`(select listing.*
    from ${spans} cross join lateral (
      select * from offered_listing as listing where ${found} offset 0
    ) as listing where ${today})`;
  if (asksForWords(query)) {
    const [first, last] = [now, hoursAfter(now, TODAY_HOURS)].map((at) =>
      Math.floor(at.getTime() / END_SPAN_MS),
    );
    return spanned(
      sql`(select nth::text as hour from generate_series(${first}::int, ${last}::int) as nth) as span`,
      hasWordsInHour(query),
    );
  }
  const spans = NEW_SPANS_HOURS.slice(1).map(
    (end, nth) =>
      sql`(${hoursAfter(now, NEW_SPANS_HOURS[nth] ?? 0)}::timestamptz, ${hoursAfter(now, end)}::timestamptz)`,
  );
  return spanned(sql`(values ${sql.join(spans)}) as span (start_at, end_at)`, isNewInSpan(now));
}

function allOf(query: FeedConditions, words: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  const { now, within, reach, area, withoutAllergens, freshness, visit, exceptGivers = [] } = query;
  const conditions = [
    sql`listing.offered_until > ${now}`,
    sql`listing.donor_id not in (select person_id from hidden)`,
    ...(exceptGivers.length > 0 ? [sql`listing.donor_id <> all(${[...exceptGivers]}::uuid[])`] : []),
    ...(freshness === 'all' ? [] : [matchesFreshnessFilter(freshness, now)]),
    ...(visit ? [isOpenWithin(visit)] : []),
    ...words,
    ...(withoutAllergens.length > 0 ? [sql`not listing.allergens && ${[...withoutAllergens]}::text[]`] : []),
    ...(within ? [inCircle(within)] : []),
    ...(reach ? [isInReach(reach)] : []),
    ...(area ? [isIn(area)] : []),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
