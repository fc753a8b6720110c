import * as fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { isPostmasterOf, PORT, readPostmaster } from './embedded-postgres-cluster.ts';

/** Whether a PostgreSQL of our own was ever made in this data folder. */
export const hasCluster = (dataDir: string): boolean =>
  fs.existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'));

/**
 * How to reach the PostgreSQL of our own that runs on this data folder, whoever started it; null while none does.
 * Whoever visits it neither keeps it from ending nor ends it.
 */
export function runningPostgres(dataDir: string): pg.ClientConfig | null {
  const home = path.join(fs.realpathSync(dataDir), 'postgres');
  const there = readPostmaster(home);
  if (!there?.ready || !isPostmasterOf(there.pid, home)) return null;
  return {
    host: there.socketDir,
    port: PORT,
    user: 'openlarder',
    password: fs.readFileSync(path.join(dataDir, 'postgres-password'), 'utf8').trim(),
    database: 'postgres',
  };
}
