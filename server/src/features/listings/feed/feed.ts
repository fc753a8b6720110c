import { DEFAULT_RADIUS_KM } from '@openlarder/domain/accounts/account-fields.ts';
import type { Allergen, Diet } from '@openlarder/domain/kernel/food-tags.ts';
import type { GeoBounds, GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { idSchema, LATEST_MS } from '@openlarder/domain/kernel/wire-schemas.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import {
  type Category,
  FEED_SCREEN_PAGE,
  type FeedOrder,
  type FeedReach,
  type FreshnessFilter,
  type VisitTime,
} from '@openlarder/domain/listings/listing-fields.ts';
import { visitSpan } from '@openlarder/domain/listings/search/visit-time.ts';
import * as z from 'zod/mini';
import { blockedPeople } from '#server/features/moderation/blocks/block-conditions.ts';
import { readExactLocation } from '#server/features/places/address-access.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { pageGone } from '#server/platform/http/paging.ts';
import { presentListings } from '../listings.presenter.ts';
import { type FeedCursor, selectCards } from './feed-cards.ts';
import type { FeedPosition } from './feed.store.ts';
import { searchTermsOf, withFewerWords } from './search.ts';

export type FeedQuery = {
  readonly near: GeoPoint | null;
  readonly radiusKm: number | null;
  /** Near food or what is farther; see the contract. By default both. */
  readonly reach?: FeedReach | null;
  /** A part of the map; with it `near` is only the origin of distances. */
  readonly area: GeoBounds | null;
  /** Only this giver's listings, all of them. */
  readonly donorId: string | null;
  readonly category: Category | null;
  readonly freshness: FreshnessFilter;
  readonly when?: VisitTime | null;
  readonly diets: readonly Diet[];
  readonly withoutAllergens: readonly Allergen[];
  /** A search query; null or empty for none. */
  readonly q: string | null;
  readonly order: FeedOrder;
  /** At most three cards of one giver. */
  readonly isArranged?: boolean;
  readonly limit: number;
  readonly cursor: string | null;
};
type FeedPage = {
  readonly listings: readonly Listing[];
  readonly total: number;
  readonly critical: number;
  readonly expiringSoon: number;
  /** How many are beyond reach; only counted where few are in it. */
  readonly far: number;
  readonly nextCursor: string | null;
};

const EMPTY: FeedPage = { listings: [], total: 0, critical: 0, expiringSoon: 0, far: 0, nextCursor: null };

/**
 * A page of the offered listings this person may see, in the order of `compareInFeed`, newest or nearest first. Limited to a
 * radius only if `near` (default radius) or `radiusKm` is given; `area` and `radiusKm` combine. A search
 * (`searchTerms`) lists matches by title (`titleTerms`) before all others where the most urgent come first.
 */
export async function feed(ctx: AppContext, caller: Caller, query: FeedQuery): Promise<FeedPage> {
  const now = ctx.clock.now();
  const after = query.cursor === null ? null : decodeCursor(query.cursor);
  const asOf = after ? new Date(after.end.asOfMs) : now;
  const terms = await searchTermsOf(ctx, caller.userId, query.q);
  if (!terms) return EMPTY;
  const center = await centerOf(ctx, caller, query, now);
  const everywhere = {
    now,
    asOf,
    within: circleOf(center, query),
    area: query.area,
    donorId: query.donorId,
    category: query.category,
    freshness: query.freshness,
    visit: query.when ? visitSpan(query.when, asOf.getTime(), ctx.settings.timeZone) : null,
    diets: query.diets,
    withoutAllergens: query.withoutAllergens,
    terms,
    hiddenPeople: blockedPeople(caller.userId),
    order: query.order === 'nearest' && !center ? 'urgency' : query.order,
    center,
    isArranged: query.isArranged ?? false,
    after,
    limit: query.limit,
  };
  const reach = reachOf(center, query, ctx.settings.reachKm);
  const page = await selectCards(ctx, { ...everywhere, reach });
  const countsFar = reach?.isBeyond === false && !after && page.total < FEED_SCREEN_PAGE;
  const all = countsFar ? (await selectCards(ctx, { ...everywhere, limit: 1 })).total : page.total;
  const presented = await presentListings(ctx, caller.userId, page.rows, query.near);
  return {
    listings: presented.map((listing) => ({
      ...listing,
      moreFromGiver: page.moreFromGiver.get(listing.id) ?? 0,
    })),
    total: page.total,
    critical: page.critical,
    expiringSoon: page.expiringSoon,
    far: all - page.total,
    nextCursor: page.next && encodeCursor(page.next),
  };
}

/**
 * The same for people: a search that finds nothing leaves out the words that hide food ("minestrone soup" where there
 * is minestrone and tomato soup), and says which.
 */
export async function searchedFeed(ctx: AppContext, caller: Caller, query: FeedQuery) {
  const page = await feed(ctx, caller, query);
  const shorter = page.total === 0 && query.q ? await withFewerWords(ctx, caller.userId, query.q) : null;
  if (!shorter) return { ...page, leftOut: [] };
  return { ...(await feed(ctx, caller, { ...query, q: shorter.q })), leftOut: shorter.leftOut };
}

type Limits = Pick<FeedQuery, 'near' | 'radiusKm' | 'reach'> & { readonly order?: FeedOrder };

/** The origin of what the query limits or orders: `near`, or the caller's own place; null if unknown. */
export async function centerOf(ctx: AppContext, caller: Caller, query: Limits, now: Date) {
  const isAsked = query.radiusKm !== null || query.reach || query.order === 'nearest';
  if (query.near || !isAsked) return query.near;
  const profile = { type: 'profile' as const, id: caller.userId };
  const own = (await readExactLocation(ctx, [profile], caller.userId, now)).get(caller.userId);
  return own?.point ?? null;
}

/** The circle the query asks for; null for none. */
function circleOf(center: GeoPoint | null, { near, radiusKm, reach, area }: FeedQuery) {
  const isLimited = radiusKm !== null || (near !== null && area === null && !reach);
  return center && isLimited ? { center, radiusKm: radiusKm ?? DEFAULT_RADIUS_KM } : null;
}

function reachOf(center: GeoPoint | null, { radiusKm, reach, area, donorId }: FeedQuery, reachKm: number) {
  const isLimited = reach && radiusKm === null && area === null && donorId === null;
  return center && isLimited ? { center, radiusKm: reachKm, isBeyond: reach === 'far' } : null;
}

/** Milliseconds since 1970, of an instant that has a day in every time zone. */
const instantMs = z.int().check(z.gte(0), z.lt(LATEST_MS));
const positionSchema = z.tuple([
  instantMs,
  z.boolean(),
  z.boolean(),
  z.boolean(),
  instantMs,
  instantMs,
  idSchema,
  z.nullable(z.number()),
]);

const cursorSchema = z.tuple([positionSchema, z.nullable(positionSchema)]);

const partsOf = ({ asOfMs, isTitled, isPlaceless, isOver, feedEndMs, createdAtMs, id, away }: FeedPosition) =>
  [asOfMs, isTitled, isPlaceless, isOver, feedEndMs, createdAtMs, id, away] as const;

function positionOf(parts: z.output<typeof positionSchema>): FeedPosition {
  const [asOfMs, isTitled, isPlaceless, isOver, feedEndMs, createdAtMs, id, away] = parts;
  return { asOfMs, isTitled, isPlaceless, isOver, feedEndMs, createdAtMs, id, away };
}

const encodeCursor = ({ end, held }: FeedCursor): string =>
  Buffer.from(JSON.stringify([partsOf(end), held && partsOf(held)])).toString('base64url');

/** Refuses an invalid cursor with 422 on `cursor`. */
function decodeCursor(cursor: string): FeedCursor {
  const parsed = z.safeParse(cursorSchema, parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (!parsed.success) throw pageGone();
  const [end, held] = parsed.data;
  return { end: positionOf(end), held: held && positionOf(held) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
