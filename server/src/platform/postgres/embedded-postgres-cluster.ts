import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  binariesFor,
  chooseUser,
  type RunAs,
  userHasName,
} from '#server/platform/postgres/embedded-postgres-binaries.ts';
import { makePrivateFolder, readOrCreateSecret } from '#server/platform/private-files.ts';
import { postgresTexts } from '../startup-texts.ts';
import { errorCode, StartupError } from '#server/platform/startup-error.ts';

const run = promisify(execFile);

/** Of the pinned binaries: a cluster belongs to one major version. */
const MAJOR_VERSION = '18';
export const POSTGRES_PORT = 5432;
/** The maximum length of a Unix socket path, less what PostgreSQL appends. */
const LONGEST_SOCKET_FOLDER = 107 - `/.s.PGSQL.${POSTGRES_PORT}.lock`.length;
/** PostgreSQL fills its lock file immediately: one that stays empty longer was left by a crash. */
const EMPTY_LOCK_GRACE_MS = 2000;

/** The paths and the user of a cluster; `dataDirArg` is `home` as PostgreSQL gets it. */
export type Cluster = {
  home: string;
  binaries: string;
  as: RunAs;
  dataDirArg: string;
  socketDir: string;
  password: string;
};

/** The environment of PostgreSQL; none of our settings. */
export const POSTGRES_ENV = { PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C' };

/**
 * Opens the cluster in `dataDir/postgres`; creates it if missing. Throws a StartupError for a folder that
 * cannot be written, another major version, another owner, or a user id without a name.
 */
export async function openCluster(dataDir: string, durable: boolean): Promise<Cluster> {
  try {
    await makePrivateFolder(dataDir);
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    const home = path.join(fs.realpathSync(dataDir), 'postgres');
    const as = await chooseUser([home, dataDir]);
    const made = fs.existsSync(home);
    if (made) refuseForeign(home);
    const cluster: Cluster = {
      home,
      binaries: binariesFor(as),
      as,
      // The current folder is entered before root's rights are dropped, so no folder above it has to
      // be open to PostgreSQL's user.
      dataDirArg: process.platform === 'linux' && as ? '/proc/self/cwd' : home,
      socketDir: openSocketDir(home, as),
      password: passwordIn(dataDir, made),
    };
    if (!made) await makeCluster(cluster, durable);
    return cluster;
  } catch (error) {
    const code = errorCode(error);
    if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC'].includes(code))
      throw new StartupError((translate) =>
        translate(postgresTexts, 'folder-unusable', { folder: path.resolve(dataDir), code }),
      );
    throw error;
  }
}

function refuseForeign(home: string): void {
  const owner = fs.statSync(home).uid;
  const self = process.getuid?.();
  if (self !== 0 && self !== owner) {
    const users = { folder: home, owner: String(owner), self: String(self) };
    throw new StartupError((translate) => translate(postgresTexts, 'foreign-owner', users));
  }
  const version = fs.readFileSync(path.join(home, 'PG_VERSION'), 'utf8').trim();
  if (version !== MAJOR_VERSION)
    throw new StartupError((translate) =>
      translate(postgresTexts, 'other-version', { folder: home, found: version, expected: MAJOR_VERSION }),
    );
}

function passwordIn(dataDir: string, clusterMade: boolean): string {
  const name = 'postgres-password';
  if (clusterMade && !fs.existsSync(path.join(dataDir, name)))
    throw new StartupError((translate) =>
      translate(postgresTexts, 'password-missing', { file: path.resolve(dataDir, name) }),
    );
  return readOrCreateSecret(dataDir, name);
}

/**
 * The folder of the Unix socket: short, so that the data folder may be deep; the same at every start of this
 * cluster; closed to others. If a folder of that name is not ours, a random name is used.
 */
function openSocketDir(home: string, as: RunAs): string {
  const temporary =
    [os.tmpdir(), '/tmp'].find((folder) => folder.length + 30 < LONGEST_SOCKET_FOLDER) ?? '/tmp';
  const name = `openlarder-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`;
  const known = path.join(temporary, name);
  if (!fs.existsSync(known)) fs.mkdirSync(known, { mode: 0o700, recursive: true });
  else if (isClosedFolderOf(known, as)) return known;
  // the folder of another user may not even be read
  const isOurs = isClosedFolderOf(known, null) && fs.readdirSync(known).length === 0;
  const at = isOurs ? known : fs.mkdtempSync(`${known}-`);
  if (as) fs.chownSync(at, as.uid, as.gid);
  return at;
}

export function makeSocketDir(folder: string, as: RunAs): void {
  if (fs.existsSync(folder)) return;
  fs.mkdirSync(folder, { mode: 0o700, recursive: true });
  if (as) fs.chownSync(folder, as.uid, as.gid);
}

function isClosedFolderOf(folder: string, as: RunAs): boolean {
  const found = fs.lstatSync(folder);
  return found.isDirectory() && found.uid === (as?.uid ?? process.getuid?.()) && (found.mode & 0o077) === 0;
}

/** Created under a temporary name and renamed, so that an interrupted start leaves nothing incomplete. */
async function makeCluster(cluster: Cluster, durable: boolean): Promise<void> {
  const { home, as } = cluster;
  if (!(await userHasName(as)))
    throw new StartupError((translate) =>
      translate(postgresTexts, 'nameless-user', { uid: String(as?.uid ?? process.getuid?.()) }),
    );
  for (const left of fs.readdirSync(path.dirname(home)).filter((name) => /^postgres[.]new-\d+$/.test(name)))
    if (!isProcessAlive(Number(left.split('-').at(-1))))
      fs.rmSync(path.join(path.dirname(home), left), { recursive: true, force: true });
  const fresh = `${home}.new-${process.pid}`;
  fs.rmSync(fresh, { recursive: true, force: true });
  fs.mkdirSync(fresh, { mode: 0o700 });
  const passwordFile = path.join(cluster.socketDir, `password-${process.pid}`);
  fs.writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  if (as) for (const one of [fresh, passwordFile]) fs.chownSync(one, as.uid, as.gid);
  try {
    await run(
      path.join(cluster.binaries, 'bin', 'initdb'),
      [
        ...['-D', as ? cluster.dataDirArg : fresh, '-U', 'openlarder', '-A', 'scram-sha-256'],
        ...[`--pwfile=${passwordFile}`, '-E', 'UTF8', '--no-instructions'],
        // The built-in locale is the same on every system and has the case rules of all scripts.
        ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
        ...(durable ? [] : ['--no-sync']),
      ],
      { ...as, cwd: fresh, env: POSTGRES_ENV },
    );
    fs.renameSync(fresh, home);
  } catch (error) {
    fs.rmSync(fresh, { recursive: true, force: true });
    if (['ENOTEMPTY', 'EEXIST'].includes(errorCode(error)) && fs.existsSync(home)) return; // another start was first
    const reason = error instanceof Error && 'stderr' in error ? lastLine(String(error.stderr)) : '';
    throw reason
      ? new StartupError((translate) => translate(postgresTexts, 'folder-not-made', { reason }))
      : error;
  } finally {
    fs.rmSync(passwordFile, { force: true });
  }
}

/** The line of PostgreSQL's output with the error; a full disk causes others after it. */
export function lastLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !/^(HINT|DETAIL):/.test(line));
  const full = lines.find((line) => /No space left on device/.test(line));
  return full ?? lines.findLast((line) => /FATAL:|PANIC:|error:/.test(line)) ?? lines.at(-1) ?? '';
}

/** Reads the lock file of a running cluster; null if it is missing or incomplete. */
export type Postmaster = { pid: number; socketDir: string; port: number; ready: boolean };

export function readPostmaster(home: string): Postmaster | null {
  let lines: string[];
  try {
    lines = fs.readFileSync(path.join(home, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const [pid, , , port, socketDir, , , status] = lines;
  if (!pid) return null;
  return {
    pid: Number(pid),
    port: Number(port),
    socketDir: socketDir ?? '',
    ready: status?.trim() === 'ready',
  };
}

/** Whether a process with this id exists, of any user. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Whether the process is a PostgreSQL on this cluster, and not another with a reused id. */
export function isPostmasterOf(pid: number, home: string): boolean {
  if (!isProcessAlive(pid)) return false;
  try {
    if (process.platform === 'linux') {
      const [folder, own] = [fs.statSync(`/proc/${pid}/cwd`), fs.statSync(home)];
      return folder.dev === own.dev && folder.ino === own.ino;
    }
    const command = execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
    return path.basename(command.trim()) === 'postgres';
  } catch {
    return false;
  }
}

/**
 * Removes lock files that would keep PostgreSQL from starting although none runs: their process id belongs to
 * another program now, or they were never filled. PostgreSQL itself removes those of a dead process, after it
 * has checked its children.
 */
export function clearStaleLocks({ home, socketDir }: Cluster): void {
  for (const file of [
    path.join(home, 'postmaster.pid'),
    path.join(socketDir, `.s.PGSQL.${POSTGRES_PORT}.lock`),
  ]) {
    const found = fs.statSync(file, { throwIfNoEntry: false });
    if (!found) continue;
    const pid = Number.parseInt(fs.readFileSync(file, 'utf8'), 10);
    const stale = Number.isNaN(pid)
      ? Date.now() - found.mtimeMs > EMPTY_LOCK_GRACE_MS
      : isProcessAlive(pid) && !isPostmasterOf(pid, home);
    if (stale) fs.rmSync(file, { force: true });
  }
}

export const hasCluster = (dataDir: string): boolean =>
  fs.existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'));

/**
 * How to connect to the embedded PostgreSQL that runs on this data folder, no matter what started it; null if none
 * runs. A connection does not keep it running.
 */
export function findRunningPostgres(dataDir: string): pg.ClientConfig | null {
  const home = path.join(fs.realpathSync(dataDir), 'postgres');
  const there = readPostmaster(home);
  if (!there?.ready || !isPostmasterOf(there.pid, home)) return null;
  return {
    host: there.socketDir,
    port: POSTGRES_PORT,
    user: 'openlarder',
    password: fs.readFileSync(path.join(dataDir, 'postgres-password'), 'utf8').trim(),
    database: 'postgres',
  };
}
