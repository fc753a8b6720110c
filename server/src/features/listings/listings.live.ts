import type { ClientMessage } from '@openlarder/domain/live/live-protocol.ts';
import { geoPointOf } from '#server/db/point-column.ts';
import { openAccounts } from '#server/features/accounts/profile/person-queries.ts';
import * as blocks from '#server/features/moderation/blocks/blocks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import {
  type FrameHandlers,
  type LiveMessage,
  type LiveTopic,
  liveTopic,
  type Replayed,
} from '#server/platform/live/live-topic.ts';
import { LISTING_CHANGED, type ListingChanged } from './listings.events.ts';
import { listingsById } from './listings.queries.ts';

type Prepared = { readonly blocked: ReadonlySet<string>; readonly message: LiveMessage };

/**
 * A new or changed listing, for sockets that subscribe to its part of the map and for its donor's other tabs; without
 * a place for every subscribed socket. Never across a block: `blockedWith` gives the people blocked with a person;
 * `replay` decides on past changes.
 */
export const listingTopics = ({
  blockedWith,
  replay,
}: {
  readonly blockedWith: (personId: string) => Promise<ReadonlySet<string>>;
  readonly replay: (changes: readonly ListingChanged[], viewerId: string) => Promise<readonly Replayed[]>;
}): LiveTopic[] => [
  liveTopic<ListingChanged>()<Prepared>({
    kind: LISTING_CHANGED,
    audience: ({ donorId, point }) => ({ people: [donorId], at: point }),
    async prepare({ listingId, donorId, status, isNew, point }) {
      const [latitude, longitude] = [point?.latitude ?? null, point?.longitude ?? null];
      return {
        blocked: await blockedWith(donorId),
        message: {
          type: isNew ? 'new_food_listing' : 'heat_map_update',
          data: { listingId, status, latitude, longitude },
        },
      };
    },
    message: (_payload, { userId }, { blocked, message }) => (blocked.has(userId) ? null : message),
    replay: (changes, { userId }) => replay(changes, userId),
  }),
];

/**
 * Changes of listings that the viewer may still see, with their present status and point. Nothing across a block;
 * withheld if the listing is withdrawn or its donor has closed their account.
 */
export async function replayListings(
  ctx: AppContext,
  changes: readonly ListingChanged[],
  viewerId: string,
): Promise<Replayed[]> {
  const donorIds = changes.map(({ donorId }) => donorId);
  const [rows, open, blocked] = await Promise.all([
    listingsById(
      ctx,
      changes.map(({ listingId }) => listingId),
    ),
    openAccounts(ctx, donorIds),
    blocks.blockedWith(ctx, viewerId),
  ]);
  return changes.map(({ listingId, donorId, isNew }) => {
    if (blocked.has(donorId)) return null;
    const row = rows.get(listingId);
    const isGone = row?.status === 'withdrawn' && donorId !== viewerId;
    if (!row || isGone || !open.has(donorId)) return 'withheld';
    const { latitude, longitude } = row.public_point ? geoPointOf(row.public_point) : NOWHERE;
    return {
      type: isNew ? 'new_food_listing' : 'heat_map_update',
      data: { listingId, status: row.status, latitude, longitude },
    };
  });
}

const NOWHERE = { latitude: null, longitude: null };

/** Sets the part of the map a socket subscribes to; refuses impossible bounds and keeps the earlier ones. */
export const listingFrames: Pick<FrameHandlers<ClientMessage>, 'subscribe_heat_map_updates'> = {
  async subscribe_heat_map_updates({ bounds }, _viewer, line) {
    if (bounds.south > bounds.north) return 'invalid.south';
    line.watchBounds(bounds);
    return null;
  },
};
