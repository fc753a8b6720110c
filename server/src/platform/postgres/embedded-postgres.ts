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
import { postgresTexts } from '../startup-texts.ts';
import { errorCode, StartupError } from '#server/platform/startup-error.ts';

/** Advisory lock held by one app for its lifetime: two on one cluster would each stop it under the other. */
const APP_LOCK = [0x4f4c, 1] as const;
const KEEPER = 'openlarder keeper';
const START_WITHIN_MS = 60_000;
const CLEAN_STOP_WITHIN_MS = 20_000;
const RETRY_PAUSE_MS = 250;
/**
 * Errors that may be gone at the next try: another start, a stop that has just removed the socket's folder, or children
 * of a killed server that are still ending.
 */
const PASSING =
  /lock file ".+"( already exists| is empty|: No such file)|shared memory block .+ still in use/;

export type RunningPostgres = {
  connection: { host: string; port: number; user: string; password: string; database: string };
  /** Whether it was running already, left behind by a killed app. */
  adopted: boolean;
  /** Calls `listener` each time the server has died and is available again, at the same address. */
  onRestart(listener: () => void): void;
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** Gets PostgreSQL's log lines, and messages about restarts. */
  log: Log;
  /** Off in tests, where a new cluster need not be synced to the disk. */
  durable?: boolean;
  /** The most connections, 60 by default. */
  connections?: number;
};

/** `warn` for operators; `debug` for routine messages. */
type Log = (line: string, level: 'debug' | 'warn') => void;

type StartOptions = { readonly log: Log; readonly connections: number };
type Raised = { pid: number; child: ChildProcess | null; keeper: Client };

/**
 * Starts the PostgreSQL from npm on the cluster in `dataDir/postgres`, or adopts one that runs there, and
 * restarts it whenever it dies before `stop`. It listens on a Unix socket only. A terminal's Ctrl-C does not
 * reach it, so that the app can drain first. Throws a StartupError if it cannot start.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  { log, durable = true, connections = 60 }: EmbeddedPostgresOptions,
): Promise<RunningPostgres> {
  const cluster = await openCluster(dataDir, durable);
  const running = readPostmaster(cluster.home);
  // Clients keep the address: an adopted server stays, and is restarted, at its own.
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
    let reason = '';
    while (!stopping.signal.aborted) {
      try {
        watch(await raise(cluster, connection, { log, connections }));
        log('PostgreSQL answers again', 'warn');
        for (const listener of listeners) listener();
        return;
      } catch (error) {
        const found = error instanceof Error ? error.message : String(error);
        // once for each reason: it is tried several times a second
        if (found !== reason) log(`PostgreSQL could not be started again: ${found}`, 'warn');
        reason = found;
        await sleep(RETRY_PAUSE_MS, null, { signal: stopping.signal }).catch(() => {});
      }
    }
  };

  const first = await raise(cluster, connection, { log, connections });
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

/** A running server on the cluster, adopted or started, and the app's lock on it. */
async function raise(
  cluster: Cluster,
  connection: RunningPostgres['connection'],
  options: StartOptions,
): Promise<Raised> {
  const until = performance.now() + START_WITHIN_MS;
  let reason = 'no answer';
  for (; performance.now() < until; await sleep(50)) {
    const there = readPostmaster(cluster.home);
    let child: ChildProcess | null = null;
    if (!there || !isPostmasterOf(there.pid, cluster.home)) {
      clearStaleLocks(cluster);
      // another app has just stopped it
      makeSocketDir(cluster.socketDir, cluster.as);
      const started = await startServer(cluster, options, until);
      if (typeof started === 'string') {
        if (!PASSING.test(started))
          throw new StartupError((translate) => translate(postgresTexts, 'not-started', { reason: started }));
        reason = started;
        continue;
      }
      child = started;
    } else if (!there.ready) continue;
    try {
      const keeper = await takeHold(connection, cluster.home);
      // left behind by an app that needed fewer
      if (there?.pid && !child && (await takesFewer(keeper, options.connections))) {
        await lower({ pid: there.pid, child, keeper });
        continue;
      }
      return { pid: child?.pid ?? there?.pid ?? 0, child, keeper };
    } catch (error) {
      // another app has adopted the server that was just started: it belongs to that app
      if (child?.pid && !(error instanceof FolderInUse)) await endProcess(child.pid);
      if (error instanceof StartupError) throw error;
      // Starting, stopping, or gone in the meantime: try again.
      reason = error instanceof Error ? error.message : String(error);
    }
  }
  const waited = { seconds: START_WITHIN_MS / 1000, reason };
  throw new StartupError((translate) => translate(postgresTexts, 'not-ready', waited));
}

/** Starts a server and waits until it accepts connections; throws its last log line if it ends instead. */
async function startServer(
  cluster: Cluster,
  { log, connections }: StartOptions,
  until: number,
): Promise<ChildProcess | string> {
  const child = spawn(
    path.join(cluster.binaries, 'bin', 'postgres'),
    [
      ...['-D', cluster.dataDirArg, '-k', cluster.socketDir, '-h', '', '-p', String(POSTGRES_PORT)],
      ...[
        `max_connections=${connections}`,
        'unix_socket_permissions=0700',
        'lc_messages=C',
        'log_timezone=UTC',
      ].flatMap((setting) => ['-c', setting]),
      // Errors of statements contain user data; the app reports them.
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

/** Another app holds the lock on the cluster. */
class FolderInUse extends StartupError {}

/** A connection that holds the app's lock on the cluster until it ends. */
async function takeHold(connection: ClientConfig, home: string): Promise<Client> {
  const keeper = new Client({
    ...connection,
    application_name: `${KEEPER} ${process.pid}`,
    connectionTimeoutMillis: 3000,
  });
  // The end is handled by `end` listeners.
  keeper.on('error', () => {});
  try {
    await keeper.connect();
    // The connection of a killed app ends within moments: worth a short wait for its lock.
    await keeper.query("set lock_timeout = '2s'");
    await keeper.query('select pg_advisory_lock($1, $2)', [...APP_LOCK]);
    return keeper;
  } catch (error) {
    const dataDir = path.dirname(home);
    const pid = errorCode(error) === '55P03' ? await holderOfLock(keeper) : null;
    await keeper.end().catch(() => {});
    if (errorCode(error) === '55P03')
      throw new FolderInUse((translate) =>
        pid === null
          ? translate(postgresTexts, 'in-use', { folder: dataDir })
          : translate(postgresTexts, 'in-use-by', { folder: dataDir, pid }),
      );
    if (errorCode(error) === '28P01')
      throw new StartupError((translate) =>
        translate(postgresTexts, 'password-wrong', { file: `${dataDir}/postgres-password` }),
      );
    throw error;
  }
}

/** The id of the process that holds the app's lock; null if it is not known. */
async function holderOfLock(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and granted and classid = $1 and objid = $2`,
    [...APP_LOCK],
  );
  return new RegExp(`^${KEEPER} (\\d+)$`).exec(rows[0]?.name ?? '')?.[1] ?? null;
}

async function takesFewer(client: Client, connections: number): Promise<boolean> {
  const { rows } = await client.query<{ most: number }>(
    `select current_setting('max_connections')::int as most`,
  );
  return (rows[0]?.most ?? 0) < connections;
}

async function lower({ pid, keeper }: Raised): Promise<void> {
  await endProcess(pid);
  await keeper.end().catch(() => {});
}

/** Stops the server cleanly, else immediately: its write-ahead log restores everything. */
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
