import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db, Tables, Tx } from '#server/db/database.ts';
import { prepareMarkedStatements } from './prepared-statements.ts';
import { errorCode } from '../startup-error.ts';

/**
 * Opens the pool. A connection that breaks while it is checked out reports on the client, not on the pool: both
 * are heard, so that a PostgreSQL that goes away never takes the app with it.
 */
export function openPool(config: pg.PoolConfig, onError: (error: Error) => void = () => {}): pg.Pool {
  const pool = new pg.Pool({
    max: 16,
    // pg counts connecting and waiting for a free client in this one setting
    connectionTimeoutMillis: 3000,
    statement_timeout: 2000,
    query_timeout: 2500,
    idle_in_transaction_session_timeout: 5000,
    // compiling a plan takes longer than any answer may
    options: '-c jit=off',
    ...config,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
    prepareMarkedStatements(client);
  });
  return pool;
}

/** Another pool on the database of `pool`, with settings of its own; whoever opens it ends it. */
export function openSiblingPool(pool: pg.Pool, config: pg.PoolConfig): pg.Pool {
  // the pool keeps its password where a copy does not see it
  return openPool({ ...pool.options, password: pool.options.password, ...config });
}

/** What hears of after-commit hooks that failed, by the database whose transactions they follow. */
const hookFaultsOf = new WeakMap<object, (error: unknown) => void>();

/** `onHookFault` hears of hooks behind a commit that failed: the work is done, and nobody else is told. */
export function openDatabase(pool: pg.Pool, onHookFault: (error: unknown) => void = () => {}): Db {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  hookFaultsOf.set(db, onHookFault);
  return db;
}

const DEADLOCK_RETRIES = 1;
const DEADLOCK_DETECTED = '40P01';

type Hooks = { open: boolean; afterCommit: (() => void | Promise<void>)[] };
const hooksOf = new WeakMap<object, Hooks>();

/** Runs `hook` once the transaction has committed, never when it rolled back. Refused after the end. */
export function afterCommit(tx: { readonly db: Tx }, hook: () => void | Promise<void>): void {
  const hooks = hooksOf.get(tx.db);
  if (!hooks?.open) throw new Error('afterCommit on a transaction that is not open');
  hooks.afterCommit.push(hook);
}

/**
 * Runs `work` in one transaction, with a context whose `db` is that transaction, and its after-commit hooks behind it.
 * A deadlock, which PostgreSQL ends by refusing one of the two, is retried once. A hook that fails is not the caller's
 * failure: the work is done.
 */
export async function inTransaction<Context extends { readonly db: Db }, Result>(
  ctx: Context,
  work: (tx: Omit<Context, 'db'> & { readonly db: Tx }) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    const hooks: Hooks = { open: true, afterCommit: [] };
    try {
      const result = await ctx.db.transaction().execute(async (tx) => {
        hooksOf.set(tx, hooks);
        return work({ ...ctx, db: tx });
      });
      hooks.open = false;
      const followed = await Promise.allSettled(hooks.afterCommit.map(async (hook) => hook()));
      for (const each of followed) if (each.status === 'rejected') hookFaultsOf.get(ctx.db)?.(each.reason);
      return result;
    } catch (error) {
      hooks.open = false;
      if (errorCode(error) !== DEADLOCK_DETECTED || attempt >= DEADLOCK_RETRIES) throw error;
    }
  }
}
