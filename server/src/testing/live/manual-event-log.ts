import type { ReadableEventLog } from '#server/platform/events/event-log.ts';
import type { LogPosition } from '#server/platform/events/event-log-position.ts';
import type { Follower } from '#server/platform/events/event-log-reader.ts';

/**
 * An event log without a database, for measuring the hub alone: `tell` delivers an event immediately, in order; events
 * cannot be read back.
 */
export function makeManualEventLog(): ReadableEventLog {
  let follower: Follower | null = null;
  let position: LogPosition = { transactionId: 1_000_000n, number: 1_000_000n };
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
    async publish(kind, payload) {
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
    readEventsBetween: async () => [],
    countMissed: async () => 0,
  };
}
