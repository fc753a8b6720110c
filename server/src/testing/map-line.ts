import type { GeoBounds, GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { clientMessageSchema } from '@openlarder/domain/live/live-protocol.ts';
import { listingFrames, listingTopics } from '#server/features/listings/listings.live.ts';
import type { ListingChanged } from '#server/features/listings/listings.service.ts';
import { LISTING_CHANGED } from '#server/features/listings/listings.service.ts';
import { openDatabase, openPool } from '#server/platform/database.ts';
import type { FollowedEventLog } from '#server/platform/event-log.ts';
import { type LiveHub, makeLiveHub } from '#server/platform/live-hub.ts';
import { handlers } from '#server/testing/live-hints.ts';

/** The hub with what the listings say on it, of a community where nobody has blocked anybody. */
export function makeMapLine(eventLog: FollowedEventLog): LiveHub {
  const moderation = { blockedWith: async () => new Set<string>() };
  return makeLiveHub({
    eventLog,
    // never asked: blocks are all that is looked up
    topics: listingTopics({ db: openDatabase(openPool({})), moderation }),
    frames: { schema: clientMessageSchema, handlers: { ...handlers, ...listingFrames } },
    findEndedSessions: async () => [],
    log: { warn: console.error, error: console.error },
  });
}

/** Tells that a listing has changed at `point`; `nth` is in its id. */
export const tellChange = async (eventLog: FollowedEventLog, nth: number, point: GeoPoint): Promise<void> => {
  const changed: ListingChanged = {
    listingId: `01932d70-0000-7000-8000-${String(nth).padStart(12, '0')}`,
    donorId: 'somebody who is not there',
    status: 'claimed',
    isNew: false,
    point,
  };
  await eventLog.tell(LISTING_CHANGED, changed);
};

/** What somebody says who comes to look at a part of the map. */
export const lookingAt = (bounds: GeoBounds): readonly object[] => [
  { type: 'subscribe_heat_map_updates', bounds },
  { type: 'resume', lastEventId: null },
];
