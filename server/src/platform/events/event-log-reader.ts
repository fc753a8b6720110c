import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Client, type Pool } from 'pg';
import { LOG_START, type LogPosition } from './event-log-position.ts';
import {
  isResumable,
  type LogEvent,
  readEventsAfter,
  readEpoch,
  readNewestPosition,
  readHeldBackEvents,
  NOTIFY_CHANNEL,
} from './event-log-queries.ts';

/** Receives the events that the reader reads. */
export type Follower = {
  /**
   * Loads what the event needs and returns a function that delivers it; the reader calls that in the same
   * tick in which its position moves past the event. If it throws, the reader retries the event.
   */
  prepare(event: LogEvent): Promise<() => void>;
  /** Events may have been missed: the follower has to reload everything. */
  missed(): void;
};

export type EventReader = {
  /** Follows the log from its current end; resolves when that is known. */
  start(follower: Follower): Promise<void>;
  stop(): Promise<void>;
  /** Reads soon: there may be new events. */
  wake(): void;
  /** The position of the last delivered event. */
  position(): LogPosition;
  /** Ids of another epoch are not comparable. */
  epoch(): string;
  /** Whether an open transaction has held back committed events for too long. */
  isStuck(): boolean;
};

const PAGE = 500;
/** How often the reader reads without a wake-up. */
const LOOK_EVERY_MS = 1000;
/**
 * The end of an older transaction sends no notification, so the reader polls more often while one holds
 * events back.
 */
const UNDECIDED_LOOK_MS = 25;
const UNDECIDED_LONG_LOOK_MS = 250;
const STUCK_AFTER_MS = 5000;
const RECONNECT_MS = 250;

type Waiting = { horizon: string; sinceMs: number; newest: string; toldNewest: string | null };

/**
 * Reads the log in order on a connection of its own, which also listens. A broken connection is replaced, and reading
 * continues at the same position. `pool` names the database.
 */
export function makeEventReader(pool: Pool, log: Pick<FastifyBaseLogger, 'warn'>): EventReader {
  let follower: Follower = { prepare: async () => () => {}, missed: () => {} };
  let position = LOG_START;
  let epoch = '';
  let waiting: Waiting | null = null;
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  let woken = false;
  let rouse = (): void => {};
  let following: Promise<void> | null = null;

  function wake(): void {
    woken = true;
    rouse();
  }

  async function waitForWake(atMostMs: number): Promise<void> {
    if (!woken && !isStopping())
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, atMostMs);
        rouse = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    woken = false;
  }

  async function open(): Promise<Client> {
    const client = new Client(pool.options);
    client.on('error', wake);
    client.on('notification', wake);
    try {
      await client.connect();
      await client.query(`listen ${NOTIFY_CHANNEL}`);
      const found = await readEpoch(client);
      if (found !== epoch || !(await isResumable(client, found, position))) {
        const isFirst = epoch === '';
        position = await readNewestPosition(client);
        epoch = found;
        if (!isFirst) follower.missed();
      }
      return client;
    } catch (error) {
      await close(client);
      throw error;
    }
  }

  /** Delivers everything below the horizon; returns how long to wait without a wake-up. */
  async function readOn(client: Client): Promise<number> {
    for (;;) {
      const page = await readEventsAfter(client, position, PAGE);
      for (const event of page) {
        const tell = await follower.prepare(event);
        if (isStopping()) return 0;
        position = event.position;
        tell();
      }
      if (page.length < PAGE) break;
    }
    return lookAtUndecided(client);
  }

  async function lookAtUndecided(client: Client): Promise<number> {
    const undecided = await readHeldBackEvents(client);
    if (!undecided) {
      waiting = null;
      return LOOK_EVERY_MS;
    }
    const nowMs = performance.now();
    if (waiting?.horizon !== undecided.horizon) waiting = { ...undecided, sinceMs: nowMs, toldNewest: null };
    waiting.newest = undecided.newest;
    const keptMs = nowMs - waiting.sinceMs;
    if (keptMs < STUCK_AFTER_MS) return keptMs < LOOK_EVERY_MS ? UNDECIDED_LOOK_MS : UNDECIDED_LONG_LOOK_MS;
    if (waiting.toldNewest !== waiting.newest) {
      log.warn({ horizon: waiting.horizon }, 'a transaction that stays open keeps events back');
      waiting.toldNewest = waiting.newest;
      follower.missed();
    }
    return LOOK_EVERY_MS;
  }

  async function follow(first: Client): Promise<void> {
    let client: Client | null = first;
    let isAway = false;
    while (!isStopping()) {
      try {
        client ??= await open();
        if (isAway) log.warn('the event log is read again');
        isAway = false;
        const waitMs = await readOn(client);
        await waitForWake(waitMs);
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
    position: () => position,
    epoch: () => epoch,
    isStuck: () => waiting !== null && performance.now() - waiting.sinceMs >= STUCK_AFTER_MS,
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
