import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { gridRadiusFor } from '@openlarder/domain/map/cluster-grid.ts';
import { formatClusterId } from '@openlarder/domain/map/cluster-id.ts';
import { MAX_CLUSTER_ITEMS, type MapQuery } from '@openlarder/domain/map/cluster-index.ts';
import { distributeItems } from '@openlarder/domain/map/distribute-items.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import * as z from 'zod/mini';
import * as accounts from '#server/features/accounts/accounts.service.ts';
import { REQUEST_CHANGED } from '#server/features/emergency/emergency.events.ts';
import * as emergency from '#server/features/emergency/emergency.service.ts';
import { LISTING_CHANGED } from '#server/features/listings/listings.events.ts';
import * as listings from '#server/features/listings/listings.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import { type AppContext, perApp } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { IndexedItems } from './indexed-items.ts';
import { makeMapIndex } from './map-index.ts';
import { type MapSourceItem, presentItem } from './map-item.ts';

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
        readItems: (page) => listings.listingsOnMap(ctx, page),
        idOf: ({ kind, payload }) =>
          kind === LISTING_CHANGED ? z.parse(aboutListing, payload).listingId : null,
      },
      {
        readItems: (page) => emergency.pendingRequestsOnMap(ctx, page),
        idOf: ({ kind, payload }) =>
          kind === REQUEST_CHANGED ? z.parse(aboutRequest, payload).requestId : null,
      },
    ],
    warn: (error) => ctx.log.warn({ from: 'map', error }, 'the map could not be read and is made anew'),
  }),
);

/**
 * The clusters within `bounds` as the caller may see them, largest first, and the total count of items in all of them.
 * Items across a block do not count. Public points only.
 */
export async function listClusters(
  ctx: AppContext,
  caller: Caller,
  bounds: GeoBounds,
  asked: Omit<MapQuery, 'hiddenOwners'>,
): Promise<{ clusters: MapCluster[]; total: number }> {
  const [items, hiddenOwners] = await Promise.all([
    mapIndex(ctx).current(),
    moderation.blockedWith(ctx, caller.userId),
  ]);
  items.sweep(ctx.clock.now().getTime());
  const largest = largestClusters(items, bounds, { ...asked, hiddenOwners });
  const hasRequests = largest.clusters.some(({ type }) => type !== 'food_available');
  const viewer = {
    userId: caller.userId,
    isDonor: hasRequests && (await accounts.isDonor(ctx, caller.userId)),
  };
  return {
    clusters: largest.clusters.map((cluster) => ({
      ...cluster,
      items: cluster.items.map((item) => presentItem(item, viewer)),
    })),
    total: largest.total,
  };
}

type ClusterOfItems = Omit<MapCluster, 'items'> & { readonly items: readonly MapSourceItem[] };

/** The largest clusters within `bounds`, each with a share of the items, and the total count of items. */
export function largestClusters(
  items: IndexedItems,
  bounds: GeoBounds,
  question: MapQuery,
): { clusters: ClusterOfItems[]; total: number } {
  const { clusters: largest, total } = items.index.largestIn(bounds, question, MAX_CLUSTERS);
  const shares = distributeItems(
    largest.map(({ count }) => Math.min(count, MAX_CLUSTER_ITEMS)),
    MAX_ITEMS,
  );
  return {
    clusters: largest.map(({ cell, ...cluster }, nth) => ({
      id: formatClusterId(gridRadiusFor(question.radiusM), cell),
      ...cluster,
      items: items.index
        .membersOf({ cell }, question)
        .slice(0, shares[nth])
        .flatMap(({ id }) => items.item(id) ?? []),
    })),
    total,
  };
}
