import type { ClientMessage } from '@openlarder/domain/live/live-protocol.ts';
import { blockedWith } from '#server/features/moderation/blocks/blocks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import {
  type FrameHandlers,
  liveMessage,
  type LiveMessage,
  type LiveMessageOf,
} from '#server/platform/live/live-topic.ts';
import { LISTING_CHANGED, type ListingChanged } from './listings.events.ts';

type Prepared = { readonly blocked: ReadonlySet<string>; readonly message: LiveMessage };

/**
 * A new or changed listing, for sockets that subscribe to its part of the map and for its donor's other tabs; without
 * a place for every subscribed socket. Never across a block.
 */
export const listingMessageOf = (
  blockedWithDonor: (donorId: string) => Promise<ReadonlySet<string>>,
): LiveMessageOf =>
  liveMessage<ListingChanged>()<Prepared>({
    kind: LISTING_CHANGED,
    isPublic: true,
    async prepare({ listingId, donorId, status, isNew, point }) {
      const [latitude, longitude] = [point?.latitude ?? null, point?.longitude ?? null];
      return {
        blocked: await blockedWithDonor(donorId),
        message: {
          type: isNew ? 'new_food_listing' : 'heat_map_update',
          data: { listingId, status, latitude, longitude },
        },
      };
    },
    message: (_payload, { userId }, { blocked, message }) => (blocked.has(userId) ? null : message),
  });

export const listingMessages = (ctx: AppContext): LiveMessageOf[] => [
  listingMessageOf((donorId) => blockedWith(ctx, donorId)),
];

/** Sets the part of the map a socket subscribes to; refuses impossible bounds and keeps the earlier ones. */
export const listingFrames: Pick<FrameHandlers<ClientMessage>, 'subscribe_heat_map_updates'> = {
  async subscribe_heat_map_updates({ bounds, position }, _viewer, line) {
    if (bounds.south > bounds.north) return 'invalid.south';
    await line.watchBounds(bounds, position);
    return null;
  },
};
