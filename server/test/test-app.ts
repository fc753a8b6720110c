import { TOPICS } from '@openlarder/domain/kernel/topics.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { afterAll, expect } from 'vitest';
import { openApp } from '#server/app.ts';
import type { Db } from '#server/db/database.ts';
import { sessionCookieName } from '#server/features/accounts/auth/better-auth.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { NewId } from '#server/platform/ids.ts';
import { makeLog } from '#server/platform/log/log.ts';
import { declaredEndpoints, nameOf } from '#server/platform/http/openapi/contract-modules.ts';
import { isDeclared } from './declared-endpoints.ts';
import { makePeopleFactory, type TestPerson } from './factories/people.ts';
import { testDatabase } from './test-database.ts';
import { testSettings } from './test-settings.ts';

/** A clock that stands still until a test moves it. */
export type TestClock = Clock & {
  /** The current time, in milliseconds since 1970. */
  at: number;
  forward(ms: number): void;
};

function makeTestClock(start: string): TestClock {
  const clock: TestClock = {
    at: Date.parse(start),
    now: () => new Date(clock.at),
    forward(ms) {
      clock.at += ms;
    },
  };
  return clock;
}

export type TestApp = {
  readonly http: FastifyInstance;
  /** For calls of services; a variant of it is `{ ...ctx, eventLog }`. */
  readonly ctx: AppContext;
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly clock: TestClock;
  readonly newId: NewId;
  /** The app's own origin in `http.inject`. */
  readonly origin: string;
  /** Mails that were printed, without a mail server. */
  readonly printedMails: readonly string[];
  /** Where uploaded files and pictures are stored. */
  readonly objectsFolder: string;
  readonly createPerson: ReturnType<typeof makePeopleFactory>;
  /** One request as `person`, from one of our own pages; without a session if null. */
  readonly as: (
    person: Pick<TestPerson, 'cookie'> | null,
    request: InjectOptions,
  ) => Promise<LightMyRequestResponse>;
  /** Starts listening, with the live socket and the jobs; returns the address. */
  listen(): Promise<string>;
};

const TEST_NOW = '2026-05-04T12:00:00Z';

/**
 * The whole app on a database of the test file's own, with a clock the test moves, closed after the last test; or a
 * second app on the database and clock of the first (`beside`), or one on a given pool.
 */
export async function testApp(
  env: Readonly<Record<string, string>> = {},
  beside?: Pick<TestApp, 'pool'> & Partial<Pick<TestApp, 'clock'>>,
): Promise<TestApp> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'openlarder-test-'));
  writeFileSync(path.join(dataDir, 'index.html'), '<title>the page</title>');
  const pool = beside?.pool ?? (await testDatabase()).pool;
  const clock = beside?.clock ?? makeTestClock(TEST_NOW);
  const settings = testSettings(dataDir, env);
  const printedMails: string[] = [];
  const endpoints = await declaredEndpoints();
  const undeclared = new Set<string>();
  const app = await openApp({
    settings,
    pool,
    clock,
    log: makeLog(settings.logLevel),
    webDir: dataDir,
    demo: null,
    printMail: (text) => printedMails.push(text),
    // a task that becomes due by the real time would change what a test compares; tests run tasks themselves
    scheduleNowMs: () => Date.parse(TEST_NOW),
  });
  app.http.addHook(
    'onSend',
    async ({ routeOptions: { method, url = '' }, method: asked }, { statusCode }, body) => {
      const name = `${typeof method === 'string' ? method : asked} ${url.replaceAll(/:(\w+)/g, '{$1}')}`;
      const endpoint = endpoints.find((each) => nameOf(each) === name);
      if (endpoint && typeof body === 'string' && !isDeclared(endpoint, { statusCode, body }))
        undeclared.add(`${name} ${statusCode} ${body}`);
    },
  );
  await app.http.ready();
  const { ctx } = app;
  let isListening = false;
  afterAll(async () => {
    expect([...undeclared], 'errors that their endpoints do not declare').toEqual([]);
    // jobs and the admin command change nothing that pages would not refetch after a call of their own
    const { rows: hinted } = await pool.query<{ topics: string[] }>('select distinct topics from live_event');
    const isDeclaredByOne = ({ topics }: { topics: string[] }): boolean =>
      endpoints.some((endpoint) => {
        const changes: readonly string[] = 'changes' in endpoint ? endpoint.changes : [];
        // one that changes everything, such as a block, says nothing
        return changes.length < TOPICS.length && topics.every((topic) => changes.includes(topic));
      });
    expect(
      hinted.filter((each) => !isDeclaredByOne(each)),
      'topics of events that no endpoint declares together',
    ).toEqual([]);
    await (isListening ? app.stop() : app.http.close());
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    ...app,
    db: ctx.db,
    pool,
    clock,
    newId: ctx.newId,
    origin: settings.publicUrl,
    printedMails,
    objectsFolder: path.join(dataDir, 'objects'),
    createPerson: makePeopleFactory({
      ...ctx,
      sessionSecret: settings.sessionSecret,
      cookieName: sessionCookieName(settings.publicUrl),
    }),
    as: async (person, request) =>
      app.http.inject({
        ...request,
        headers: { origin: settings.publicUrl, ...request.headers, ...(person && { cookie: person.cookie }) },
      }),
    async listen() {
      isListening = true;
      return app.listen();
    },
  };
}
