import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { onTestFinished } from 'vitest';
import type { Db } from '#server/db/database.ts';
import { sessionCookieName } from '#server/features/accounts/auth/better-auth.ts';
import { systemClock } from '#server/platform/clock.ts';
import { makeIdGenerator } from '#server/platform/ids.ts';
import { openDatabase } from '#server/platform/postgres/database.ts';
import { type Process, startApp } from '#server/test/app-process.ts';
import { makePeopleFactory } from '#server/test/factories/people.ts';
import { testDatabase } from '#server/test/test-database.ts';

/** The public address of both processes. */
export const ORIGIN = 'http://food.example';
/** The session secret of both processes. */
const SECRET = 'a session secret of the tests, long enough';

export type AppPair = {
  readonly apps: readonly [Process, Process];
  readonly pool: pg.Pool;
  readonly db: Db;
  readonly connection: pg.ClientConfig;
  readonly createPerson: ReturnType<typeof makePeopleFactory>;
  /** Ends one of them with the signal, and starts another in its place. */
  readonly restart: (which: 0 | 1, signal: NodeJS.Signals) => Promise<void>;
};

/** A connection as a URL, for another process. */
export function databaseUrlOf({ user, password, host, port, database }: pg.ClientConfig): string {
  const at = `${user}:${String(password)}@localhost:${port}/${database}`;
  return `postgres://${at}?host=${encodeURIComponent(host ?? '')}`;
}

/** Two processes of the app on one new database, ended with the test. `prepare` runs before either of them starts. */
export async function startAppPair(
  prepare: (pool: pg.Pool) => Promise<unknown> = async () => {},
  more: Readonly<Record<string, string>> = {},
): Promise<AppPair> {
  const { pool, connection } = await testDatabase();
  await prepare(pool);
  const db = openDatabase(pool);
  const createPerson = makePeopleFactory({
    db,
    clock: systemClock,
    newId: makeIdGenerator(systemClock),
    sessionSecret: SECRET,
    cookieName: sessionCookieName(ORIGIN),
  });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'openlarder-pair-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = {
    DATABASE_URL: databaseUrlOf(connection),
    PUBLIC_URL: ORIGIN,
    SESSION_SECRET: SECRET,
    DEMO: 'off',
    ...more,
  };
  const start = (): Promise<Process> => startApp(folder, env);
  const apps: [Process, Process] = await Promise.all([start(), start()]);
  onTestFinished(async () => {
    for (const app of apps) await app.end('SIGKILL');
  });
  return {
    apps,
    pool,
    db,
    connection,
    createPerson,
    restart: async (which, signal) => {
      await apps[which].end(signal);
      apps[which] = await start();
    },
  };
}
