import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { dropTables, migratorOf, versionOf } from '#server/db/migrate.ts';
import { type Files, MARK_KEY } from '#server/platform/object-store.ts';
import { openSiblingPool } from '#server/platform/postgres/database.ts';
import type { Environment } from '#server/platform/settings/environment.ts';
import { StoreFault } from '#server/platform/s3/store-fault.ts';
import { errorCode, StartupError } from '#server/platform/startup-error.ts';
import { type BackupContent, type BackupPart, checkBackup, readParts, SECRET } from './backup-file.ts';
import type { BackupCopy } from './backup-places.ts';
import {
  type BackupTable,
  copyIn,
  copyOut,
  readTables,
  settleFormats,
  withoutTriggers,
} from './backup-tables.ts';
import { backupTexts } from './backup-texts.ts';

/** A store at the other end of a line is slow for each photo. */
const PUTS_AT_A_TIME = 8;

export type RestoreTarget = {
  readonly dataDir: string;
  /** Where the photos go. */
  readonly files: Files;
  readonly env: Environment;
  /** Opens the database, once the file is known to be whole; the caller closes it. */
  readonly openPool: () => Promise<pg.Pool>;
};

/** Reads a backup and compares it with its sums. Throws a StartupError if it cannot be restored. */
async function requireWhole(copy: BackupCopy): Promise<BackupContent> {
  const file = copy.name;
  try {
    return await checkBackup(copy.read(), MARK_KEY);
  } catch (error) {
    if (error instanceof StoreFault || error instanceof StartupError) throw error;
    const code = errorCode(error);
    if (['ENOENT', 'EACCES', 'EISDIR'].includes(code))
      throw new StartupError((translate) => translate(backupTexts, 'file-unreadable', { file, code }));
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new StartupError((translate) => translate(backupTexts, 'not-a-backup', { file, reason }));
  }
}

/**
 * Restores a backup into a database without people: all tables in one transaction, compared with their sums before it
 * commits, and the photos. Throws a StartupError, and changes nothing, where there are people, or photos of another
 * community.
 */
export async function restoreBackup(
  copy: BackupCopy,
  { dataDir, files: { objects, place }, env, openPool }: RestoreTarget,
): Promise<BackupContent> {
  const file = copy.name;
  const backup = await requireWhole(copy);
  const mark = (await objects.get(MARK_KEY))?.toString('utf8').trim() ?? null;
  if (mark !== null && mark !== backup.mark)
    throw new StartupError((translate) => translate(backupTexts, 'photos-of-another', { folder: place }));
  const pool = openSiblingPool(await openPool(), { max: 1, statement_timeout: 0, query_timeout: 0 });
  try {
    await makeTables(pool, backup, { file, folder: dataDir });
    const client = await pool.connect();
    try {
      await client.query('begin');
      await settleFormats(client);
      const known = new Map((await readTables(client)).map((table) => [table.name, new Set(table.columns)]));
      if (
        backup.manifest.tables.some((one) => !one.columns.every((column) => known.get(one.name)?.has(column)))
      )
        throw otherVersion(file);
      await withoutTriggers(client, backup.manifest.tables, async () => {
        await Readable.from(loadTables(client, copy, backup), { highWaterMark: 1 }).forEach(
          ({ key, bytes }: BackupObject) => objects.put(key, bytes),
          { concurrency: PUTS_AT_A_TIME },
        );
        await compare(client, backup);
      });
      // those that worked on these jobs are gone
      for (const table of ['_private_jobs', '_private_job_queues'])
        await client.query(`update graphile_worker.${table} set locked_at = null, locked_by = null
          where locked_at is not null`);
      if (!env['SESSION_SECRET'] && backup.secret !== null) keepSecret(dataDir, backup.secret);
      await client.query('commit');
      await client.query('analyze');
    } finally {
      client.release(true);
    }
  } finally {
    await pool.end();
  }
  return backup;
}

const otherVersion = (file: string): StartupError =>
  new StartupError((translate) => translate(backupTexts, 'other-version', { file }));

type BackupObject = Extract<BackupPart, { readonly kind: 'object' }>;

async function makeTables(
  pool: pg.Pool,
  { manifest: { migrations } }: BackupContent,
  { file, folder }: { readonly file: string; readonly folder: string },
): Promise<void> {
  const migrator = migratorOf(pool);
  const known = (await migrator.getMigrations()).map(({ name }) => name);
  const last = migrations.at(-1) ?? '';
  if (known.slice(0, migrations.length).join() !== migrations.join()) throw otherVersion(file);
  if ((await versionOf(pool)) !== 'none') {
    const people = await pool.query(`select from person limit 1`);
    if (people.rowCount !== 0)
      throw new StartupError((translate) => translate(backupTexts, 'people-there', { folder }));
    await dropTables(pool);
  }
  const { error } = await migrator.migrateTo(last);
  if (error) throw error instanceof Error ? error : new Error('The tables could not be made');
  await runMigrations({ pgPool: pool });
}

/** Loads the tables, and gives the photos, which come after them. */
async function* loadTables(
  client: pg.PoolClient,
  copy: BackupCopy,
  { manifest: { tables } }: BackupContent,
): AsyncGenerator<BackupObject> {
  // what migrations have put into them is in the backup too
  await client.query(`truncate ${tables.map(({ name }) => name).join()}`);
  const byName = new Map(tables.map((table) => [table.name, table]));
  let into = makeCopy(null);
  for await (const part of readParts(copy.read())) {
    const table = part.kind === 'table' ? part.table : null;
    if (into.table !== table) {
      await into.end();
      into = makeCopy(table);
    }
    if (part.kind === 'table') await into.write(part.bytes);
    else if (part.kind === 'object') yield part;
  }
  await into.end();

  /** Loads one table; nothing without a name. */
  function makeCopy(table: string | null) {
    if (table === null) return { table, write: async () => {}, end: async () => {} };
    const stream = client.query(copyFrom(copyIn(tableOf(byName, table))));
    const done = finished(stream);
    // thrown by `end` or `write`, whichever comes first
    done.catch(() => {});
    return {
      table,
      async write(bytes: Buffer) {
        if (!stream.write(bytes)) await Promise.race([once(stream, 'drain'), done]);
      },
      async end() {
        stream.end();
        await done;
      },
    };
  }
}

function tableOf(tables: ReadonlyMap<string, BackupTable>, name: string): BackupTable {
  const table = tables.get(name);
  if (!table) throw new Error(`${name} is not in the list of tables`);
  return table;
}

async function compare(client: pg.PoolClient, { manifest, rows, sums }: BackupContent): Promise<void> {
  for (const table of manifest.tables) {
    const hash = createHash('sha256');
    const copy = client.query(copyTo(copyOut(table)));
    for await (const bytes of copy) hash.update(bytes);
    const isSame = copy.rowCount === rows[table.name];
    // an empty table has no piece, and no sum
    if (!isSame || (copy.rowCount > 0 && hash.digest('hex') !== sums[table.name]))
      throw new Error(`${table.name} has other rows than the backup`);
  }
}

/** Nothing depends on the secret that may be there: its database had no people. */
function keepSecret(dataDir: string, secret: string): void {
  if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(path.join(dataDir, SECRET), secret, { mode: 0o600, flush: true });
}
