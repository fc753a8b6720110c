import type pg from 'pg';
import { connectionsOf, isBehindPooler, openSiblingPool } from './database.ts';
import { errorCode, StartupError, type StartupFault } from '../startup-error.ts';
import { databaseTexts } from '../startup-texts.ts';

const OLDEST_MAJOR = 15;
/** Of a server that never answers, a pool says no more. */
const NO_ANSWER = /timeout|timed out/i;

type FaultKey = keyof typeof databaseTexts.messages;

const BY_CODE: Readonly<Record<string, FaultKey>> = {
  ENOTFOUND: 'host-unknown',
  EAI_AGAIN: 'host-unknown',
  ECONNREFUSED: 'nothing-there',
  ENOENT: 'nothing-there',
  EACCES: 'nothing-there',
  ECONNRESET: 'no-answer',
  ETIMEDOUT: 'no-answer',
  EHOSTUNREACH: 'no-answer',
  ENETUNREACH: 'no-answer',
  '28P01': 'password-wrong',
  '28000': 'refused',
  '3D000': 'database-unknown',
  '42501': 'no-rights',
  '25006': 'read-only',
  '53300': 'too-many-connections',
  '57P03': 'starting',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate',
  CERT_HAS_EXPIRED: 'certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate',
};

const BY_MESSAGE: readonly (readonly [RegExp, FaultKey])[] = [
  [/does not support SSL/, 'no-tls'],
  [/unsupported startup parameter/, 'pooler-settings'],
  [/SASL|password must be a string/, 'password-missing'],
  [NO_ANSWER, 'no-answer'],
];

/**
 * What keeps the database of `DATABASE_URL` from being used, in one line that says what to do; null for an error of another
 * kind. It names host, database and user, never the password.
 */
function databaseFault(error: unknown, { options }: pg.Pool): StartupFault | null {
  const { database, user } = addressOf(options);
  const code = errorCode(error);
  // PostgreSQL words it so when it wants an encrypted connection
  const wantsTls = code === '28000' && error instanceof Error && /no encryption/.test(error.message);
  // a certificate or key that the address names
  const file = error instanceof Error && 'path' in error && 'syscall' in error && error.syscall === 'open';
  const key = wantsTls
    ? 'tls-wanted'
    : file
      ? 'file-unreadable'
      : (BY_CODE[code] ??
        BY_MESSAGE.find(([text]) => error instanceof Error && text.test(error.message))?.[1]);
  const values = {
    file: file ? String(error.path) : '',
    host: placeOf(options),
    database,
    user,
    code,
  };
  return key === undefined ? null : (translate) => translate(databaseTexts, key, values);
}

/** The machine and port, or the folder of a socket. */
function placeOf(options: pg.PoolOptions): string {
  const { host, port } = addressOf(options);
  return port ? `${host}:${port}` : host;
}

function addressOf({ connectionString, ...given }: pg.PoolOptions) {
  const url = new URL(connectionString ?? 'postgres:');
  const host = url.searchParams.get('host') ?? (url.hostname || given.host || 'localhost');
  return {
    host,
    // of a folder with a socket it is part of its name
    port: host.startsWith('/') ? '' : url.port || '5432',
    database: decodeURIComponent(url.pathname.slice(1)) || given.database || '',
    user: decodeURIComponent(url.username) || given.user || '',
  };
}

/** Throws a StartupError, one line a fault, if OpenLarder cannot run on this database. */
export async function requireUsableDatabase(pool: pg.Pool): Promise<void> {
  const faults = await orItsFault(pool, databaseFaults(pool));
  if (faults.length === 0 && isBehindPooler(pool)) {
    const direct = openSiblingPool(pool, { max: 2 });
    try {
      const found = await orItsFault(direct, directFaults(direct, pool));
      // the sentences are about an address, whichever it is
      for (const fault of found)
        faults.push((translate) => fault(translate).replace(/^DATABASE_URL/, 'DATABASE_DIRECT_URL'));
    } finally {
      await direct.end();
    }
  }
  if (faults.length > 0) throw new StartupError(...faults);
}

async function orItsFault(pool: pg.Pool, finding: Promise<StartupFault[]>): Promise<StartupFault[]> {
  try {
    return await finding;
  } catch (error) {
    const fault = databaseFault(error, pool);
    if (!fault) throw error;
    return [fault];
  }
}

async function directFaults(direct: pg.Pool, pool: pg.Pool): Promise<StartupFault[]> {
  const faultsOfBoth: StartupFault[] = await databaseFaults(direct);
  const key = (await identityOf(direct)) !== (await identityOf(pool)) && 'another-database';
  if (key) faultsOfBoth.push((translate) => translate(databaseTexts, key, { host: placeOf(direct.options) }));
  return faultsOfBoth;
}

/** Tells databases apart, of one server or several. */
async function identityOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ identity: string }>(
    `select pg_postmaster_start_time()::text || ' ' || oid as identity
     from pg_database where datname = current_database()`,
  );
  return rows[0]?.identity ?? '';
}

/**
 * What will be missing once more people come, though it can start: connections for all processes that run now, or limits of
 * time behind a pooler. To be asked after this process has told the others that it is there.
 */
export async function databaseConcerns(pool: pg.Pool): Promise<StartupFault[]> {
  const needed = connectionsOf(pool);
  const direct = openSiblingPool(pool, { max: 1 });
  const host = placeOf(direct.options);
  const concerns: StartupFault[] = [];
  try {
    const { rows } = await direct.query<{ most: number; processes: number }>(
      `select least(
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - coalesce(nullif(current_setting('reserved_connections', true), ''), '0')::int,
         (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
         (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)) as most,
       (select count(*)::int from app_process where seen_at > clock_timestamp() - interval '30 s') as processes`,
    );
    for (const { most, processes } of rows)
      if (most < processes * needed)
        concerns.push((translate) =>
          translate(databaseTexts, 'budget', {
            host,
            most,
            needed,
            processes,
            all: processes * needed,
          }),
        );
  } finally {
    await direct.end();
  }
  if (isBehindPooler(pool)) {
    const { rows } = await pool.query<{ limit: string }>(
      `select current_setting('statement_timeout') as limit`,
    );
    if (rows[0]?.limit === '0')
      concerns.push((translate) =>
        translate(databaseTexts, 'pooler-timeless', { host: placeOf(pool.options) }),
      );
  }
  return concerns;
}

async function databaseFaults(pool: pg.Pool): Promise<StartupFault[]> {
  const { rows } = await pool.query<{
    version: number;
    encoding: string;
    is_read_only: boolean;
    may_create: boolean;
  }>(
    `select current_setting('server_version_num')::int as version,
       current_setting('server_encoding') as encoding,
       current_setting('transaction_read_only') = 'on' as is_read_only,
       has_database_privilege(current_database(), 'CREATE')
         and (to_regnamespace('public') is null or has_schema_privilege('public', 'CREATE')) as may_create`,
  );
  const [found] = rows;
  if (!found) return [];
  const major = Math.floor(found.version / 10_000);
  const values = {
    ...addressOf(pool.options),
    host: placeOf(pool.options),
    major,
    oldest: OLDEST_MAJOR,
    encoding: found.encoding,
  };
  const keys: readonly (FaultKey | false)[] = [
    major < OLDEST_MAJOR && 'too-old',
    found.encoding !== 'UTF8' && 'encoding',
    found.is_read_only && 'read-only',
    !found.may_create && 'no-rights',
    !isBehindPooler(pool) && (await poolsTransactions(pool)) && 'pooler',
  ];
  return keys.flatMap((key) => (key ? [(translate) => translate(databaseTexts, key, values)] : []));
}

/**
 * Whether a pooler gives one connection of the server to several of ours in turn, between transactions: what a session
 * keeps, such as prepared statements and LISTEN, would be lost or mixed up.
 */
async function poolsTransactions(pool: pg.Pool): Promise<boolean> {
  const [one, other] = [await pool.connect(), await pool.connect()];
  try {
    const backendOf = async (client: pg.PoolClient): Promise<number | undefined> =>
      (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
    const first = await backendOf(one);
    // the one that has just become free is given out first
    return first !== undefined && (await backendOf(other)) === first;
  } finally {
    one.release();
    other.release();
  }
}
