import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

/** So often that a socket is closed within a second of its session's end, whoever ended it and how. */
const LOOK_EVERY_MS = 500;

export type SessionWatchParts = {
  /** The sessions that sockets stand on now. */
  sessionIds(): Iterable<string>;
  /** Which of these have ended: by signing out, by running out, with their account. */
  findEnded(sessionIds: readonly string[]): Promise<readonly string[]>;
  /** These were asked about at `askedAtMs`, and have ended. */
  ended(sessionIds: readonly string[], askedAtMs: number): void;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
};

/**
 * Asks now and then, in one statement for all, whose session has ended. The event log tells most ends sooner, but not
 * while its horizon is held back, nor those that nobody tells: a session that runs out, or that a program of its own
 * deletes. Gives how to stop.
 */
export function watchSessions(parts: SessionWatchParts): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isAway = false;

  async function look(): Promise<void> {
    const asked = [...new Set(parts.sessionIds())];
    if (asked.length === 0) return;
    const askedAtMs = performance.now();
    try {
      const ended = await parts.findEnded(asked);
      if (!signal.aborted) parts.ended(ended, askedAtMs);
      isAway = false;
    } catch (error) {
      if (!isAway) parts.log.warn({ error }, 'the sessions of sockets cannot be checked for now');
      isAway = true;
    }
  }

  const watching = (async () => {
    while (!signal.aborted) {
      await look();
      await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  })();
  return async () => {
    stopping.abort();
    await watching;
  };
}
