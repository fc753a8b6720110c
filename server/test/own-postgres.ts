import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { binariesFor, chooseUser } from '#server/platform/postgres/embedded-postgres-binaries.ts';
import { freePort } from './app-process.ts';

const USER = 'openlarder';
const PASSWORD = 'a password of the tests';
const WITHIN_MS = 60_000;

/** A PostgreSQL as an operator maintains one, for `DATABASE_URL`: reached by TCP, and ended by hand. */
export type OwnPostgres = {
  readonly port: number;
  /** Its data folder. */
  readonly folder: string;
  readonly connection: pg.ClientConfig;
  /** The address of a database in it, `postgres` by default. */
  url(database?: string): string;
  /** Resolves when it accepts connections. */
  start(): Promise<void>;
  /** SIGINT ends the connections and stops cleanly, SIGKILL kills it. Resolves when it has ended. */
  stop(signal?: 'SIGINT' | 'SIGKILL'): Promise<void>;
  /** Stops all of its processes as they are, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** A standby in a new folder that follows this one, made while it does not run; yet to be started. */
  standby(folder: string): Promise<OwnPostgres>;
};

/**
 * A new cluster in `parent`, which its user must be able to enter; `binaries` is the folder with bin and lib, of the
 * embedded PostgreSQL by default. It is yet to be started.
 */
export async function makeOwnPostgres(
  parent: string,
  settings: Readonly<Record<string, string>> = {},
  binaries?: string,
): Promise<OwnPostgres> {
  const as = await chooseUser([]);
  const folder = fs.mkdtempSync(path.join(parent, 'postgres-'));
  const passwordFile = path.join(parent, 'password');
  fs.writeFileSync(passwordFile, PASSWORD);
  if (as) for (const each of [folder, passwordFile]) fs.chownSync(each, as.uid, as.gid);
  const from = binaries ?? binariesFor(as);
  execFileSync(
    path.join(from, 'bin', 'initdb'),
    ['-D', folder, '-U', USER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '-N'].concat(
      '--locale=C',
    ),
    {
      ...as,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    },
  );
  return runOn(folder, from, settings);
}

async function runOn(
  folder: string,
  from: string,
  settings: Readonly<Record<string, string>>,
): Promise<OwnPostgres> {
  const as = await chooseUser([folder]);
  const port = Number(await freePort());
  const connection = { host: '127.0.0.1', port, user: USER, password: PASSWORD, database: 'postgres' };
  let child: ChildProcess | null = null;
  let ended: Promise<unknown> = Promise.resolve();

  const processes = (): number[] => {
    const pid = child?.pid ?? 0;
    const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return [pid, ...children.map(Number)];
  };
  const signalAll = (signal: NodeJS.Signals): void => {
    for (const pid of processes()) process.kill(pid, signal);
  };

  return {
    port,
    folder,
    connection,
    url: (database = 'postgres') =>
      `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`,
    async start() {
      const all = {
        fsync: 'off',
        listen_addresses: '127.0.0.1',
        unix_socket_directories: folder,
        ...settings,
      };
      const started = spawn(
        path.join(from, 'bin', 'postgres'),
        ['-D', folder, '-p', String(port)].concat(
          Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
        ),
        {
          ...as,
          cwd: folder,
          detached: true,
          stdio: ['ignore', 'ignore', 'pipe'],
          env: { PATH: process.env['PATH'], LC_ALL: 'C' },
        },
      );
      let words = '';
      started.stderr.setEncoding('utf8').on('data', (text: string) => {
        words = (words + text).slice(-2000);
      });
      child = started;
      ended = new Promise((resolve) => started.once('close', resolve));
      for (const until = performance.now() + WITHIN_MS; ; await sleep(20)) {
        if (started.exitCode !== null || performance.now() > until) throw new Error(`not started: ${words}`);
        const client = new pg.Client(connection);
        client.on('error', () => {});
        const isUp = await client.connect().then(
          () => true,
          () => false,
        );
        await client.end().catch(() => {});
        if (isUp) return;
      }
    },
    async stop(signal = 'SIGINT') {
      if (child?.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async standby(copy) {
      execFileSync('cp', ['-a', folder, copy]);
      fs.writeFileSync(path.join(copy, 'standby.signal'), '');
      const primary = `host=127.0.0.1 port=${port} user=${USER} password='${PASSWORD}'`;
      return runOn(copy, from, { ...settings, primary_conninfo: primary });
    },
  };
}
