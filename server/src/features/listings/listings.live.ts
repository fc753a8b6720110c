import type { ClientMessage } from '@openlarder/domain/live/live-protocol.ts';
import {
  type FrameHandlers,
  type LiveMessage,
  type LiveTopic,
  liveTopic,
} from '#server/platform/live/live-topic.ts';
import { LISTING_CHANGED, type ListingChanged } from './listings.events.ts';

type Prepared = { readonly blocked: ReadonlySet<string>; readonly message: LiveMessage };

/**
 * A new or changed listing, for sockets that subscribe to its part of the map and for its donor's other tabs; without
 * a place for every subscribed socket. Never across a block: `blockedWith` gives the people blocked with a person.
 */
export const listingTopics = (
  blockedWith: (personId: string) => Promise<ReadonlySet<string>>,
): LiveTopic[] => [
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
  }),
];

/** Sets the part of the map a socket subscribes to; refuses impossible bounds and keeps the earlier ones. */
export const listingFrames: Pick<FrameHandlers<ClientMessage>, 'subscribe_heat_map_updates'> = {
  async subscribe_heat_map_updates({ bounds }, _viewer, line) {
    if (bounds.south > bounds.north) return 'invalid.south';
    line.watchBounds(bounds);
    return null;
  },
};
