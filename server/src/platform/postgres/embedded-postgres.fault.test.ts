import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { COMPILE_CACHE } from '#server/testing/app-process.ts';
import { openPool } from '#server/platform/postgres/database.ts';
import { binariesFor, chooseUser } from '#server/platform/postgres/embedded-postgres-binaries.ts';
import { isProcessAlive, readPostmaster } from '#server/platform/postgres/embedded-postgres-cluster.ts';

const HOLDER = path.join(import.meta.dirname, '../../testing/postgres-process.ts');
const WITHIN_MS = 120_000;
const NAMELESS_USER = 54_321;
const isRoot = process.getuid?.() === 0;

type HolderEvent =
  | { event: 'up'; adopted: boolean; connection: ClientConfig }
  | { event: 'restarted' }
  | { event: 'fault'; lines: string[] };

type Holder = {
  process: ChildProcess;
  next(): Promise<HolderEvent>;
  /** The next event, which must be `up`. */
  up(): Promise<{ adopted: boolean; connection: ClientConfig }>;
  /** The next event, which must be a refusal. */
  fault(): Promise<string[]>;
  end(signal: NodeJS.Signals): Promise<void>;
};

const folders: string[] = [];
const holders: Holder[] = [];

function dataFolder(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'openlarder-fault-')));
  folders.push(folder);
  return path.join(folder, 'data');
}

/** Starts an app on the folder as a process that can be killed. */
function hold(dataDir: string, as: { uid?: number; gid?: number } = {}): Holder {
  const child = spawn(process.execPath, [HOLDER, dataDir], {
    ...as,
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const events: HolderEvent[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => events.push(JSON.parse(line)));
  const next = async (): Promise<HolderEvent> => {
    return eventually(() => events.shift());
  };
  const holder: Holder = {
    process: child,
    next,
    async up() {
      const event = await next();
      if (event.event !== 'up') throw new Error(`not up: ${JSON.stringify(event)}`);
      return event;
    },
    async fault() {
      const event = await next();
      if (event.event !== 'fault') throw new Error(`no fault: ${JSON.stringify(event)}`);
      return event.lines;
    },
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = new Promise((resolve) => child.once('exit', resolve));
        child.kill(signal);
        await gone;
      }
    },
  };
  holders.push(holder);
  return holder;
}

let template: Promise<string> | undefined;
afterAll(async () => {
  if (template) fs.rmSync(path.dirname(await template), { recursive: true, force: true });
});

async function makeTemplate(): Promise<string> {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'openlarder-fault-')));
  const dataDir = path.join(folder, 'data');
  const holder = hold(dataDir);
  await holder.up();
  await holder.end('SIGTERM');
  // processes are killed here, never the machine: what is written need not reach the disk
  fs.appendFileSync(path.join(dataDir, 'postgres', 'postgresql.conf'), 'fsync = off\n');
  return dataDir;
}

/** A data folder with a cluster that has run before: a copy, because initdb takes a second each time. */
async function usedDataFolder(): Promise<string> {
  const dataDir = dataFolder();
  execFileSync('cp', ['-a', await (template ??= makeTemplate()), dataDir]);
  return dataDir;
}

async function eventually<Value>(look: () => Value | undefined | false | null): Promise<Value> {
  for (const until = performance.now() + WITHIN_MS; performance.now() < until; await sleep(10)) {
    const seen = look();
    if (seen !== undefined && seen !== false && seen !== null) return seen;
  }
  throw new Error(`not within ${WITHIN_MS} ms: ${String(look)}`);
}

async function ask(connection: ClientConfig, sql: string): Promise<unknown[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

const postmasterOf = (dataDir: string): number => readPostmaster(path.join(dataDir, 'postgres'))?.pid ?? 0;
const ended = (pid: number): Promise<true> => eventually(() => !isProcessAlive(pid));

afterEach(async () => {
  await Promise.all(holders.splice(0).map((holder) => holder.end('SIGKILL')));
  for (const folder of folders.splice(0)) {
    const pid = fs.existsSync(folder) ? postmasterOf(path.join(folder, 'data')) : 0;
    if (pid > 1 && isProcessAlive(pid) && isPostgres(pid)) {
      process.kill(pid, 'SIGQUIT');
      await ended(pid);
    }
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

function isPostgres(pid: number): boolean {
  const command = `/proc/${pid}/comm`;
  return !fs.existsSync(command) || fs.readFileSync(command, 'utf8').trim() === 'postgres';
}

describe('a start', () => {
  test('creates a cluster that the next start reuses; a stop leaves no process and no socket', async () => {
    const dataDir = dataFolder();
    const first = hold(dataDir);
    const { adopted, connection } = await first.up();
    expect(adopted).toBe(false);
    await ask(connection, 'create table kept as select 42 as answer');
    const pid = postmasterOf(dataDir);
    await first.end('SIGTERM');
    expect(isProcessAlive(pid)).toBe(false);
    expect(fs.existsSync(connection.host ?? '')).toBe(false);

    const again = await hold(dataDir).up();
    expect(again).toEqual({ event: 'up', adopted: false, connection });
    expect(await ask(again.connection, 'select answer from kept')).toEqual([42]);
  });

  test('listens only on a socket in a closed folder, with case rules of all scripts', async () => {
    const dataDir = await usedDataFolder();
    const { connection } = await hold(dataDir).up();
    expect(fs.statSync(connection.host ?? '').mode & 0o777).toBe(0o700);
    expect(fs.statSync(path.join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
    expect(await ask(connection, 'show listen_addresses')).toEqual(['']);
    expect(await ask(connection, "select lower('ÄPFEL ΣΟΎΠΑ')")).toEqual(['äpfel σούπα']);
    const provider = "select datlocprovider::text, datlocale from pg_database where datname = 'postgres'";
    expect(await ask(connection, provider)).toEqual(['b', 'C.UTF-8']);
    const stranger = ask({ ...connection, password: 'guess' }, 'select 1');
    await expect(stranger).rejects.toThrow(/password authentication failed/);
  });

  test('removes what an interrupted start left', async () => {
    const dataDir = dataFolder();
    const left = path.join(dataDir, 'postgres.new-999999999');
    fs.mkdirSync(left, { recursive: true });
    fs.writeFileSync(path.join(left, 'PG_VERSION'), '18');
    await hold(dataDir).up();
    expect(fs.existsSync(left)).toBe(false);
  });

  test('works in a folder with a path longer than a socket path', async () => {
    const dataDir = path.join(
      dataFolder(),
      ...Array.from({ length: 6 }, () => 'a-rather-long-name-of-a-folder'),
    );
    const holder = hold(dataDir);
    await holder.up();
    await holder.end('SIGTERM');
  });
});

describe('after a crash', () => {
  test('of the app: the next start adopts its server with all committed data', async () => {
    const dataDir = await usedDataFolder();
    const killed = hold(dataDir);
    const { connection } = await killed.up();
    await ask(connection, 'create table kept as select 42 as answer');
    const pid = postmasterOf(dataDir);
    await killed.end('SIGKILL');
    expect(isProcessAlive(pid)).toBe(true);

    const heir = hold(dataDir);
    const again = await heir.up();
    expect(again).toEqual({ event: 'up', adopted: true, connection });
    expect(await ask(again.connection, 'select answer from kept')).toEqual([42]);
    await heir.end('SIGTERM');
    expect(isProcessAlive(pid)).toBe(false);
  });

  test.each(['started', 'adopted'])(
    'of PostgreSQL alone, the app that %s it raises it at the same address',
    async (how) => {
      const dataDir = await usedDataFolder();
      let app = hold(dataDir);
      const { connection } = await app.up();
      if (how === 'adopted') {
        await app.end('SIGKILL');
        app = hold(dataDir);
        expect((await app.up()).adopted).toBe(true);
      }
      const pool = openPool(connection);
      await pool.query('create table kept (answer int)');
      for (const answer of [1, 2, 3]) {
        await pool.query('insert into kept values ($1)', [answer]);
        const pid = postmasterOf(dataDir);
        process.kill(pid, 'SIGKILL');
        expect(await app.next()).toEqual({ event: 'restarted' });
        expect(postmasterOf(dataDir)).not.toBe(pid);
        // earlier connections fail one by one
        await eventuallyAnswers(() => pool.query('select 1'));
      }
      const { rows } = await eventuallyAnswers(() => pool.query('select answer from kept order by answer'));
      expect(rows).toEqual([{ answer: 1 }, { answer: 2 }, { answer: 3 }]);
      await pool.end();
      const last = postmasterOf(dataDir);
      await app.end('SIGTERM');
      expect(isProcessAlive(last)).toBe(false);
    },
  );

  test('of one server process: the app keeps its lock and continues', async () => {
    const dataDir = await usedDataFolder();
    const app = hold(dataDir);
    const { connection } = await app.up();
    const pid = postmasterOf(dataDir);
    const client = new Client(connection);
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    expect(await app.next()).toEqual({ event: 'restarted' });
    expect(postmasterOf(dataDir)).toBe(pid);
    expect(await hold(dataDir).fault()).toEqual([inUse(dataDir, app.process.pid)]);
  });

  test('of both: the next start has all committed data', async () => {
    const dataDir = await usedDataFolder();
    const killed = hold(dataDir);
    const { connection } = await killed.up();
    await ask(connection, 'create table kept as select 42 as answer');
    const pid = postmasterOf(dataDir);
    await killed.end('SIGKILL');
    process.kill(pid, 'SIGKILL');
    await ended(pid);
    const again = await hold(dataDir).up();
    expect(again).toEqual({ event: 'up', adopted: false, connection });
    expect(await ask(again.connection, 'select answer from kept')).toEqual([42]);
  });

  test.each([
    ['postmaster.pid', 'is now the number of another program'],
    ['.s.PGSQL.5432.lock', 'is now the number of another program'],
    ['postmaster.pid', 'was never written into its file'],
  ])('with the process id in %s %s', async (file, what) => {
    const dataDir = await usedDataFolder();
    const first = hold(dataDir);
    const { connection } = await first.up();
    const owner = fs.statSync(path.join(dataDir, 'postgres'));
    const home = path.join(dataDir, 'postgres');
    const at = path.join(file.startsWith('.') ? (connection.host ?? '') : home, file);
    const lock = fs.readFileSync(at, 'utf8');
    await first.end('SIGTERM');

    const other = spawn('sleep', ['60'], { uid: owner.uid, gid: owner.gid, stdio: 'ignore' });
    try {
      fs.mkdirSync(path.dirname(at), { recursive: true, mode: 0o700 });
      fs.chownSync(path.dirname(at), owner.uid, owner.gid);
      fs.writeFileSync(at, what.includes('never') ? '' : lock.replace(/^\d+/, String(other.pid)));
      fs.chownSync(at, owner.uid, owner.gid);
      fs.utimesSync(at, new Date(0), new Date(0));
      expect((await hold(dataDir).up()).adopted).toBe(false);
      expect(other.exitCode, 'the other program is left alone').toBe(null);
    } finally {
      other.kill();
    }
  });
});

describe('a start fails with one clear line', () => {
  test('if another app uses the folder', async () => {
    const dataDir = await usedDataFolder();
    const first = hold(dataDir);
    const { connection } = await first.up();
    expect(await hold(dataDir).fault()).toEqual([inUse(dataDir, first.process.pid)]);
    expect(await ask(connection, 'select 1'), 'and the first is undisturbed').toEqual([1]);
  });

  test('for all but one of concurrent starts on a new folder', async () => {
    const dataDir = dataFolder();
    const apps = [1, 2, 3].map(() => hold(dataDir));
    const events = await Promise.all(apps.map((app) => app.next()));
    const winner = events.findIndex((event) => event.event === 'up');
    const lines = [inUse(dataDir, apps[winner]?.process.pid)];
    expect(events.toSpliced(winner, 1)).toEqual([
      { event: 'fault', lines },
      { event: 'fault', lines },
    ]);
  });

  test('if the folder cannot be used', async () => {
    const dataDir = dataFolder();
    fs.writeFileSync(dataDir, 'a file');
    expect(await hold(dataDir).fault()).toEqual([cannotUse(dataDir, 'EEXIST')]);
  });

  test('if the cluster has another version', async () => {
    const dataDir = dataFolder();
    const home = path.join(dataDir, 'postgres');
    fs.mkdirSync(home, { recursive: true });
    fs.writeFileSync(path.join(home, 'PG_VERSION'), '15\n');
    fs.writeFileSync(path.join(dataDir, 'postgres-password'), 'x');
    expect(await hold(dataDir).fault()).toEqual([
      `${home} was made by PostgreSQL 15, and this is 18: export it there and import it here, or set DATABASE_URL.`,
    ]);
  });

  test('if the password is missing or wrong', async () => {
    const dataDir = await usedDataFolder();
    const file = path.join(dataDir, 'postgres-password');
    const first = hold(dataDir);
    await first.up();
    await first.end('SIGTERM');
    fs.writeFileSync(file, 'another');
    expect(await hold(dataDir).fault()).toEqual([`The password in ${file} doesn't match its PostgreSQL.`]);
    expect(readPostmaster(path.join(dataDir, 'postgres')), 'and nothing is left running').toBe(null);
    fs.rmSync(file);
    expect(await hold(dataDir).fault()).toEqual([`${file} is missing: restore it from a backup.`]);
  });
});

// Only root can switch users; for others the tests above run as an ordinary user.
if (isRoot) {
  describe('as root', () => {
    test('starts below folders that are closed to the user of PostgreSQL', async () => {
      const dataDir = dataFolder();
      fs.chmodSync(path.dirname(dataDir), 0o700);
      const { connection } = await hold(dataDir).up();
      const home = fs.statSync(path.join(dataDir, 'postgres'));
      expect(home.uid).not.toBe(0);
      expect(await ask(connection, 'select 1')).toEqual([1]);
    });

    test('copies binaries from a closed folder, again if the copy is incomplete', async () => {
      const as = await chooseUser([]);
      const closed = path.dirname(dataFolder());
      const native = path.join(closed, 'native');
      fs.mkdirSync(path.join(native, 'bin'), { recursive: true });
      fs.writeFileSync(path.join(native, 'bin/postgres'), 'program', { mode: 0o755 });
      fs.symlinkSync('postgres', path.join(native, 'bin/postmaster'));
      const installed = { native, version: path.basename(closed) };
      const copy = binariesFor(as, installed);
      try {
        expect(copy).not.toBe(native);
        expect(fs.readFileSync(path.join(copy, 'bin/postmaster'), 'utf8')).toBe('program');
        const made = fs.statSync(copy).ino;
        expect(fs.statSync(binariesFor(as, installed)).ino, 'a whole one is used again').toBe(made);
        fs.rmSync(path.join(copy, 'bin/postgres'));
        expect(fs.readFileSync(path.join(binariesFor(as, installed), 'bin/postgres'), 'utf8')).toBe(
          'program',
        );
        fs.chmodSync(copy, 0o777);
        binariesFor(as, installed);
        expect(fs.statSync(copy).mode & 0o777, 'one that others can write to is not trusted').toBe(0o755);
      } finally {
        fs.rmSync(copy, { recursive: true, force: true });
      }
    });

    test('starts for an ordinary user in their own folder only', async () => {
      const as = await chooseUser([]);
      const dataDir = dataFolder();
      fs.chmodSync(path.dirname(dataDir), 0o755);
      expect(await hold(dataDir, { ...as }).fault()).toEqual([cannotUse(dataDir, 'EACCES')]);
      fs.chownSync(path.dirname(dataDir), as?.uid ?? 0, as?.gid ?? 0);
      const ordinary = hold(dataDir, { ...as });
      const { connection } = await ordinary.up();
      expect(await ask(connection, 'select 1')).toEqual([1]);
      await ordinary.end('SIGTERM');
      expect((await hold(dataDir).up()).adopted, 'root runs it as the folder’s owner').toBe(false);
      expect(fs.statSync(path.join(dataDir, 'postgres')).uid).toBe(as?.uid);
    });

    test('fails with one line for a user without a name', async () => {
      const dataDir = dataFolder();
      fs.chownSync(path.dirname(dataDir), NAMELESS_USER, NAMELESS_USER);
      expect(await hold(dataDir, { uid: NAMELESS_USER, gid: NAMELESS_USER }).fault()).toEqual([
        `PostgreSQL can't run as a user without a name: user id ${NAMELESS_USER} has no entry in /etc/passwd.`,
      ]);
    });
  });
}

function inUse(dataDir: string, by: number | undefined): string {
  return `Another OpenLarder (process ${by}) is using ${dataDir}: stop it, or set DATA_DIR to another folder.`;
}

function cannotUse(dataDir: string, code: string): string {
  return `The data folder ${dataDir} can't be used (${code}): set DATA_DIR to another folder.`;
}

async function eventuallyAnswers<Result>(query: () => Promise<Result>): Promise<Result> {
  for (const until = performance.now() + WITHIN_MS; ; await sleep(20)) {
    try {
      return await query();
    } catch (error) {
      if (performance.now() > until) throw error;
    }
  }
}
