import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { openDatabase, openSiblingPool } from '#server/platform/postgres/database.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { startupTexts } from '#server/platform/startup-texts.ts';

const MIGRATIONS_DIR = path.join(import.meta.dirname, 'migrations');
const BASELINE_DIR = path.join(MIGRATIONS_DIR, 'baseline');

const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .toSorted();

/**
 * All tables as version 1.0.0 made them. Its files are never edited again, since databases exist that they made: a change is a
 * file in `migrations`, which follows them. The end of its name is a digest of their content.
 */
const BASELINE = '0_baseline_b8a0ad675ac6';

function readBaseline(): [name: string, migration: Migration] {
  const text = filesIn(BASELINE_DIR, '.sql')
    .map((file) => readFileSync(path.join(BASELINE_DIR, file), 'utf8'))
    .join('\n');
  return [BASELINE, { up: async (db) => void (await sql.raw(text).execute(db)) }];
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const later = filesIn(MIGRATIONS_DIR, '.ts').map(async (file): Promise<[string, Migration]> => {
    const migration: Migration = await import(pathToFileURL(path.join(MIGRATIONS_DIR, file)).href);
    return [file.slice(0, -'.ts'.length), migration];
  });
  return Object.fromEntries([readBaseline(), ...(await Promise.all(later))]);
}

/** Of this version, of an earlier one that this one migrates, of any other, or without tables. */
export type SchemaVersion = 'this' | 'earlier' | 'other' | 'none';

export async function versionOf(pool: pg.Pool): Promise<SchemaVersion> {
  const known = Object.keys(await readMigrations());
  const table = await pool.query<{ exists: boolean }>(
    `select to_regclass('kysely_migration') is not null as exists`,
  );
  if (!table.rows[0]?.exists) return 'none';
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration');
  if (rows.some(({ name }) => !known.includes(name))) return 'other';
  if (rows.length === known.length) return 'this';
  return rows.length > 0 ? 'earlier' : 'none';
}

export const migratorOf = (pool: pg.Pool): Migrator =>
  new Migrator({ db: openDatabase(pool), provider: { getMigrations: readMigrations } });

/**
 * Migrates the database to this version: our tables, then those of the job queue. Forward only and
 * idempotent. `isNew` is true if the database held none of our tables before. Throws a StartupError for a database of
 * another version.
 */
export async function migrate(pool: pg.Pool): Promise<{ isNew: boolean }> {
  return withoutTimeouts(pool, async (unhurried) => {
    const version = await versionOf(unhurried);
    if (version === 'other') throw new StartupError((translate) => translate(startupTexts, 'other-version'));
    const { error } = await migratorOf(unhurried).migrateToLatest();
    if (error) throw error instanceof Error ? error : new Error('The database could not be migrated');
    await runMigrations({ pgPool: unhurried });
    return { isNew: version === 'none' };
  });
}

export const dropTables = (pool: pg.Pool): Promise<void> =>
  withoutTimeouts(pool, async (unhurried) => {
    await unhurried.query('drop schema if exists public, graphile_worker cascade; create schema public');
  });

/** Changing a large table, or waiting for another process that migrates, takes long. */
async function withoutTimeouts<Result>(
  pool: pg.Pool,
  work: (unhurried: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const unhurried = openSiblingPool(pool, {
    max: 1,
    statement_timeout: 0,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  try {
    return await work(unhurried);
  } finally {
    await unhurried.end();
  }
}
