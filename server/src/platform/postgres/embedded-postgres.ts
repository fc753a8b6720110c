import { type ChildProcess, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import {
  clearStaleLocks,
  type Cluster,
  isProcessAlive,
  isPostmasterOf,
  lastLine,
  makeSocketDir,
  openCluster,
  POSTGRES_PORT,
  POSTGRES_ENV,
  readPostmaster,
} from '#server/platform/postgres/embedded-postgres-cluster.ts';
import { errorCode, StartupError } from '#server/platform/startup-error.ts';

/** Held by one app for as long as it lives: two on one cluster would each stop it under the other. */
const APP_LOCK = [0x4f4c, 1] as const;
const KEEPER = 'openlarder keeper';
const START_WITHIN_MS = 60_000;
const CLEAN_STOP_WITHIN_MS = 20_000;
const LONGEST_PAUSE_MS = 10_000;
/** Of these the next try may find nothing left: another start, or children of a killed server on their way out. */
const PASSING = /lock file ".+" (already exists|is empty)|shared memory block .+ still in use/;

export type RunningPostgres = {
  connection: { host: string; port: number; user: string; password: string; database: string };
  /** True when it was running already, left behind by an app that was killed. */
  adopted: boolean;
  /** Calls `listener` each time the server went away by itself and answers again, at the same address. */
  onRestart(listener: () => void): void;
  /** Stops the server cleanly and waits for its end. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** Hears the lines PostgreSQL writes, and what is done about its absence. */
  log: Log;
  /** Off in tests: a new cluster need not reach the disk before it is used. */
  durable?: boolean;
};

/** `warn`: what an operator wants to know of; `debug`: the daily talk of a server. */
type Log = (line: string, level: 'debug' | 'warn') => void;

type Raised = { pid: number; child: ChildProcess | null; keeper: Client };

/**
 * Starts the PostgreSQL that npm installed on the cluster in `dataDir/postgres`, or adopts the one already there,
 * and starts it again whenever it dies before `stop`. It listens on a Unix socket only. Ctrl-C in a terminal does
 * not reach it, so that the app can drain first. Refuses with a StartupError what keeps it from starting.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  { log, durable = true }: EmbeddedPostgresOptions,
): Promise<RunningPostgres> {
  const cluster = await openCluster(dataDir, durable);
  const running = readPostmaster(cluster.home);
  // Who connects keeps the address: a server that was left behind is met, and later restarted, where it is.
  if (running && isPostmasterOf(running.pid, cluster.home) && running.socketDir)
    cluster.socketDir = running.socketDir;
  const connection = {
    host: cluster.socketDir,
    port: POSTGRES_PORT,
    user: 'openlarder',
    password: cluster.password,
    database: 'postgres',
  };
  const listeners: (() => void)[] = [];
  const stopping = new AbortController();
  let recovery: Promise<void> = Promise.resolve();
  let current: Raised | null = null;

  const watch = (raised: Raised): void => {
    current = raised;
    raised.keeper.once('end', () => {
      current = null;
      if (!stopping.signal.aborted) recovery = recover();
    });
  };
  const recover = async (): Promise<void> => {
    log('PostgreSQL went away: starting it again', 'warn');
    for (let pauseMs = 250; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        watch(await raise(cluster, connection, log));
        log('PostgreSQL answers again', 'warn');
        for (const listener of listeners) listener();
        return;
      } catch (error) {
        log(
          `PostgreSQL could not be started again: ${error instanceof Error ? error.message : String(error)}`,
          'warn',
        );
        await sleep(pauseMs, null, { signal: stopping.signal }).catch(() => {});
      }
    }
  };

  const first = await raise(cluster, connection, log);
  watch(first);
  return {
    connection,
    adopted: first.child === null,
    onRestart(listener) {
      listeners.push(listener);
    },
    async stop() {
      stopping.abort();
      await recovery;
      if (current) await lower(current);
      removeIfEmpty(cluster.socketDir);
    },
  };
}

/** One running server on the cluster and the app's lock on it: the one that is there, else a new one. */
async function raise(cluster: Cluster, connection: RunningPostgres['connection'], log: Log): Promise<Raised> {
  const until = performance.now() + START_WITHIN_MS;
  let reason = 'it does not answer';
  for (; performance.now() < until; await sleep(50)) {
    const there = readPostmaster(cluster.home);
    let child: ChildProcess | null = null;
    if (!there || !isPostmasterOf(there.pid, cluster.home)) {
      clearStaleLocks(cluster);
      // whoever has just stopped took it along
      makeSocketDir(cluster.socketDir, cluster.as);
      const started = await startServer(cluster, log, until);
      if (typeof started === 'string') {
        if (!PASSING.test(started)) throw new StartupError(`PostgreSQL did not start: ${started}`);
        reason = started;
        continue;
      }
      child = started;
    } else if (!there.ready) continue;
    try {
      const keeper = await takeHold(connection, cluster.home);
      return { pid: child?.pid ?? there?.pid ?? 0, child, keeper };
    } catch (error) {
      // whoever was faster has adopted what we have just started: it is theirs
      if (child?.pid && !(error instanceof FolderInUse)) await endProcess(child.pid);
      if (error instanceof StartupError) throw error;
      // Coming up, going down, or gone between two looks: look again.
      reason = error instanceof Error ? error.message : String(error);
    }
  }
  throw new StartupError(`PostgreSQL was not ready within ${START_WITHIN_MS / 1000} s: ${reason}`);
}

/** Starts a server and waits until it takes connections; its own last words when it ends instead. */
async function startServer(cluster: Cluster, log: Log, until: number): Promise<ChildProcess | string> {
  const child = spawn(
    path.join(cluster.binaries, 'bin', 'postgres'),
    [
      ...['-D', cluster.dataDirArg, '-k', cluster.socketDir, '-h', '', '-p', String(POSTGRES_PORT)],
      ...['max_connections=60', 'unix_socket_permissions=0700', 'lc_messages=C', 'log_timezone=UTC'].flatMap(
        (setting) => ['-c', setting],
      ),
      // Errors of statements carry what people wrote; they are the app's to report.
      ...[
        'log_min_messages=log',
        'log_error_verbosity=terse',
        'log_line_prefix=',
        'log_checkpoints=off',
      ].flatMap((setting) => ['-c', setting]),
    ],
    {
      ...cluster.as,
      cwd: cluster.home,
      env: POSTGRES_ENV,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let words = '';
  const life = { ended: false };
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-4000);
    for (const line of text.trimEnd().split('\n'))
      log(line, /^(WARNING|PANIC):/.test(line) ? 'warn' : 'debug');
  });
  child.once('error', (error) => {
    words += error.message;
    life.ended = true;
  });
  child.once('close', () => {
    life.ended = true;
  });
  for (; !life.ended && performance.now() < until; await sleep(5)) {
    const there = readPostmaster(cluster.home);
    if (there?.pid === child.pid && there?.ready) return child;
  }
  if (!life.ended && child.pid) await endProcess(child.pid);
  return lastLine(words);
}

/** Another app has the lock on the cluster. */
class FolderInUse extends StartupError {}

/** A connection that holds the app's lock on the cluster until it ends. */
async function takeHold(connection: ClientConfig, home: string): Promise<Client> {
  const keeper = new Client({
    ...connection,
    application_name: `${KEEPER} ${process.pid}`,
    connectionTimeoutMillis: 3000,
  });
  // Whoever needs to know hears `end`.
  keeper.on('error', () => {});
  try {
    await keeper.connect();
    // A killed app's connection ends within moments of it: its lock is worth a short wait.
    await keeper.query("set lock_timeout = '2s'");
    await keeper.query('select pg_advisory_lock($1, $2)', [...APP_LOCK]);
    return keeper;
  } catch (error) {
    const dataDir = path.dirname(home);
    const holder = errorCode(error) === '55P03' ? await holderOfLock(keeper) : '';
    await keeper.end().catch(() => {});
    if (errorCode(error) === '55P03')
      throw new FolderInUse(
        `Another OpenLarder${holder} is using ${dataDir}: stop it, or set DATA_DIR to another folder.`,
      );
    if (errorCode(error) === '28P01')
      throw new StartupError(`The password in ${dataDir}/postgres-password is not that of its PostgreSQL.`);
    throw error;
  }
}

/** Names the process that holds the app's lock, as a part of a sentence. */
async function holderOfLock(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and granted and classid = $1 and objid = $2`,
    [...APP_LOCK],
  );
  const pid = new RegExp(`^${KEEPER} (\\d+)$`).exec(rows[0]?.name ?? '')?.[1];
  return pid === undefined ? '' : ` (process ${pid})`;
}

async function lower({ pid, keeper }: Raised): Promise<void> {
  await endProcess(pid);
  await keeper.end().catch(() => {});
}

/** Ends the server cleanly; when it does not come to an end, at once, and its log of writes brings all back. */
async function endProcess(pid: number): Promise<void> {
  for (const [signal, withinMs] of [
    ['SIGINT', CLEAN_STOP_WITHIN_MS],
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ] as const) {
    if (isProcessAlive(pid)) process.kill(pid, signal);
    for (const until = performance.now() + withinMs; performance.now() < until; await sleep(5))
      if (!isProcessAlive(pid)) return;
  }
}

function removeIfEmpty(folder: string): void {
  try {
    fs.rmdirSync(folder);
  } catch {
    // not empty, or gone
  }
}
