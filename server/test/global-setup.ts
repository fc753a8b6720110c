import * as fs from 'node:fs';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/db/migrate.ts';
import { openPool } from '#server/platform/postgres/database.ts';
import { type RunningPostgres, startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { makeRunFolder } from '#server/test/run-folder.ts';
import { TEMPLATE_DATABASE, NO_TIMEOUTS } from '#server/test/test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: RunningPostgres['connection'];
    /** The most connections of a pool. */
    connections: number;
  }
}

/**
 * Starts a PostgreSQL cluster for the test run, migrates one template database that every test file clones, and deletes
 * the cluster at the end.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeRunFolder();
  // some files open a dozen apps, and two files run beside each other
  const server = await startEmbeddedPostgres(folder, { log: () => {}, durable: false, connections: 120 });
  const admin = openPool({ ...server.connection, ...NO_TIMEOUTS });
  // The data does not outlive the run: no sync to the disk is needed, and no autovacuum worker.
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'])
    await admin.query(`alter system set ${setting} = off`);
  await admin.query('select pg_reload_conf()');
  // more than a thousand connections are opened: the password need not be slow to guess
  await admin.query('set scram_iterations = 1');
  await admin.query(`alter user ${server.connection.user} password '${server.connection.password}'`);
  await admin.query(`create database ${TEMPLATE_DATABASE}`);
  const pool = openPool({ ...server.connection, ...NO_TIMEOUTS, database: TEMPLATE_DATABASE });
  await migrate(pool);
  await pool.end();
  // A database with open connections cannot be cloned: the template accepts none from here on.
  await admin.query(`alter database ${TEMPLATE_DATABASE} is_template true allow_connections false`);
  await admin.end();
  project.provide('postgres', server.connection);
  return async () => {
    await server.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
}
