import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, inject } from 'vitest';
import { openPool } from '#server/platform/postgres/database.ts';

export const TEMPLATE_DATABASE = 'openlarder_template';

/** Pool settings for creating databases, without time limits. */
export const NO_TIMEOUTS: pg.PoolConfig = { max: 1, statement_timeout: 0, query_timeout: 0 };

/** Ten times the product's time limits, since tests may run on a busy machine; one plan a statement, see `prepareAll`. */
const PATIENT: pg.PoolConfig = {
  connectionTimeoutMillis: 30_000,
  statement_timeout: 20_000,
  query_timeout: 25_000,
  idle_in_transaction_session_timeout: 50_000,
  options: '-c jit=off -c plan_cache_mode=force_generic_plan',
};

const names = new Map<string, string>();

/**
 * Each connection plans each statement with parameters once: among the few rows of a test, planning takes longer than
 * running.
 */
function prepareAll(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const preparing = (text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    // several statements have no parameters, and cannot be prepared
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
      return query(text, values, ...rest);
    const name = names.get(text) ?? `test_${names.size}`;
    names.set(text, name);
    return query({ name, text, values }, ...rest);
  };
  Object.assign(client, { query: preparing });
}

/**
 * A migrated database of the calling test file's own, and a pool on it that is closed after the file's last test.
 * `connection` is for additional connections.
 */
export async function testDatabase(): Promise<{ pool: pg.Pool; connection: pg.ClientConfig }> {
  const cluster = inject('postgres');
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = openPool({ ...cluster, ...NO_TIMEOUTS });
  await admin.query(`create database ${database} template ${TEMPLATE_DATABASE} strategy file_copy`);
  await admin.end();
  const connection = { ...cluster, database };
  const pool = openPool({ ...connection, ...PATIENT, max: inject('connections') });
  pool.on('connect', prepareAll);
  // The database itself goes with the cluster at the end of the run.
  afterAll(() => pool.end());
  return { pool, connection };
}

/**
 * Deletes all rows of these tables and of those that refer to them, as `truncate … cascade` does, but leaves the files of
 * the tables, with which every connection would plan its statements again.
 */
export async function emptyTables(pool: pg.Pool, ...tables: readonly string[]): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `with recursive emptied(id) as (
       select name::regclass::oid from unnest($1::text[]) as name
       union select conrelid from pg_constraint join emptied on confrelid = id where contype = 'f')
     select id::regclass::text as name from emptied`,
    [tables],
  );
  const deletions = rows.map(({ name }) => `delete from ${name}`).join('; ');
  await pool.query(`begin; set local session_replication_role = replica; ${deletions}; commit`);
}
