// Where a trial plays: a folder, the app, its database and people; everything that is started is ended with it.
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../../server/src/platform/postgres/database.ts';
import {
  findRunningPostgres,
  isPostmasterOf,
  readPostmaster,
} from '../../server/src/platform/postgres/embedded-postgres-cluster.ts';
import { type Process, startApp } from '../../server/test/app-process.ts';
import type { TestPerson } from '../../server/test/factories/people.ts';
import { makeOwnPostgres, type OwnPostgres } from '../../server/test/own-postgres.ts';
import { ENV, peopleIn } from '../people.ts';
import { makeSeededRandom } from '../seeded-random.ts';

/** Connections beside the app's. */
export type Pool = ReturnType<typeof openPool>;

const START_TRIES = 3;

/** One line of the table. */
export type Row = { readonly done: string; readonly found: string; readonly isGood: boolean };

export type Trial = (stage: Stage, isShort: boolean) => Promise<Row[]>;

/** The app, which may be ended and started again; its address changes with each start. */
export type App = {
  address(): string;
  process(): Process;
  end(signal: NodeJS.Signals): Promise<number | null>;
  start(): Promise<void>;
};

export class Stage {
  readonly folder: string;
  /** Draws from 0 to 1, by the seed that is printed. */
  readonly random: () => number;
  readonly #ends: (() => unknown)[] = [];

  constructor(seed: number) {
    this.random = makeSeededRandom(seed);
    this.folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'openlarder-trial-')));
    // PostgreSQL's user enters it
    chmodSync(this.folder, 0o711);
  }

  /** Has `end` run when the trial is over, the last first. */
  atEnd(end: () => unknown): void {
    this.#ends.push(end);
  }

  async close(): Promise<void> {
    for (const end of this.#ends.splice(0).toReversed())
      await Promise.resolve(end()).catch((error: unknown) => console.error('not ended:', error));
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The app on the data folder `name`, with the embedded PostgreSQL unless `env` names another. */
  async app(env: Readonly<Record<string, string>> = {}, name = 'data'): Promise<App> {
    const dataDir = path.join(this.folder, name);
    const all = { ...ENV, ...env };
    let app = await startApp(dataDir, all);
    this.atEnd(async () => {
      if (app.exitCode() === null) await app.end('SIGTERM');
      const home = path.join(dataDir, 'postgres');
      const left = existsSync(home) ? readPostmaster(home) : null;
      if (left && isPostmasterOf(left.pid, home)) process.kill(left.pid, 'SIGQUIT');
    });
    return {
      address: () => app.address,
      process: () => app,
      end: (signal) => app.end(signal),
      async start() {
        for (let nth = 1; ; nth++) {
          try {
            app = await startApp(dataDir, all);
            return;
          } catch (error) {
            // the free port may be taken by another program meanwhile
            if (nth === START_TRIES) throw error;
          }
        }
      },
    };
  }

  /** A PostgreSQL of one's own, started, with an empty database. */
  async postgres(
    settings: Readonly<Record<string, string>> = {},
    parent = this.folder,
  ): Promise<OwnPostgres> {
    const postgres = await makeOwnPostgres(parent, settings);
    this.atEnd(() => postgres.stop('SIGKILL'));
    await postgres.start();
    return postgres;
  }

  /** The process of the embedded PostgreSQL; null while none runs. */
  embeddedPid(name = 'data'): number | null {
    const home = path.join(this.folder, name, 'postgres');
    const found = readPostmaster(home);
    return found?.ready && isPostmasterOf(found.pid, home) ? found.pid : null;
  }

  /** A pool beside the app's, ended with the trial; on the embedded PostgreSQL by default. */
  pool(connection?: Parameters<typeof openPool>[0]): Pool {
    const pool = openPool({
      ...(connection ?? findRunningPostgres(path.join(this.folder, 'data'))),
      max: 4,
      statement_timeout: 60_000,
      query_timeout: 60_000,
    });
    this.atEnd(() => pool.end());
    return pool;
  }
}

/** People with sessions, known to the community, so that their daily shares are the largest. */
export async function createPeople(pool: Pool, count: number): Promise<TestPerson[]> {
  const createPerson = peopleIn(pool);
  const people: TestPerson[] = [];
  while (people.length < count)
    people.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(50, count - people.length) }, () => createPerson()),
      )),
    );
  await pool.query('update person set vouched_at = created_at');
  return people;
}

export type Answer = {
  /** 0: no answer came. */
  readonly status: number;
  /** Of a call without an answer, such as `ECONNREFUSED`. */
  readonly code: string;
  readonly body: unknown;
  readonly ms: number;
};

/** One call of a page; never throws. */
export async function call(
  address: string,
  cookie: string,
  method: string,
  url: string,
  body?: object,
  key?: string,
): Promise<Answer> {
  const fromMs = performance.now();
  const answered = (status: number, code: string, read: unknown): Answer => ({
    status,
    code,
    body: read,
    ms: performance.now() - fromMs,
  });
  try {
    const response = await fetch(address + url, {
      method,
      headers: {
        origin: ENV.PUBLIC_URL,
        cookie,
        ...(body && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return answered(response.status, '', text.startsWith('{') ? JSON.parse(text) : text);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    return answered(0, cause instanceof Error && 'code' in cause ? String(cause.code) : String(error), null);
  }
}

/** How long it takes until `look` is true, in milliseconds; it is asked every 20 ms. Throws after `withinMs`. */
export async function untilTrue(look: () => Promise<boolean> | boolean, withinMs = 60_000): Promise<number> {
  const fromMs = performance.now();
  while (!(await look())) {
    if (performance.now() - fromMs > withinMs) throw new Error(`not within ${withinMs} ms: ${String(look)}`);
    await sleep(20);
  }
  return performance.now() - fromMs;
}

export const isReady = async (app: App): Promise<boolean> =>
  (await call(app.address(), '', 'GET', '/readyz')).status === 200;
