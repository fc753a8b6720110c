import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Client, Pool } from 'pg';
import { makeClient } from '../postgres/database.ts';
import {
  claimLog,
  type LogPosition,
  type LogRow,
  type LogSnapshot,
  NOTIFY_CHANNEL,
  readCommittedSince,
  readLogStart,
} from './event-log-queries.ts';

/** Receives the rows that the reader reads: each that commits, once, in no order. */
export type Follower = {
  /** Loads what the row needs and returns a function that delivers it. If it throws, the reader retries. */
  prepare(row: LogRow): Promise<() => void>;
  /** The log was emptied: the follower has to reload everything. */
  missed(): void;
};

export type EventReader = {
  /** Follows the log from its current end; resolves when that is known. */
  start(follower: Follower): Promise<void>;
  stop(): Promise<void>;
  /** Reads soon: there may be new rows. */
  wake(): void;
  /** Everything that has committed before this position is delivered; null before the start. */
  position(): LogPosition | null;
  /** Waits until everything that had committed at the call is delivered here; false if it takes longer. */
  readonly catchUp: (withinMs: number) => Promise<boolean>;
};

/** How often the reader reads without a wake-up. */
const LOOK_EVERY_MS = 1000;
/** Of many commits some are told and read together, which costs every process less; a single one without a delay. */
export const READS_APART_MS = 50;
const RECONNECT_MS = 250;

/**
 * Reads the log on a connection of its own, which also listens. `pool` names the database, `self` this process, which wakes
 * the reader itself.
 */
export function makeEventReader(pool: Pool, log: Pick<FastifyBaseLogger, 'warn'>, self: string): EventReader {
  let follower: Follower = { prepare: async () => () => {}, missed: () => {} };
  let seen: (LogSnapshot & { readonly row: string }) | null = null;
  let system: string | null = null;
  let [readsBegun, readsDone] = [0, 0];
  let nextRead = Promise.withResolvers<void>();
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  let isWoken = false;
  let isHurried = false;
  let rouse = (): void => {};
  let following: Promise<void> | null = null;

  function wake(): void {
    isWoken = true;
    rouse();
  }

  /** Waits for this time, or less if `isOver`. */
  async function pause(ms: number, isOver: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    rouse = () => {
      if (isOver() || isStopping()) resolve();
    };
    rouse();
    await promise;
    clearTimeout(timer);
  }

  async function open(): Promise<Client> {
    const client = makeClient(pool);
    client.on('error', wake);
    client.on('notification', ({ payload }) => {
      if (payload !== self) wake();
    });
    try {
      await client.connect();
      await client.query(`listen ${NOTIFY_CHANNEL}`);
      const found = await claimLog(client);
      if (found !== system) {
        seen = await readLogStart(client);
        if (system !== null) follower.missed();
        system = found;
      }
      return client;
    } catch (error) {
      await close(client);
      throw error;
    }
  }

  async function read(client: Client): Promise<void> {
    if (!seen) return;
    const nth = ++readsBegun;
    const { now, rows } = await readCommittedSince(client, seen);
    const tells = [];
    for (const row of rows) tells.push(await follower.prepare(row));
    if (isStopping()) return;
    for (const tell of tells) tell();
    seen = { ...now, row: rows.at(-1)?.id ?? seen.row };
    readsDone = nth;
    nextRead.resolve();
    nextRead = Promise.withResolvers();
  }

  async function follow(first: Client): Promise<void> {
    let client: Client | null = first;
    let isAway = false;
    while (!isStopping()) {
      try {
        client ??= await open();
        if (isAway) log.warn('the event log is read again');
        isAway = false;
        const untilMs = performance.now() + READS_APART_MS;
        await read(client);
        await pause(Math.max(0, untilMs - performance.now()), () => isHurried);
        await pause(LOOK_EVERY_MS, () => isWoken);
        isWoken = isHurried = false;
      } catch (error) {
        if (!isAway) log.warn({ error }, 'the event log cannot be read for now');
        isAway = true;
        if (client) await close(client);
        client = null;
        if (!isStopping()) await sleep(RECONNECT_MS);
      }
    }
    if (client) await close(client);
  }

  return {
    wake,
    position: () => seen && { floor: seen.floor, row: seen.row, atMs: Date.now() },
    async catchUp(withinMs) {
      const late = sleep(withinMs, 'late', { ref: false });
      // the one under way may have begun before
      const wanted = readsBegun + 1;
      isHurried = true;
      wake();
      const isCaughtUp = (): boolean => readsDone >= wanted;
      while (!isCaughtUp()) if ((await Promise.race([nextRead.promise, late])) === 'late') return false;
      return true;
    },
    async start(whom) {
      follower = whom;
      following = follow(await open());
    },
    async stop() {
      stopping.abort();
      wake();
      await following;
    },
  };
}

async function close(client: Client): Promise<void> {
  await client.end().catch(() => {});
}
