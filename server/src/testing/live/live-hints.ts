import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { ClientMessage } from '@openlarder/domain/live/live-protocol.ts';
import {
  type FrameHandlers,
  type LiveMessage,
  liveTopic,
  type Viewer,
} from '#server/platform/live/live-topic.ts';

/** The event of these tests: for the named people, the viewers of a place, or everyone; the fields below narrow it. */
export type Hint = {
  readonly nth: string;
  readonly to?: readonly string[];
  readonly at?: GeoPoint | null;
  /** Only for sockets that have joined `RUNNERS`. */
  readonly isForRunners?: boolean;
  /** People who missed it may not see it any more. */
  readonly isWithheldLater?: boolean;
};

const RUNNERS = 'runners';

const toldTo = ({ nth, isForRunners }: Hint, { groups }: Viewer): LiveMessage | null =>
  isForRunners && !groups.has(RUNNERS)
    ? null
    : { type: 'conversation_read', data: { conversationId: nth, byMe: true } };

/** Delivers each hint to its audience. */
export const hints = liveTopic<Hint>()({
  kind: 'hint',
  audience: ({ to, at }) => {
    if (at !== undefined) return { people: to ?? [], at };
    return to ? { people: to } : 'everyone';
  },
  message: toldTo,
  replay: async (missed, viewer) =>
    missed.map((hint) => (hint.isWithheldLater ? 'withheld' : toldTo(hint, viewer))),
});

/** A conversation whose id begins with 0 may be joined. */
export const handlers: FrameHandlers<ClientMessage> = {
  async join_conversation({ conversationId }) {
    return conversationId.startsWith('0') ? null : 'not-found';
  },
  async subscribe_heat_map_updates({ bounds }, _viewer, line) {
    line.watchBounds(bounds);
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
