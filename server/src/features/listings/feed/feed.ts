import { DEFAULT_RADIUS_KM } from '@openlarder/domain/accounts/profile-fields.ts';
import { idSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { Category, FreshnessFilter } from '@openlarder/domain/listings/listing-fields.ts';
import type { Allergen, Diet } from '@openlarder/domain/kernel/food-tags.ts';
import type { GeoBounds, GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { SearchTerm } from '@openlarder/domain/listings/search-terms.ts';
import { unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import * as z from 'zod/mini';
import type { Db } from '#server/db/database.ts';
import type { Moderation } from '#server/features/moderation/moderation.service.ts';
import type { Places } from '#server/features/places/places.service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { ListingRow } from '../listings.store.ts';
import { type FeedPosition, selectFeed } from './feed.store.ts';

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
  readonly places: Pick<Places, 'readExactLocation'>;
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
      : (await places.readExactLocation(db, [profile], caller.userId, now)).get(caller.userId);
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

/** Farther than a Date reaches is no time of ours. */
const instantMs = z.int().check(z.gte(0), z.lte(8.64e15));
const positionSchema = z.tuple([instantMs, z.boolean(), z.boolean(), instantMs, instantMs, idSchema]);

/** A position as the opaque text of a `Link`. */
function encodeCursor(position: FeedPosition): string {
  const { asOfMs, isPlaceless, isOver, feedEndMs, createdAtMs, id } = position;
  const parts = [asOfMs, isPlaceless, isOver, feedEndMs, createdAtMs, id];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** The position a cursor stands for; refuses with 422 on `cursor` what is none of ours. */
function decodeCursor(cursor: string): FeedPosition {
  const parsed = z.safeParse(positionSchema, parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (!parsed.success) throw unprocessable({ cursor: 'This page is no longer there. Please start again.' });
  const [asOfMs, isPlaceless, isOver, feedEndMs, createdAtMs, id] = parsed.data;
  return { asOfMs, isPlaceless, isOver, feedEndMs, createdAtMs, id };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
