import type { GeoBounds, GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { clientMessageSchema } from '@openlarder/domain/live/live-schemas.ts';
import { listingFrames, listingMessageOf } from '#server/features/listings/listings.module.ts';
import { LISTING_CHANGED, type ListingChanged } from '#server/features/listings/listings.events.ts';
import type { ReadableEventLog } from '#server/platform/events/event-log.ts';
import { type LiveHub, makeLiveHub } from '#server/platform/live/live-hub.ts';
import type { ManualEventLog } from '#server/test/live/manual-event-log.ts';
import { handlers, hints } from '#server/test/live/live-hints.ts';

/** The hub with hints and the messages of listings, in a community without blocks. */
export function makeMapLiveHub(eventLog: ReadableEventLog): LiveHub {
  return makeLiveHub({
    eventLog,
    secret: 'a secret of the tests',
    messages: [hints, listingMessageOf(async () => new Set())],
    frames: { schema: clientMessageSchema, handlers: { ...handlers, ...listingFrames } },
    findEndedSessions: async () => [],
    socketsPerPerson: Number.POSITIVE_INFINITY,
    log: { warn: console.error, error: console.error },
  });
}

/** Sends the event that a listing at `point` has changed; `nth` is in its id. */
export const publishListingChange = async (
  eventLog: ManualEventLog,
  nth: number,
  point: GeoPoint,
): Promise<void> => {
  const changed: ListingChanged = {
    listingId: `01932d70-0000-7000-8000-${String(nth).padStart(12, '0')}`,
    donorId: 'someone who is not there',
    status: 'claimed',
    isNew: false,
    point,
  };
  await eventLog.publish(LISTING_CHANGED, changed, { topics: ['listings'], people: [], at: point });
};

/** The frames of a client that opens a part of the map. */
export const watchFrames = (bounds: GeoBounds): readonly object[] => [
  { type: 'subscribe_heat_map_updates', bounds },
  { type: 'since', position: null },
];
