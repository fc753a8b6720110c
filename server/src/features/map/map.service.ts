import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import type { VisitTime } from '@openlarder/domain/listings/listing-fields.ts';
import { excludesFood, type FoodFilter } from '@openlarder/domain/listings/search/food-filter.ts';
import { visitSpan } from '@openlarder/domain/listings/search/visit-time.ts';
import type { MapPoint } from '@openlarder/domain/map/cluster-cell.ts';
import { formatClusterId, gridRadiusFor } from '@openlarder/domain/map/cluster-grid.ts';
import { MAX_CLUSTER_ITEMS, type MapQuery } from '@openlarder/domain/map/cluster-index.ts';
import { distributeItems } from '@openlarder/domain/map/distribute-items.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import * as z from 'zod/mini';
import * as personQueries from '#server/features/accounts/profile/person-queries.ts';
import { REQUEST_CHANGED } from '#server/features/emergency/emergency.events.ts';
import { heldForKnown, hiddenRequests } from '#server/features/emergency/matching/hidden-requests.ts';
import { placeToday, requestsOnMap } from '#server/features/emergency/requests/request-queries.ts';
import { LISTING_CHANGED } from '#server/features/listings/listings.events.ts';
import { centerOf } from '#server/features/listings/feed/feed.ts';
import { foundListings } from '#server/features/listings/feed/search.ts';
import { listingsOnMap } from '#server/features/listings/map-source.ts';
import { blockedWith } from '#server/features/moderation/blocks/blocks.ts';
import { type AppContext, perApp } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import {
  areasOf,
  type IndexedItems,
  isShownTo,
  type MapViewer,
  passesFilter,
  presentItem,
} from './indexed-items.ts';
import { makeMapIndex } from './map-index.internal.ts';

/** More markers than a screen holds; the largest clusters come first. */
const MAX_CLUSTERS = 1000;
/** Items of one response: more than people look through, few enough for an old phone, at least one per cluster. */
const MAX_ITEMS = 1000;

const aboutListing = z.object({ listingId: z.string() });
const aboutRequest = z.object({ requestId: z.string() });

/** The in-memory index of this app, kept up to date by the event log. */
export const mapIndex = perApp((ctx) =>
  makeMapIndex({
    sources: [
      {
        readItems: (page) => listingsOnMap(ctx, page),
        idOf: ({ kind, payload }) =>
          kind === LISTING_CHANGED ? z.parse(aboutListing, payload).listingId : null,
      },
      {
        readItems: (page) => requestsOnMap(ctx, page),
        idOf: ({ kind, payload }) =>
          kind === REQUEST_CHANGED ? z.parse(aboutRequest, payload).requestId : null,
      },
    ],
    warn: (error) => ctx.log.warn({ from: 'map', error }, 'the map could not be read and is rebuilt'),
  }),
);

/**
 * The clusters within `bounds` as the caller may see them, largest first, and the total count of items in all of them.
 * Listings across a block do not count. Public points only; requests are counted at the mark of their area, those that
 * the caller does not see only without filters of their own. `food` is the feed's filter, with the same food; `withinKm` has
 * no effect on a person without a place.
 */
export async function listClusters(
  ctx: AppContext,
  caller: Caller,
  bounds: GeoBounds,
  asked: Omit<MapQuery, 'hiddenOwners' | 'isListed' | 'isCounted'>,
  food: FoodQuery | null = null,
): Promise<{ clusters: MapCluster[]; total: number }> {
  const now = ctx.clock.now();
  const nowMs = now.getTime();
  const [items, blocked, isDonor, hidden, filter, found] = await Promise.all([
    mapIndex(ctx).current(),
    blockedWith(ctx, caller.userId),
    personQueries.isDonor(ctx, caller.userId),
    hiddenRequests(ctx, caller.userId),
    food && foodFilter(ctx, caller, food, now),
    food?.q ? foundListings(ctx, caller.userId, food.q) : null,
  ]);
  // a request is its own owner
  const hiddenOwners = blocked.union(hidden);
  items.sweep(nowMs);
  const viewer: MapViewer = {
    userId: caller.userId,
    donorPlace: isDonor ? await placeToday(ctx, caller.userId) : null,
  };
  // a filter would tell what a request asks for to people who only know that there is one
  const isFiltered = Boolean(asked.categories?.length) || Boolean(asked.urgencyLevels?.length);
  const requests = [...items.requests()];
  const held: ReadonlySet<string> =
    isDonor && requests.some(({ isHelped }) => isHelped) ? await heldForKnown(ctx, caller.userId) : new Set();
  for (const request of requests)
    if (
      (request.isHelped && !held.has(request.id)) ||
      ((isFiltered || request.area === null) && !isShownTo(request, viewer))
    )
      hiddenOwners.add(request.id);
  const isListed = ({ id }: { readonly id: string }): boolean => {
    const item = items.item(id);
    return item !== undefined && isShownTo(item, viewer);
  };
  const donorId = food?.donorId ?? null;
  const isCounted = ({ id, kind, ownerId }: MapPoint): boolean =>
    kind === 'needed' ||
    ((found === null || found.has(id)) &&
      (donorId === null || ownerId === donorId) &&
      (filter === null || passesFilter(items.item(id), filter, nowMs)));
  const isNarrowed = found !== null || donorId !== null || (filter !== null && excludesFood(filter));
  return largestClusters(items, bounds, {
    ...asked,
    hiddenOwners,
    isListed,
    ...(isNarrowed && { isCounted }),
  });
}

type FoodQuery = Omit<FoodFilter, 'visit' | 'within'> & {
  readonly when: VisitTime | null;
  /** From the caller's own place. */
  readonly withinKm: number | null;
  readonly q: string | null;
  readonly donorId: string | null;
};

async function foodFilter(
  ctx: AppContext,
  caller: Caller,
  { when, withinKm, category, diets, withoutAllergens, freshness }: FoodQuery,
  now: Date,
): Promise<FoodFilter> {
  const center = await centerOf(ctx, caller, { near: null, radiusKm: withinKm }, now);
  return {
    category,
    diets,
    withoutAllergens,
    freshness,
    visit: when && visitSpan(when, now.getTime(), ctx.settings.timeZone),
    within: center && withinKm !== null ? { center, radiusKm: withinKm } : null,
  };
}

/** The largest clusters within `bounds`, each with a share of the items, and the total count of items. */
export function largestClusters(
  items: IndexedItems,
  bounds: GeoBounds,
  question: MapQuery,
): { clusters: MapCluster[]; total: number } {
  const { clusters: largest, total } = items.index.largestIn(bounds, question, MAX_CLUSTERS);
  const shares = distributeItems(
    largest.map(({ count }) => Math.min(count, MAX_CLUSTER_ITEMS)),
    MAX_ITEMS,
  );
  const itemsOf = (points: readonly { readonly id: string }[]) =>
    points.flatMap(({ id }) => items.item(id) ?? []);
  return {
    clusters: largest.map(({ cell, ...cluster }, nth) => ({
      id: formatClusterId(gridRadiusFor(question.radiusM), cell),
      ...cluster,
      items: itemsOf(items.index.membersOf({ cell }, question).slice(0, shares[nth])).map(presentItem),
      areas:
        cluster.type === 'food_available' ? [] : areasOf(itemsOf(items.index.neededOf({ cell }, question))),
    })),
    total,
  };
}
