import { clientMessageSchema } from '@openlarder/domain/live/live-schemas.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import type pg from 'pg';
import { onTestFinished } from 'vitest';
import type { ClientOptions } from 'ws';
import { inTransaction, openDatabase } from '#server/platform/postgres/database.ts';
import { type ReadableEventLog, makeEventLog } from '#server/platform/events/event-log.ts';
import { setErrorReplies } from '#server/platform/http/http-errors.ts';
import { type LiveHub, type LiveHubOptions, makeLiveHub } from '#server/platform/live/live-hub.ts';
import { attachLiveSocket, type LiveSocketOptions } from '#server/platform/live/live-socket.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { type LiveClient, openLive, refusedUpgrade } from '#server/test/live/live-client.ts';
import { audienceOf, type Hint, handlers, hints } from '#server/test/live/live-hints.ts';

/** Where the pages of these tests come from. */
export const ORIGIN = 'https://food.example';

export type LiveFixture = {
  readonly app: FastifyInstance;
  readonly hub: LiveHub;
  readonly eventLog: ReadableEventLog;
  readonly address: string;
  /** Valid sessions, by the cookie that names them. */
  readonly sessions: Map<string, Caller>;
  readonly append: (hint: Hint) => Promise<void>;
  readonly join: (cookie: string, options?: ClientOptions) => Promise<LiveClient>;
  readonly refusal: (headers: Readonly<Record<string, string>>, path?: string) => Promise<number>;
  readonly close: () => Promise<void>;
};

/** An app process with a live socket on `pool`'s database, closed with the test at the latest. */
export async function liveFixture(
  pool: pg.Pool,
  parts: Partial<LiveHubOptions & LiveSocketOptions> = {},
): Promise<LiveFixture> {
  const log = { warn: () => {}, error: () => {} };
  const eventLog = makeEventLog({ pool, log });
  const sessions = new Map<string, Caller>([
    ['ann', { userId: 'ann', sessionId: 'ann-1' }],
    ['bob', { userId: 'bob', sessionId: 'bob-1' }],
  ]);
  const isEnded = (id: string): boolean => ![...sessions.values()].some(({ sessionId }) => sessionId === id);
  const hub = makeLiveHub({
    eventLog,
    findEndedSessions: async (ids) => ids.filter(isEnded),
    secret: 'a secret of the tests',
    messages: [hints],
    frames: { schema: clientMessageSchema, handlers },
    log,
    ...parts,
  });
  const app = Fastify({ forceCloseConnections: true });
  setErrorReplies(app);
  app.get('/', async () => 'a page');
  attachLiveSocket(app, {
    hub,
    readSession: async ({ cookie }) => sessions.get(cookie ?? '') ?? null,
    origins: new Set([ORIGIN]),
    ...parts,
  });
  await hub.start();
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const address = `ws://${url.host}`;
  const db = openDatabase(pool);
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => (closing ??= (async () => app.close())());
  onTestFinished(close);
  return {
    app,
    hub,
    eventLog,
    address,
    sessions,
    close,
    append: (hint) => inTransaction({ db }, (tx) => eventLog.append(tx, 'hint', hint, audienceOf(hint))),
    join: (cookie, options) => openLive(`${address}/ws`, { cookie, origin: ORIGIN }, options),
    refusal: (headers, path = '/ws') =>
      refusedUpgrade(`${address}${path}`, { cookie: 'ann', origin: ORIGIN, ...headers }),
  };
}
