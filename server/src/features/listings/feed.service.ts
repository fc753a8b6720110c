import { DEFAULT_RADIUS_KM } from '@openlarder/domain/accounts/account-contract.ts';
import type { Allergen, Diet } from '@openlarder/domain/kernel/food-tags.ts';
import type { GeoBounds, GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { Category, FreshnessFilter, Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { SearchTerm } from '@openlarder/domain/listings/search-terms.ts';
import type { Db } from '#server/db/database.ts';
import type { Moderation } from '#server/features/moderation/moderation.service.ts';
import type { Places } from '#server/features/places/places.service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Caller } from '#server/platform/sessions.ts';
import { decodeCursor, encodeCursor } from './feed-cursor.ts';
import { selectFeed } from './feed.store.ts';
import type { ListingRow } from './listings.store.ts';

export type FeedQuery = {
  readonly near: GeoPoint | null;
  readonly radiusKm: number | null;
  /** A part of the map; with it `near` alone only says where distances are counted from. */
  readonly area: GeoBounds | null;
  readonly category: Category | null;
  readonly freshness: FreshnessFilter;
  readonly diets: readonly Diet[];
  readonly withoutAllergens: readonly Allergen[];
  /** Words to look for; null or empty for none. */
  readonly q: string | null;
  readonly limit: number;
  readonly cursor: string | null;
};
export type FeedAnswer = {
  readonly listings: readonly Listing[];
  readonly total: number;
  readonly critical: number;
  readonly nextCursor: string | null;
};

const NOTHING: FeedAnswer = { listings: [], total: 0, critical: 0, nextCursor: null };

/** Finding food that others offer. */
export function makeFeed(parts: {
  readonly db: Db;
  readonly clock: Clock;
  readonly places: Pick<Places, 'readExactSide'>;
  readonly moderation: Moderation;
  /** What the words of a search ask for; null when they name nothing that could be found. */
  readonly termsOf: (asked: string | null) => Promise<SearchTerm[] | null>;
  /** Listings as the viewer may see them, in the given order. */
  readonly presentListings: (
    viewerId: string,
    rows: readonly ListingRow[],
    near: GeoPoint | null,
  ) => Promise<Listing[]>;
}) {
  const { db, clock, places, moderation, termsOf, presentListings } = parts;

  async function circle(caller: Caller, { near, radiusKm, area }: FeedQuery, now: Date) {
    if (radiusKm === null && (near === null || area !== null)) return null;
    const profile = { type: 'profile' as const, id: caller.userId };
    const own = near
      ? null
      : (await places.readExactSide(db, [profile], caller.userId, now)).get(caller.userId);
    const centre = near ?? own?.point ?? null;
    if (!centre) return null;
    return { centre, radiusKm: radiusKm ?? DEFAULT_RADIUS_KM };
  }

  /**
   * What is offered to this person, in the order of `compareInFeed`. Near a place only when one is asked about or
   * a distance is; then without a distance it is the usual one. An area and a distance have to hold both. A search finds by words (`searchTerms`) and keeps the
   * order.
   */
  return async function feed(caller: Caller, query: FeedQuery): Promise<FeedAnswer> {
    const now = clock.now();
    const after = query.cursor === null ? null : decodeCursor(query.cursor);
    const asOf = after ? new Date(after.asOfMs) : now;
    const terms = await termsOf(query.q);
    if (!terms) return NOTHING;
    const page = await selectFeed(db, {
      now,
      asOf,
      within: await circle(caller, query, now),
      area: query.area,
      category: query.category,
      freshness: query.freshness,
      diets: query.diets,
      withoutAllergens: query.withoutAllergens,
      terms,
      hiddenPeople: moderation.blockedPeople(caller.userId),
      after,
      limit: query.limit,
    });
    const last = page.hasMore ? page.rows.at(-1) : undefined;
    return {
      listings: await presentListings(caller.userId, page.rows, query.near),
      total: page.total,
      critical: page.critical,
      nextCursor: last
        ? encodeCursor({
            asOfMs: asOf.getTime(),
            isPlaceless: last.public_point === null,
            isOver: last.feed_end_at <= asOf,
            feedEndMs: last.feed_end_at.getTime(),
            createdAtMs: last.created_at.getTime(),
            id: last.id,
          })
        : null,
    };
  };
}
