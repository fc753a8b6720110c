import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Clock } from '#server/platform/clock.ts';
import { MARK_KEY, type ObjectStore } from '#server/platform/object-store.ts';
import { openSiblingPool } from '#server/platform/postgres/database.ts';
import type { Settings } from '#server/platform/settings/settings.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import {
  type BackupPart,
  checkBackup,
  makeSums,
  MANIFEST,
  type Manifest,
  objectEntry,
  piecesOf,
  SECRET,
  SUMS,
  tablePiece,
  TAR_END,
  tarEntry,
} from './backup-file.ts';
import { copyOut, readTables, settleFormats } from './backup-tables.ts';
import { type BackupCopy, backupPlaces, isOfBackup } from './backup-places.ts';
import { backupTexts } from './backup-texts.ts';
import type { FastifyBaseLogger } from 'fastify';

/** A table is written in pieces, since the length of a file stands before it in the archive. */
const PIECE_BYTES = 1024 * 1024;
/** How many photos are read before their turn. */
const READ_AHEAD = 8;

export type BackupSource = {
  readonly pool: pg.Pool;
  readonly objects: ObjectStore;
  readonly settings: Pick<Settings, 'dataDir'>;
  readonly clock: Clock;
};

export type Backup = { readonly rows: number; readonly objects: number; readonly bytes: number };

/**
 * Writes a backup of the database, as of one instant, and of the photos, while everything runs; then reads it again to
 * check it. Throws a StartupError for a file that exists or cannot be written, a StoreFault for a store.
 */
export async function writeBackup(source: BackupSource, copy: BackupCopy): Promise<Backup> {
  if (await copy.exists())
    throw new StartupError((translate) => translate(backupTexts, 'file-there', { file: copy.name }));
  try {
    const bytes = await copy.write(compressed(archiveOf(source)));
    const { rows, objects } = await checkBackup(copy.read(), MARK_KEY);
    await copy.keep();
    return { rows: Object.values(rows).reduce((sum, count) => sum + count, 0), objects, bytes };
  } catch (error) {
    // what went wrong is told, not that what there is of it cannot be removed either
    await copy.discard().catch(() => {});
    throw error;
  }
}

/** Ends what it reads when its own reader stops. */
function compressed(parts: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const packed = createZstdCompress();
  // thrown by what reads
  pipeline(Readable.from(parts), packed).catch(() => {});
  return packed;
}

async function* archiveOf({ pool, objects, settings, clock }: BackupSource): AsyncGenerator<Buffer> {
  const madeAt = clock.now();
  const { add, sums } = makeSums();
  const rows: Record<string, number> = {};
  const pack = (name: string, part: BackupPart): Buffer => {
    add(part);
    return tarEntry(name, part.bytes, madeAt);
  };
  const entry = (name: string, bytes: Buffer): Buffer => pack(name, { kind: 'entry', name, bytes });

  for await (const step of tablesOf(pool)) {
    if (step.kind === 'manifest')
      yield entry(MANIFEST, Buffer.from(JSON.stringify({ ...step.manifest, madeAt: madeAt.toISOString() })));
    else if (step.kind === 'rows') rows[step.table] = step.rows;
    else
      yield pack(tablePiece(step.table, step.nth), { kind: 'table', table: step.table, bytes: step.bytes });
  }
  // after the snapshot: a photo that it knows was there
  for await (const { key, bytes } of contentsOf(objects)) {
    const name = objectEntry(key);
    // removed in the meantime
    if (bytes) yield pack(name, { kind: 'object', name, key, bytes });
  }
  const secret = await readFile(path.join(settings.dataDir, SECRET)).catch(() => null);
  if (secret) yield entry(SECRET, secret);
  yield tarEntry(SUMS, Buffer.from(JSON.stringify({ rows, sums: sums() })), madeAt);
  yield TAR_END;
}

type ReadObject = { readonly key: string; readonly bytes: Buffer | null };

/** All objects in their order, some of which are on their way: a store at the other end of a line is slow for each. */
const contentsOf = (objects: ObjectStore): AsyncIterable<ReadObject> =>
  Readable.from(objects.keys())
    // a bucket that is named for backups under another address has them too
    .filter((key: string) => !isOfBackup(key))
    .map(async (key: string): Promise<ReadObject> => ({ key, bytes: await objects.get(key) }), {
      concurrency: READ_AHEAD,
    });

type TableStep =
  | { readonly kind: 'manifest'; readonly manifest: Omit<Manifest, 'madeAt'> }
  | { readonly kind: 'piece'; readonly table: string; readonly nth: number; readonly bytes: Buffer }
  | { readonly kind: 'rows'; readonly table: string; readonly rows: number };

/** All tables, as one snapshot sees them. */
async function* tablesOf(pool: pg.Pool): AsyncGenerator<TableStep> {
  const unhurried = openSiblingPool(pool, { max: 1, query_timeout: 0 });
  const client = await unhurried.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await settleFormats(client);
    const migrations = await client.query<{ name: string }>(
      'select name from kysely_migration order by name',
    );
    const tables = await readTables(client);
    yield {
      kind: 'manifest',
      manifest: {
        format: 1,
        migrations: migrations.rows.map(({ name }) => name),
        tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
      },
    };
    for (const table of tables) {
      const copy = client.query(copyTo(copyOut(table)));
      let nth = 0;
      for await (const bytes of piecesOf(copy, PIECE_BYTES))
        yield { kind: 'piece', table: table.name, nth: nth++, bytes };
      yield { kind: 'rows', table: table.name, rows: copy.rowCount };
    }
    await client.query('commit');
  } finally {
    client.release(true);
    await unhurried.end();
  }
}

/**
 * Writes today's backup to each place, unless it is there, then removes the oldest ones beyond `keep`. Not while another run
 * does: a job of more than four hours is given to a second worker.
 */
export async function backUpNightly(
  source: BackupSource & { readonly log: Pick<FastifyBaseLogger, 'info'> },
  { backups, dataDir }: Pick<Settings, 'backups' | 'dataDir'>,
): Promise<void> {
  const alone = openSiblingPool(source.pool, { max: 1, idleTimeoutMillis: 0 });
  try {
    const { rows } = await alone.query<{ isAlone: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('the backup', 0)) as "isAlone"`,
    );
    if (rows[0]?.isAlone) await backUpEverywhere(source, { backups, dataDir });
  } finally {
    // it ends with its connection, but only a moment after that is closed
    await alone.query('select pg_advisory_unlock_all()').catch(() => {});
    await alone.end();
  }
}

async function backUpEverywhere(
  source: BackupSource & { readonly log: Pick<FastifyBaseLogger, 'info'> },
  { backups, dataDir }: Pick<Settings, 'backups' | 'dataDir'>,
): Promise<void> {
  const faults: unknown[] = [];
  const today = source.clock.now().toISOString().slice(0, 10);
  for (const place of backupPlaces({ backups, dataDir })) {
    try {
      await place.requireOwn(await source.objects.get(MARK_KEY));
      const days = await place.days();
      const copy = place.of(today);
      if (!days.includes(today))
        source.log.info({ file: copy.name, ...(await writeBackup(source, copy)) }, 'backed up');
      await place.keepOnly([...new Set([...days, today])].slice(-backups.keep));
    } catch (error) {
      faults.push(error);
    }
  }
  // a place that fails does not keep the others from theirs
  if (faults.length > 1) throw new AggregateError(faults, faults.map(String).join('; '));
  if (faults.length === 1) throw faults[0];
}
