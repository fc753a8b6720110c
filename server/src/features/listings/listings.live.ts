import type { ClientMessage } from '@openlarder/domain/live/live-protocol.ts';
import type { Db } from '#server/db/database.ts';
import type { Moderation } from '#server/features/moderation/moderation.service.ts';
import { type FrameHandlers, type LiveTopic, liveTopic } from '#server/platform/live-topic.ts';
import { LISTING_CHANGED, type ListingChanged } from './listings.service.ts';

/**
 * A listing that is new or has changed, for who looks at its part of the map and for its donor's other tabs; food
 * without a place for everybody who looks at some part. Never across a block.
 */
export function listingTopics(parts: {
  readonly db: Db;
  readonly moderation: Pick<Moderation, 'blockedWith'>;
}): LiveTopic[] {
  return [
    liveTopic<ListingChanged>()({
      kind: LISTING_CHANGED,
      audience: ({ donorId, point }) => ({ people: [donorId], at: point }),
      prepare: ({ donorId }) => parts.moderation.blockedWith(parts.db, donorId),
      message({ listingId, status, isNew, point }, viewer, blocked) {
        if (blocked.has(viewer.userId)) return null;
        return {
          type: isNew ? 'new_food_listing' : 'heat_map_update',
          data: {
            listingId,
            status,
            latitude: point?.latitude ?? null,
            longitude: point?.longitude ?? null,
          },
        };
      },
    }),
  ];
}

/** What part of the map a socket looks at; bounds that could hold nothing are refused, and those before them stay. */
export const listingFrames: Pick<FrameHandlers<ClientMessage>, 'subscribe_heat_map_updates'> = {
  async subscribe_heat_map_updates({ bounds }, _viewer, line) {
    if (bounds.south > bounds.north) return 'South lies below north';
    line.lookAt(bounds);
    return null;
  },
};
