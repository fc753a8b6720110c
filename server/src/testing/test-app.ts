import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { afterAll } from 'vitest';
import { openApp } from '#server/app.ts';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Features } from '#server/features.ts';
import { sessionCookieName } from '#server/features/accounts/accounts.auth.ts';
import { openDatabase } from '#server/platform/database.ts';
import { makeIds, type NewId } from '#server/platform/ids.ts';
import { makeLog } from '#server/platform/log.ts';
import { makePeopleFactory, type TestPerson } from './factories/people.ts';
import { makeTestClock, type TestClock } from './test-clock.ts';
import { testDatabase } from './test-database.ts';
import { testSettings } from './test-settings.ts';

export type TestApp = {
  readonly http: FastifyInstance;
  readonly features: Features;
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly clock: TestClock;
  readonly newId: NewId;
  /** The origin that is ours in `http.inject`. */
  readonly origin: string;
  /** Mails that were printed, for want of a mail server. */
  readonly printedMails: readonly string[];
  /** Where uploaded files and pictures are kept. */
  readonly objectsFolder: string;
  readonly plantPerson: ReturnType<typeof makePeopleFactory>;
  /** One request as `person`, from one of our own pages; nobody's without a person. */
  readonly as: (
    person: Pick<TestPerson, 'cookie'> | null,
    request: InjectOptions,
  ) => Promise<LightMyRequestResponse>;
  /** Begins to listen, with the live line and the jobs; gives the address. */
  listen(): Promise<string>;
};

const TEST_NOW = '2026-05-04T12:00:00Z';

/**
 * The whole app on a database of the test file's own, at a time the test moves, ended behind the last test; or another
 * beside one of those, on its database and at its time.
 */
export async function testApp(
  env: Readonly<Record<string, string>> = {},
  beside?: Pick<TestApp, 'pool' | 'clock'>,
): Promise<TestApp> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'openlarder-test-'));
  writeFileSync(path.join(dataDir, 'index.html'), '<title>the page</title>');
  const pool = beside?.pool ?? (await testDatabase()).pool;
  const db = openDatabase<Tables>(pool);
  const clock = beside?.clock ?? makeTestClock(TEST_NOW);
  const newId = makeIds(clock);
  const settings = testSettings(dataDir, env);
  const printedMails: string[] = [];
  const app = await openApp({
    settings,
    pool,
    clock,
    log: makeLog(settings.logLevel),
    webDir: dataDir,
    demoAccounts: [],
    printMail: (text) => printedMails.push(text),
  });
  await app.http.ready();
  let isListening = false;
  afterAll(async () => {
    await (isListening ? app.stop(0) : app.http.close());
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    ...app,
    db,
    pool,
    clock,
    newId,
    origin: settings.publicUrl,
    printedMails,
    objectsFolder: path.join(dataDir, 'objects'),
    plantPerson: makePeopleFactory({
      db,
      clock,
      newId,
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
      return app.start();
    },
  };
}
