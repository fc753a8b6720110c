// People who use an app that a benchmark has started: their sessions, calls and open pages.
import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { sessionCookieName } from '../server/src/features/accounts/auth/better-auth.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { makeIdGenerator } from '../server/src/platform/ids.ts';
import { openDatabase, type openPool } from '../server/src/platform/postgres/database.ts';
import { databaseUrlOf, ORIGIN } from '../server/test/app-pair.ts';
import { makePeopleFactory } from '../server/test/factories/people.ts';
import { createLiveClient, type LiveClient } from '../web/src/live/live-client.ts';

const SESSION_SECRET = 'a session secret of the bench, long enough';

/** Settings of an app whose people `peopleIn` makes. */
export const ENV = { PUBLIC_URL: ORIGIN, SESSION_SECRET, DEMO: 'off' } as const;

/** The same on a database. */
export const envOn = (connection: Parameters<typeof databaseUrlOf>[0]) => ({
  ...ENV,
  DATABASE_URL: databaseUrlOf(connection),
});

/** Makes people with sessions in the app's database. */
export const peopleIn = (pool: ReturnType<typeof openPool>): ReturnType<typeof makePeopleFactory> =>
  makePeopleFactory({
    db: openDatabase(pool),
    clock: systemClock,
    newId: makeIdGenerator(systemClock),
    sessionSecret: SESSION_SECRET,
    cookieName: sessionCookieName(ORIGIN),
  });

export type Call = {
  /** GET by default. */
  readonly method?: string;
  /** Path and query. */
  readonly url: string;
  readonly cookie: string;
  /** JSON, or a photo. */
  readonly body?: object | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Reply = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

/** Sends one call as a page does, on the agent's connections; rejects if it gets no reply. */
export function send(
  agent: Agent,
  address: string,
  { method = 'GET', url, cookie, body, headers }: Call,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const type = body instanceof Buffer ? 'image/jpeg' : 'application/json';
    const sent = request(
      address + url,
      {
        agent,
        method,
        headers: {
          host: new URL(ORIGIN).host,
          origin: ORIGIN,
          cookie,
          ...(body && { 'content-type': type }),
          ...headers,
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts),
          }),
        );
      },
    );
    sent.once('error', reject);
    sent.end(body instanceof Buffer || body === undefined ? body : JSON.stringify(body));
  });
}

/** Does `work` for all, for some of them at the same time. */
export async function forAll<Item>(
  items: readonly Item[],
  atATime: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
}

/**
 * Opens a page for each cookie: the web app's own live client on a socket. `closed` gets the code with which the app closed
 * one, `lost` hears of one that has been without a connection for so long that it fetches everything.
 */
export function openPages(
  address: () => string,
  cookies: readonly string[],
  { closed = () => {}, lost = () => {} }: { closed?: (code: number) => void; lost?: () => void } = {},
) {
  const timers = new Map<LiveClient, NodeJS.Timeout>();
  const pages = cookies.map((cookie) => {
    const page = createLiveClient({
      connect({ onMessage, onClose }) {
        const socket = new WebSocket(`${address().replace('http', 'ws')}/ws`, {
          headers: { host: new URL(ORIGIN).host, origin: ORIGIN, cookie },
        });
        let isOwn = false;
        socket.on('message', (bytes: Buffer) => onMessage(bytes.toString('utf8')));
        socket.on('close', (code) => {
          // not those that the page itself ends, when hello takes long
          if (!isOwn) closed(code);
          onClose(code);
        });
        socket.on('error', () => {});
        return {
          send: (frame) => socket.send(frame),
          close() {
            isOwn = true;
            socket.terminate();
          },
        };
      },
      nowMs: () => Date.now(),
      random: () => Math.random(),
    });
    page.adoptPositionsWhen(() => true);
    page.state.subscribe(() => {
      clearTimeout(timers.get(page));
      const state = page.state.get();
      if (state.phase !== 'live') timers.set(page, setTimeout(lost, state.lostAtMs - Date.now()));
    });
    page.start();
    return page;
  });
  return {
    pages,
    /** Resolves when each has its connection; throws after `withinMs`. */
    async live(withinMs = 120_000): Promise<void> {
      const untilMs = performance.now() + withinMs;
      while (!pages.every(({ state }) => state.get().phase === 'live')) {
        if (performance.now() > untilMs) throw new Error('not every page has come back');
        await sleep(50);
      }
    },
    close(): void {
      for (const timer of timers.values()) clearTimeout(timer);
      for (const page of pages) page.stop();
    },
  };
}
