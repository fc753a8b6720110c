import type { FollowedEventLog } from '#server/platform/event-log.ts';
import type { Position } from '#server/platform/event-log-position.ts';
import type { Follower } from '#server/platform/event-log-reader.ts';

/**
 * An event log without a database, for measuring the hub alone: what is told to it is followed at once, in order, and
 * nothing can be read back.
 */
export function makeHandLog(): FollowedEventLog {
  let follower: Follower | null = null;
  let position: Position = { transactionId: 1_000_000n, number: 1_000_000n };
  return {
    append: async () => Promise.reject(new Error('nothing is written to a log that is told by hand')),
    async start(whom) {
      follower = whom;
    },
    stop: async () => {},
    wake: () => {},
    position: () => position,
    epoch: () => '01234567',
    isStuck: () => false,
    async tell(kind, payload) {
      const { transactionId, number } = position;
      const event = {
        kind,
        payload,
        position: { transactionId: transactionId + 1n, number: number + 1n },
      };
      const tell = await follower?.prepare(event);
      position = event.position;
      tell?.();
    },
    readBetween: async () => [],
    isResumable: async () => true,
  };
}
