import { readdirSync } from 'node:fs';
import path from 'node:path';
import { runMigrations } from 'graphile-worker';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { openDatabase, openSiblingPool } from '#server/platform/postgres/database.ts';

const MIGRATIONS_DIR = path.join(import.meta.dirname, 'migrations');

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = readdirSync(MIGRATIONS_DIR).filter((file) => file.endsWith('.ts'));
  const entries = await Promise.all(
    files.toSorted().map(async (file): Promise<[string, Migration]> => {
      const migration: Migration = await import(path.join(MIGRATIONS_DIR, file));
      return [file.slice(0, -'.ts'.length), migration];
    }),
  );
  return Object.fromEntries(entries);
}

/**
 * Migrates the database to this version: our tables, then those of the job queue. Forward only and
 * idempotent. `isNew` is true if the database held none of our tables before.
 */
export async function migrate(pool: pg.Pool): Promise<{ isNew: boolean }> {
  // without the pool's timeouts: rewriting a large table, or waiting for another process that migrates,
  // takes long
  const unhurried = openSiblingPool(pool, {
    max: 1,
    statement_timeout: 0,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  try {
    return await migrateThrough(unhurried);
  } finally {
    await unhurried.end();
  }
}

/** Returns whether the schema is of this version, of an earlier one, or missing. */
export async function versionOf(pool: pg.Pool): Promise<'this' | 'earlier' | 'none'> {
  const migrator = new Migrator({
    db: openDatabase(pool),
    provider: { getMigrations: readMigrations },
  });
  const migrations = await migrator.getMigrations();
  if (migrations.every(({ executedAt }) => executedAt !== undefined)) return 'this';
  return migrations.some(({ executedAt }) => executedAt !== undefined) ? 'earlier' : 'none';
}

async function migrateThrough(pool: pg.Pool): Promise<{ isNew: boolean }> {
  const migrator = new Migrator({
    db: openDatabase(pool),
    provider: { getMigrations: readMigrations },
  });
  const isNew = (await migrator.getMigrations()).every((migration) => migration.executedAt === undefined);
  const { error } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error('The database could not be migrated');
  await runMigrations({ pgPool: pool });
  return { isNew };
}
