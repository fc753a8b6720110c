// Releases in folders of their own: how large one is, how soon it answers without a network, and what an update from the release
// before costs people under load, by the steps of docs/operating.md.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findRunningPostgres } from '../../server/src/platform/postgres/embedded-postgres-cluster.ts';
import { freePort } from '../../server/test/app-process.ts';
import { ENV } from '../people.ts';
import { type Answer, call, type Row, type Stage, type Trial, untilTrue } from './stage.ts';
import { isOdd, judge, startWriters } from './writers.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const STARTS = 5;
const MOST = { unpackedMb: 400, startMs: 2000, imageMb: 400, packedMb: 150 };
/** debian:trixie-slim, as its registry says: unpacked and packed. */
const BASE_MB = { unpacked: 79, packed: 30 };
const WRITERS = 30;
const LOOKERS = 5;
const PAUSE_MS = 1000;
const CADDY = ['/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy'].find(existsSync);

/** Runs a command; returns what it prints. Those who call meanwhile go on. */
async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, {
    cwd,
    env: { ...process.env, ...env },
    maxBuffer: 1e8,
  });
  return stdout;
}

/** Makes a release of the sources in `source`; returns its folder. */
async function makeRelease(stage: Stage, source: string, name: string): Promise<string> {
  const folder = path.join(stage.folder, name);
  await run(process.execPath, ['scripts/release.mjs', folder], source);
  return folder;
}

const versionIn = (folder: string): string =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version;

export const release: Trial = async (stage, isShort) => {
  const folder = await makeRelease(stage, ROOT, 'release');
  const unpacked = (await sizeOf(folder)) / 1e6;
  const archive = path.join(stage.folder, 'release.tar.gz');
  await run('tar', ['-czf', archive, '-C', folder, '.'], ROOT);
  const packed = statSync(archive).size / 1e6;
  rmSync(archive);
  const data = path.join(stage.folder, 'data');
  const port = await freePort();
  const probe = path.join(import.meta.dirname, 'start-times.ts');
  const times = [process.execPath, probe, folder, data, port, String(isShort ? 3 : STARTS)];
  // a network of its own, with nothing in it but loopback
  const isAlone = process.getuid?.() === 0 && existsSync('/usr/bin/unshare');
  const [program = '', ...args] = isAlone
    ? ['unshare', '-n', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...times]
    : times;
  const starts: number[] = JSON.parse(await run(program, args, ROOT));
  const middle = starts.toSorted((a, b) => a - b)[Math.floor(starts.length / 2)] ?? Number.NaN;
  const image = { unpacked: unpacked + BASE_MB.unpacked, packed: packed + BASE_MB.packed };
  return [
    {
      done: `a release of ${versionIn(folder)}`,
      found: `${unpacked.toFixed(0)} MB unpacked, ${packed.toFixed(0)} MB as tar.gz`,
      isGood: unpacked <= MOST.unpackedMb,
    },
    {
      done: 'the image, estimated: it and debian:trixie-slim',
      found: `${image.unpacked.toFixed(0)} MB unpacked, ${image.packed.toFixed(0)} MB packed`,
      isGood: image.unpacked <= MOST.imageMb && image.packed <= MOST.packedMb,
    },
    {
      done: `${starts.length} starts on a database that is there, ${isAlone ? 'without a network' : 'with the network'}`,
      found: `/healthz 200 after ${starts.map((ms) => ms.toFixed(0)).join(', ')} ms, median ${middle.toFixed(0)} ms (load average ${os.loadavg()[0]?.toFixed(1)})`,
      isGood: middle <= MOST.startMs,
    },
  ];
};

async function sizeOf(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}

export const update: Trial = async (stage) => {
  const now = await makeRelease(stage, ROOT, 'now');
  const before = process.env['BEFORE'] ?? (await makeRelease(stage, await sourceBefore(stage), 'before'));
  const releases = [before, now, makeNext(stage, now)];
  const link = path.join(stage.folder, 'app');
  const use = (folder: string): void => {
    rmSync(link, { force: true });
    symlinkSync(folder, link);
  };
  use(releases[0] ?? '');
  const dataDir = path.join(stage.folder, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const app = await startService(stage, link, dataDir);
  const proxy = await startCaddy(stage, app.port);
  const pool = stage.pool(findRunningPostgres(dataDir) ?? undefined);
  const address = () => proxy ?? `http://127.0.0.1:${app.port}`;
  const at = { address };
  const writers = await startWriters(at, pool, { count: WRITERS, peopleEach: 10, pauseMs: PAUSE_MS });
  const over = new AbortController();
  const looks: Answer[] = [];
  const looking = Array.from({ length: LOOKERS }, async () => {
    while (!over.signal.aborted) {
      for (const url of ['/', '/healthz', '/api/impact-facts'])
        looks.push(await call(address(), '', 'GET', url));
      await sleep(100);
    }
  });
  const rows: Row[] = [];
  for (const [nth, folder] of releases.entries()) {
    if (nth === 0) continue;
    await sleep(5000);
    const [from, fromLook, beganMs] = [writers.answers.length, looks.length, performance.now()];
    const written = writers.count();
    const was = await versionAt(address());
    use(folder);
    const said = await run('node_modules/.bin/node', ['scripts/reload.mjs'], link, { DATA_DIR: dataDir });
    await untilTrue(async () => (await versionAt(address())) === versionIn(folder));
    const seconds = (performance.now() - beganMs) / 1000;
    await sleep(5000);
    const all = [...writers.answers.slice(from), ...looks.slice(fromLook)];
    const failed = all.filter((answer) => [0, 429, 503].includes(answer.status) || isOdd(answer));
    rows.push({
      done: `${was} → ${await versionAt(address())}, ${proxy ? 'behind Caddy' : 'directly'}: ${said.trim().split('\n').at(-1)}`,
      found:
        `${all.length} calls of ${WRITERS} who write and ${LOOKERS} who look, ${failed.length} failed ` +
        `${[...new Set(failed.map(({ status }) => status))].join(' ')}; the slowest ` +
        `${Math.max(...all.map(({ ms }) => ms)).toFixed(0)} ms; answered by the new one after ${seconds.toFixed(1)} s`,
      isGood: failed.length === 0 && writers.count() > written,
    });
  }
  over.abort();
  await Promise.all(looking);
  const { found, isGood } = await judge(writers, pool);
  return [...rows, { done: 'what was written meanwhile', found, isGood }];
};

const versionAt = async (address: string): Promise<string> => {
  const { body } = await call(address, '', 'GET', '/healthz');
  return typeof body === 'object' && body !== null ? String(Reflect.get(body, 'version')) : '';
};

/** The sources of the release before: `FROM`, else the last tag before this commit, else the commit before. */
async function sourceBefore(stage: Stage): Promise<string> {
  const tags = await run('git', ['tag', '--list', 'v*', '--sort=-creatordate', '--merged', 'HEAD~1'], ROOT);
  const from = process.env['FROM'] ?? (tags.split('\n')[0] || 'HEAD~1');
  const source = path.join(stage.folder, 'source');
  await run('git', ['worktree', 'add', '--detach', source, from], ROOT);
  stage.atEnd(() => run('git', ['worktree', 'remove', '--force', source], ROOT));
  // npm replaces what its lockfile has otherwise, and leaves the files here as they are
  for (const each of ['', 'domain', 'server', 'web', 'e2e', 'bench'].map((part) =>
    path.join(part, 'node_modules'),
  ))
    if (existsSync(path.join(ROOT, each)))
      await run('cp', ['-al', path.join(ROOT, each), path.join(source, each)], ROOT);
  console.log(`  from ${from}`);
  return source;
}

/** A release after `folder`, which changes a table. */
function makeNext(stage: Stage, folder: string): string {
  const next = path.join(stage.folder, 'next');
  cpSync(folder, next, { recursive: true, verbatimSymlinks: true });
  const file = path.join(next, 'package.json');
  const about = JSON.parse(readFileSync(file, 'utf8'));
  const [major, minor, patch] = about.version.split('.').map(Number);
  writeFileSync(file, JSON.stringify({ ...about, version: `${major}.${minor}.${patch + 1}` }, null, 2));
  writeFileSync(
    path.join(next, 'server/src/db/migrations/99990101_of_the_trial.ts'),
    `import { sql, type Kysely } from 'kysely';
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql\`alter table food_listing add column of_the_trial text\`.execute(db);
};
`,
  );
  return next;
}

/** As the service manager starts it: in the folder that the link names. */
async function startService(stage: Stage, link: string, dataDir: string): Promise<{ readonly port: string }> {
  const port = await freePort();
  const env = {
    PATH: process.env['PATH'],
    PORT: port,
    DATA_DIR: dataDir,
    ...ENV,
    TRUST_PROXY: 'loopback',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
  };
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: link,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  stage.atEnd(() => end(child));
  await untilTrue(async () => (await call(`http://127.0.0.1:${port}`, '', 'GET', '/readyz')).status === 200);
  return { port };
}

/** The proxy of docs/operating.md, without https; null where it is not installed. */
async function startCaddy(stage: Stage, appPort: string): Promise<string | null> {
  if (CADDY === undefined) return null;
  const port = await freePort();
  const file = path.join(stage.folder, 'Caddyfile');
  writeFileSync(
    file,
    `{
  admin off
  auto_https off
}
http://:${port} {
  bind 127.0.0.1
  reverse_proxy 127.0.0.1:${appPort} {
    lb_try_duration 30s
  }
}
`,
  );
  const child = spawn(CADDY, ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { ...process.env, HOME: stage.folder },
  });
  stage.atEnd(() => end(child));
  const at = `http://127.0.0.1:${port}`;
  await untilTrue(async () => (await call(at, '', 'GET', '/readyz')).status === 200);
  return at;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
