import { type Compilable, type CompiledQuery, Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { Db, Tables, Tx } from '#server/db/database.ts';
import { errorCode } from '../startup-error.ts';
import { READ_ONLY, withSeveralHosts } from './several-hosts.ts';

/** What a session keeps, and poolers neither pass on nor keep apart. */
const SESSION_SETTINGS = {
  statement_timeout: 2000,
  idle_in_transaction_session_timeout: 5000,
  // compiling a plan takes longer than any query here
  options: '-c jit=off',
};

/** With `directUrl`, the other address is a pooler's, which may give each transaction another session. */
export type PoolConfig = pg.PoolConfig & { readonly directUrl?: string | null };

/** How to reach the server itself, of pools behind a pooler: made once, so that all know which of several hosts it is. */
const directOf = new WeakMap<pg.Pool, pg.PoolConfig>();

/** The most connections of a pool, which serves calls. */
const POOL_SIZE = 16;

/**
 * Opens a pool. A connection that breaks while it is checked out emits its error on the client, not on the
 * pool: both are handled, so that an unavailable PostgreSQL does not crash the app.
 */
export function openPool(
  { directUrl, ...config }: PoolConfig,
  onError: (error: Error) => void = () => {},
): pg.Pool {
  const pool = new pg.Pool({
    max: POOL_SIZE,
    // for connecting and for waiting for a free client together; with the time of a reply, a call without the database
    // is answered within 2.5 s
    connectionTimeoutMillis: 2200,
    query_timeout: 2200,
    ...(!directUrl && SESSION_SETTINGS),
    ...withSeveralHosts(config),
  });
  if (directUrl)
    directOf.set(pool, { Client: undefined, ...withSeveralHosts({ connectionString: directUrl }) });
  dropReadOnlyConnections(pool);
  // given to no one again: if it was a `begin` that got no reply, the next caller's writes would be part of a transaction
  // that no one commits
  pool.on('release', (_error, client) => {
    if (deaf.has(client)) client.end().catch(() => {});
  });
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
    dropWhenDeaf(client);
    // the next transaction may be in a session that has not prepared them
    if (!directUrl) prepareMarkedStatements(client);
  });
  return pool;
}

/**
 * A connection to a server that has become read-only, such as the former primary, stays read-only: at the first write that
 * fails, it and all idle ones are dropped, so that the next ones reach the server that takes writes.
 */
function dropReadOnlyConnections(pool: pg.Pool): void {
  const idle = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('release', (_error, client) => idle.add(client));
  pool.on('remove', (client) => idle.delete(client));
  pool.on('connect', (client) => {
    client.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      if (code !== READ_ONLY) return;
      for (const each of [client, ...idle]) each.connection.stream.destroy();
    });
  });
}

/** Connections that were dropped without a reply. */
const deaf = new WeakSet<pg.PoolClient>();

/** As the library words the end of `query_timeout`. */
const NO_REPLY = /^Query read timeout$/;

/**
 * A server that did not even end a statement by its own time limit, which is shorter, is frozen or cut off: the connection is
 * dropped, since a rollback on it would wait as long again.
 */
function dropWhenDeaf(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const dropping = (...given: unknown[]): unknown => {
    const callback = given.at(-1);
    const drop = (error: unknown): void => {
      if (!(error instanceof Error && NO_REPLY.test(error.message))) return;
      deaf.add(client);
      client.connection.stream.destroy();
    };
    if (typeof callback === 'function')
      return query(...given.slice(0, -1), (error: unknown, result: unknown) => {
        drop(error);
        callback(error, result);
      });
    const result = query(...given);
    if (result instanceof Promise) result.catch(drop);
    return result;
  };
  Object.assign(client, { query: dropping });
}

/** How to reach the database of a pool by sessions of one's own, behind a pooler too: for LISTEN, jobs and migrations. */
function sessionOptionsOf(pool: pg.Pool): pg.PoolConfig {
  const direct = directOf.get(pool);
  return {
    ...pool.options,
    // the pool's options hide it from a spread
    password: pool.options.password,
    // its class of several hosts instead of that of the other address
    ...(direct && { ...SESSION_SETTINGS, ...direct }),
  };
}

/** Whether another address than the pool's serves sessions. */
export const isBehindPooler = (pool: pg.Pool): boolean => directOf.has(pool);

/** Opens another pool on the same database with its own settings, and sessions of its own; the caller ends it. */
export function openSiblingPool(pool: pg.Pool, config: pg.PoolConfig): pg.Pool {
  return openPool({ ...sessionOptionsOf(pool), ...config });
}

/** Besides those for calls: the event log's one, five of the job runner, and those of a backup and migrations. */
const SESSION_CONNECTIONS = 9;

/** The most connections to the server that a process needs; behind a pooler, those past it. */
export const connectionsOf = (pool: pg.Pool): number =>
  SESSION_CONNECTIONS + (isBehindPooler(pool) ? 0 : (pool.options.max ?? POOL_SIZE));

/** A connection of its own on the same database with a session of its own, to be connected and ended by the caller. */
export function makeClient(pool: pg.Pool): pg.Client {
  const options = withSeveralHosts(sessionOptionsOf(pool));
  return Reflect.construct(options.Client ?? pg.Client, [options]);
}

/** Handlers of failed after-commit hooks, by database. */
const hookFaultsOf = new WeakMap<object, (error: unknown) => void>();

/** Opens the database. `onHookFault` gets the errors of after-commit hooks, which no caller sees. */
export function openDatabase(pool: pg.Pool, onHookFault: (error: unknown) => void = () => {}): Db {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  hookFaultsOf.set(db, onHookFault);
  return db;
}

const DEADLOCK_RETRIES = 1;
const DEADLOCK_DETECTED = '40P01';

type Hooks = { open: boolean; afterCommit: (() => void | Promise<void>)[] };
const hooksOf = new WeakMap<object, Hooks>();

/**
 * Runs `hook` after the transaction has committed; never after a rollback. Throws if the transaction has
 * ended.
 */
export function afterCommit(tx: { readonly db: Tx }, hook: () => void | Promise<void>): void {
  const hooks = hooksOf.get(tx.db);
  if (!hooks?.open) throw new Error('afterCommit on a transaction that is not open');
  hooks.afterCommit.push(hook);
}

/**
 * Runs `work` in a transaction, with a context whose `db` is that transaction, then its after-commit hooks. A
 * deadlock is retried once. A failed hook does not fail the call, since the work is committed.
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

const MARK = '/* keep plan */';
/** The maximum number of prepared texts: each plan takes memory on every connection. */
const MOST_KEPT = 100;

/**
 * Marks a statement, at its beginning, as a prepared statement whose plan each connection keeps: for frequent
 * queries that take longer to plan than to run. Not for conditions whose best plan depends on their values,
 * such as rare and common words; and not with `*`, since its plan breaks when a migration adds a column while
 * older processes run.
 */
export const usePreparedStatement: RawBuilder<unknown> = sql.raw(MARK);

const names = new Map<string, string>();

/** The name of a prepared statement; null if it is not prepared. */
function nameOf(text: string): string | null {
  if (!text.slice(0, 40).includes(MARK)) return null;
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_KEPT) return known ?? null;
  const name = `kept_${names.size}`;
  names.set(text, name);
  return name;
}

/** Prepares the marked statements of this connection. */
function prepareMarkedStatements(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const keeping = (text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : null;
    return name === null ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
  };
  Object.assign(client, { query: keeping });
}

/** A placeholder for a value of each run. */
class PlaceholderMark {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** Refers to a value of each run by its name. */
export type Placeholder<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>;

/**
 * A statement with constant text, built and compiled once and run with different values: for frequent queries
 * whose building costs more than sending them.
 */
export function compileOnce<Schema, Values extends object, Row>(
  build: (db: Kysely<Schema>, given: Placeholder<Values>) => Compilable<Row>,
): (db: Kysely<Schema>, values: Values) => Promise<Row[]> {
  let made: CompiledQuery<Row> | null = null;
  return async (db, values) => {
    made ??= build(db, (name) => sql`${new PlaceholderMark(name)}`).compile();
    const valueOf = new Map<PropertyKey, unknown>(Object.entries(values));
    const parameters = made.parameters.map((one) =>
      one instanceof PlaceholderMark ? valueOf.get(one.name) : one,
    );
    const { rows } = await db.executeQuery<Row>({ ...made, parameters });
    return rows;
  };
}
