import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

/** Often enough to close a socket within a second of the end of its session. */
const LOOK_EVERY_MS = 500;

export type SessionWatchOptions = {
  sessionIds(): Iterable<string>;
  /** Returns the sessions that have ended: signed out, expired, or closed with their account. */
  findEnded(sessionIds: readonly string[]): Promise<readonly string[]>;
  /** Called with the ended sessions, as of `askedAtMs`. */
  ended(sessionIds: readonly string[], askedAtMs: number): void;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
};

/** In one statement for all: here, in another process, by another program or by time. */
export function watchSessions(parts: SessionWatchOptions): () => Promise<void> {
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
