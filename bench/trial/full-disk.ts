// The disk of the photos, and the one of the database, are full: a small file system in memory each.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { noise } from '../../server/test/photo-fixture.ts';
import {
  type App,
  call,
  createPeople,
  isReady,
  type Row,
  type Stage,
  type Trial,
  untilTrue,
} from './stage.ts';
import { ENV } from '../people.ts';
import { judge, startWriters } from './writers.ts';

const DATABASE_MB = 160;
const PHOTOS_MB = 4;
const PICTURE_SIDE = 700;
/** What is free again after room was made. */
const BALLAST_MB = 40;
const WRITERS = 10;

/** A file system of that size; throws where mounting is not permitted. */
function smallDisk(stage: Stage, name: string, megabytes: number): string {
  const folder = path.join(stage.folder, name);
  mkdirSync(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
  stage.atEnd(() => execFileSync('umount', ['--lazy', folder]));
  chmodSync(folder, 0o711);
  return folder;
}

/** Fills a disk but for some bytes. */
function fill(folder: string, leave = 0): string {
  const { bavail, bsize } = statfsSync(folder);
  const file = path.join(folder, 'filled');
  writeFileSync(file, Buffer.alloc(Math.max(0, bavail * bsize - leave), 1));
  return file;
}

async function upload(app: App, cookie: string): Promise<{ status: number; code: string }> {
  const asked = await call(app.address(), cookie, 'POST', '/api/objects/upload', {});
  const { uploadURL } = Object(asked.body);
  const { pathname, search } = new URL(String(uploadURL));
  const picture = await noise(PICTURE_SIDE);
  const sent = await fetch(app.address() + pathname + search, {
    method: 'PUT',
    headers: { cookie, origin: ENV.PUBLIC_URL, 'content-type': 'image/png' },
    body: new Uint8Array(picture),
  });
  if (!sent.ok) return { status: sent.status, code: String(Object(await sent.json()).code) };
  const stored = await call(app.address(), cookie, 'PUT', '/api/food-images', { imageURL: uploadURL });
  return { status: stored.status, code: String(Object(stored.body).code ?? '') };
}

async function photos(stage: Stage): Promise<Row> {
  const postgres = await stage.postgres();
  const disk = smallDisk(stage, 'photos', PHOTOS_MB);
  const app = await stage.app({ DATABASE_URL: postgres.url() }, 'photos/data');
  const pool = stage.pool(postgres.connection);
  const [person] = await createPeople(pool, 1);
  const cookie = person?.cookie ?? '';
  const before = await upload(app, cookie);
  const filled = fill(disk);
  const full = await upload(app, cookie);
  const writers = await startWriters(app, pool, { count: 3, peopleEach: 5 });
  await untilTrue(() => writers.count() > 10);
  const ready = await isReady(app);
  const { found, isGood } = await judge(writers, pool);
  rmSync(filled);
  const after = await upload(app, cookie);
  await app.end('SIGTERM');
  return {
    done: `the disk of the photos full (${PHOTOS_MB} MB)`,
    found: `a photo before ${before.status}, then ${full.status} ${full.code}, with room again ${after.status}; ready: ${ready}; what needs no photo: ${found}`,
    isGood:
      isGood &&
      ready &&
      before.status === 200 &&
      full.status === 503 &&
      full.code === 'storage-full' &&
      after.status === 200,
  };
}

async function database(stage: Stage, isShort: boolean): Promise<Row> {
  const disk = smallDisk(stage, 'database', DATABASE_MB);
  const postgres = await stage.postgres(
    { max_wal_size: '32MB', min_wal_size: '32MB', wal_level: 'minimal', max_wal_senders: '0' },
    disk,
  );
  const app = await stage.app({ DATABASE_URL: postgres.url() }, 'app');
  const pool = stage.pool(postgres.connection);
  const writers = await startWriters(app, pool, { count: WRITERS, peopleEach: 10 });
  await untilTrue(() => writers.count() > 20);
  const [reader] = await createPeople(pool, 1);
  const ballast = path.join(disk, 'ballast');
  writeFileSync(ballast, Buffer.alloc(Math.min(BALLAST_MB * 1e6, statfsSync(disk).bavail * 4096 * 0.4)));
  const filled = fill(disk);
  const from = writers.answers.length;
  const isRefused = (): boolean => writers.answers.slice(from).some(({ status }) => status === 503);
  await untilTrue(isRefused, isShort ? 60_000 : 120_000).catch(() => {});
  const refused = writers.answers.slice(from).filter(({ status }) => status === 503);
  const codes = [...new Set(refused.map(({ body }) => String(Object(body).code)))].join(', ');
  const feed = await call(app.address(), reader?.cookie ?? '', 'GET', '/api/food-listings');
  rmSync(filled);
  rmSync(ballast);
  const before = writers.count();
  const backMs = await untilTrue(() => writers.count() > before + 5).catch(() => Number.POSITIVE_INFINITY);
  const { found, isGood } = await judge(writers, pool);
  return {
    done: `the disk of the database full (${DATABASE_MB} MB)`,
    found: `${refused.length} refused (${codes}), the feed ${feed.status}; works ${backMs.toFixed(0)} ms after room was made; ${found}`,
    isGood: isGood && refused.length > 0 && Number.isFinite(backMs),
  };
}

export const fullDisk: Trial = async (stage, isShort) => {
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'pipe' });
  } catch {
    return [
      { done: 'nothing', found: 'mounting a small disk is not permitted: run it as root', isGood: false },
    ];
  }
  return [await photos(stage), await database(stage, isShort)];
};
