import type { ClientMessage } from '@openlarder/domain/live/live-protocol.ts';
import type { Db } from '#server/db/database.ts';
import type { Moderation } from '#server/features/moderation/moderation.service.ts';
import {
  type FrameHandlers,
  type LiveMessage,
  type LiveTopic,
  liveTopic,
} from '#server/platform/live/live-topic.ts';
import { LISTING_CHANGED, type ListingChanged } from './listings.events.ts';

type Prepared = { readonly blocked: ReadonlySet<string>; readonly message: LiveMessage };

/**
 * A listing that is new or has changed, for who looks at its part of the map and for its donor's other tabs; food
 * without a place for everybody who looks at some part. Never across a block.
 */
export function listingTopics(parts: {
  readonly db: Db;
  readonly moderation: Pick<Moderation, 'blockedWith'>;
}): LiveTopic[] {
  return [
    liveTopic<ListingChanged>()<Prepared>({
      kind: LISTING_CHANGED,
      audience: ({ donorId, point }) => ({ people: [donorId], at: point }),
      async prepare({ listingId, donorId, status, isNew, point }) {
        const [latitude, longitude] = [point?.latitude ?? null, point?.longitude ?? null];
        return {
          blocked: await parts.moderation.blockedWith(parts.db, donorId),
          message: {
            type: isNew ? 'new_food_listing' : 'heat_map_update',
            data: { listingId, status, latitude, longitude },
          },
        };
      },
      message: (_payload, { userId }, { blocked, message }) => (blocked.has(userId) ? null : message),
    }),
  ];
}

/** What part of the map a socket looks at; bounds that could hold nothing are refused, and those before them stay. */
export const listingFrames: Pick<FrameHandlers<ClientMessage>, 'subscribe_heat_map_updates'> = {
  async subscribe_heat_map_updates({ bounds }, _viewer, line) {
    if (bounds.south > bounds.north) return 'South lies below north';
    line.watchBounds(bounds);
    return null;
  },
};
