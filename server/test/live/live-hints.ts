import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { Topic } from '@openlarder/domain/kernel/topics.ts';
import type { ClientMessage } from '@openlarder/domain/live/live-protocol.ts';
import type { Audience } from '#server/platform/events/event-log-queries.ts';
import { type FrameHandlers, liveMessage } from '#server/platform/live/live-topic.ts';

/** The event of these tests: for the named people and the viewers of a place. */
export type Hint = {
  readonly nth: string;
  readonly to?: readonly string[];
  readonly at?: GeoPoint | null;
  readonly topics?: readonly Topic[];
  /** A message only for sockets that have joined `RUNNERS`. */
  readonly isForRunners?: boolean;
};

const RUNNERS = 'runners';

export const audienceOf = ({ to = [], at, topics = ['messages'] }: Hint): Audience => ({
  topics,
  people: to,
  ...(at !== undefined && { at }),
});

/** Delivers each hint to its audience. */
export const hints = liveMessage<Hint>()({
  kind: 'hint',
  prepare: async ({ nth }) => ({
    type: 'heat_map_update' as const,
    data: { listingId: nth, status: 'posted' as const, latitude: null, longitude: null },
  }),
  message: ({ isForRunners }, { groups }, told) => (isForRunners && !groups.has(RUNNERS) ? null : told),
});

/** A conversation whose id begins with 0 may be joined. */
export const handlers: FrameHandlers<ClientMessage> = {
  async join_conversation({ conversationId }) {
    return conversationId.startsWith('0') ? null : 'not-found';
  },
  async subscribe_heat_map_updates({ bounds, position }, _viewer, line) {
    await line.watchBounds(bounds, position);
    return null;
  },
  async register_emergency_donor(_frame, _viewer, line) {
    line.join(RUNNERS);
    return null;
  },
  async unregister_emergency_donor(_frame, _viewer, line) {
    line.leave(RUNNERS);
    return null;
  },
};
