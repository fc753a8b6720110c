import type { GeoBounds } from '@openlarder/domain/kernel/geo.ts';
import { gridRadiusFor } from '@openlarder/domain/map/cluster-grid.ts';
import { clusterIdOf } from '@openlarder/domain/map/cluster-id.ts';
import { MAX_CLUSTER_ITEMS, type MapQuestion } from '@openlarder/domain/map/cluster-index.ts';
import { shareItems } from '@openlarder/domain/map/item-shares.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import * as z from 'zod/mini';
import type { Db } from '#server/db/database.ts';
import type { Emergency } from '#server/features/emergency/emergency.service.ts';
import { REQUEST_CHANGED } from '#server/features/emergency/emergency.events.ts';
import { LISTING_CHANGED } from '#server/features/listings/listings.events.ts';
import { type Listings } from '#server/features/listings/listings.service.ts';
import type { Moderation } from '#server/features/moderation/moderation.service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { makeMapIndex } from './map-index.ts';
import { presentItem } from './map-item.ts';

/** More markers than a screen holds; the largest clusters come first. */
const MOST_CLUSTERS = 1000;
/** Items of a whole answer: more than anybody looks through, few enough for an old phone, and one for each cluster. */
const MOST_ITEMS = 1000;

const aboutListing = z.object({ listingId: z.string() });
const aboutRequest = z.object({ requestId: z.string() });

export type LiveMap = ReturnType<typeof makeLiveMap>;

/** The live map: what is offered and what is needed where, gathered where it is near each other. Public points only. */
export function makeLiveMap(parts: {
  readonly db: Db;
  readonly clock: Clock;
  readonly listings: Pick<Listings, 'listingsOnMap'>;
  readonly requests: Pick<Emergency, 'pendingRequestsOnMap'>;
  /** Whether somebody answers requests, and so may know what they are for. */
  readonly isDonor: (personId: string) => Promise<boolean>;
  readonly moderation: Pick<Moderation, 'blockedWith'>;
  readonly warn: (message: string, error: unknown) => void;
}) {
  const { db, clock, listings, requests, isDonor, moderation } = parts;
  const picture = makeMapIndex({
    sources: [
      {
        readItems: (page) => listings.listingsOnMap(page),
        idOf: ({ kind, payload }) =>
          kind === LISTING_CHANGED ? z.parse(aboutListing, payload).listingId : null,
      },
      {
        readItems: (page) => requests.pendingRequestsOnMap(page),
        idOf: ({ kind, payload }) =>
          kind === REQUEST_CHANGED ? z.parse(aboutRequest, payload).requestId : null,
      },
    ],
    warn: (error) => parts.warn('the map could not be read and is made anew', error),
  });

  /**
   * The clusters of a part of the map as the caller may see them, the largest first, and how many things they hold in
   * all. Nothing of somebody with a block between them counts.
   */
  async function clusters(
    caller: Caller,
    bounds: GeoBounds,
    asked: Omit<MapQuestion, 'hiddenOwners'>,
  ): Promise<{ clusters: MapCluster[]; total: number }> {
    const [shown, hiddenOwners] = await Promise.all([
      picture.shown(),
      moderation.blockedWith(db, caller.userId),
    ]);
    shown.sweep(clock.now().getTime());
    const question: MapQuestion = { ...asked, hiddenOwners };
    const { clusters: given, total } = shown.index.largestIn(bounds, question, MOST_CLUSTERS);
    const shares = shareItems(
      given.map(({ count }) => Math.min(count, MAX_CLUSTER_ITEMS)),
      MOST_ITEMS,
    );
    // all of one moment: nothing is waited for before the last of it is gathered
    const found = given.map(({ cell, ...cluster }, nth) => ({
      id: clusterIdOf(gridRadiusFor(asked.radiusM), cell),
      cluster,
      things: shown.index
        .membersOf({ cell }, question)
        .slice(0, shares[nth])
        .flatMap(({ id }) => shown.thing(id) ?? []),
    }));
    const viewer = {
      userId: caller.userId,
      isDonor: given.some(({ type }) => type !== 'food_available') && (await isDonor(caller.userId)),
    };
    const shownClusters = found.map(
      ({ id, cluster, things }): MapCluster => ({
        id,
        ...cluster,
        items: things.map((thing) => presentItem(thing, viewer)),
      }),
    );
    return { clusters: shownClusters, total };
  }

  return { clusters, picture };
}
