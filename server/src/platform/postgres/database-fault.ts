import type pg from 'pg';
import { connectionsOf, isBehindPooler, openSiblingPool } from './database.ts';
import { errorCode, StartupError, type StartupFault } from '../startup-error.ts';
import { databaseTexts } from '../startup-texts.ts';
import { addressesOf } from './several-hosts.ts';

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
  '55000': 'database-closed',
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
  [/not permitted to log in/, 'no-login'],
  // PostgreSQL words it so when it wants an encrypted connection
  [/no encryption/, 'tls-wanted'],
  [/does not support SSL/, 'no-tls'],
  [/unsupported startup parameter/, 'pooler-settings'],
  [/SASL|password must be a string/, 'password-missing'],
  [NO_ANSWER, 'no-answer'],
  [/Connection terminated|Unknown authenticationOk|unexpected/, 'not-postgres'],
];

/**
 * What keeps the database of `DATABASE_URL` from being used, in one line that says what to do. It names host, database and user, never the password.
 */
function databaseFault(error: unknown, { options }: pg.Pool): StartupFault {
  const { host, database, user } = addressOf(options);
  const code = errorCode(error);
  const said = error instanceof Error ? error.message : String(error);
  // a certificate or key that the address names
  const file = error instanceof Error && 'path' in error && 'syscall' in error && error.syscall === 'open';
  const byMessage = BY_MESSAGE.find(([text]) => text.test(said))?.[1];
  // of several reasons with one code the message is more exact
  const key = file
    ? 'file-unreadable'
    : code === '28000'
      ? (byMessage ?? 'refused')
      : (BY_CODE[code] ?? byMessage);
  const values = {
    file: file ? String(error.path) : '',
    host,
    database,
    user,
    code,
  };
  return (translate) =>
    translate(databaseTexts, key ?? 'unusable', { ...values, said: said.split('\n')[0] ?? '' });
}

function addressOf({ connectionString, ...given }: pg.PoolOptions) {
  const urls = addressesOf(connectionString ?? 'postgres:').map((address) => new URL(address));
  const [url = new URL('postgres:')] = urls;
  const hosts = urls.map((each) => {
    const host = each.searchParams.get('host') ?? (each.hostname || given.host || 'localhost');
    // of a folder with a socket the port is part of its name
    return host.startsWith('/') ? host : `${host}:${each.port || '5432'}`;
  });
  const user = decoded(url.username) || given.user || '';
  return {
    host: hosts.join(', '),
    hosts: hosts.length,
    // without a name it is the user's
    database: decoded(url.pathname.slice(1)) || given.database || user,
    user,
  };
}

/** As `pg` reads it: what is no percent-encoding stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Throws a StartupError, one line a fault, if OpenLarder cannot run on this database. */
export async function requireUsableDatabase(pool: pg.Pool): Promise<void> {
  const faults = await orItsFault(pool, databaseFaultsOfAny(pool));
  if (faults.length === 0 && isBehindPooler(pool)) {
    const direct = openSiblingPool(pool, { max: 2 });
    try {
      const found = await orItsFault(direct, directFaults(direct, pool));
      faults.push(...found.map(ofDirectUrl));
    } finally {
      await direct.end();
    }
  }
  if (faults.length > 0) throw new StartupError(...faults);
}

/** The sentences are about an address, whichever it is. */
const ofDirectUrl =
  (fault: StartupFault): StartupFault =>
  (translate) =>
    fault(translate).replace(/^DATABASE_URL/, 'DATABASE_DIRECT_URL');

async function orItsFault(pool: pg.Pool, finding: Promise<StartupFault[]>): Promise<StartupFault[]> {
  try {
    return await finding;
  } catch (error) {
    return [databaseFault(error, pool)];
  }
}

async function directFaults(direct: pg.Pool, pool: pg.Pool): Promise<StartupFault[]> {
  const faultsOfBoth: StartupFault[] = await databaseFaultsOfAny(direct);
  const key = (await identityOf(direct)) !== (await identityOf(pool)) && 'another-database';
  const { host, database } = addressOf(direct.options);
  if (key) faultsOfBoth.push((translate) => translate(databaseTexts, key, { host, database }));
  return faultsOfBoth;
}

/** Tells databases apart, of one server or several. */
async function identityOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ identity: string }>(
    `select extract(epoch from pg_postmaster_start_time()) || ' ' || oid as identity
     from pg_database where datname = current_database()`,
  );
  return rows[0]?.identity ?? '';
}

/**
 * What will be missing once more people come, though it can start: connections for all processes that run now, or limits of
 * time behind a pooler; or what keeps it from being asked. To be asked after this process has told the others that it is there.
 */
export async function databaseConcerns(pool: pg.Pool): Promise<StartupFault[]> {
  const direct = openSiblingPool(pool, { max: 1 });
  try {
    const found = await orItsFault(direct, budgetConcerns(direct, connectionsOf(pool)));
    return [
      ...(isBehindPooler(pool) ? found.map(ofDirectUrl) : found),
      ...(await orItsFault(pool, limitConcerns(pool))),
    ];
  } finally {
    await direct.end();
  }
}

async function budgetConcerns(direct: pg.Pool, needed: number): Promise<StartupFault[]> {
  const { rows } = await direct.query<{ most: number; processes: number }>(
    `select least(
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(nullif(current_setting('reserved_connections', true), ''), '0')::int,
       (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
       (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)) as most,
     (select count(*)::int from app_process where seen_at > clock_timestamp() - interval '30 s') as processes`,
  );
  return rows
    .filter(({ most, processes }) => most < processes * needed)
    .map(({ most, processes }) => {
      const values = {
        host: addressOf(direct.options).host,
        most,
        needed,
        processes,
        all: processes * needed,
      };
      return (translate) => translate(databaseTexts, 'budget', values);
    });
}

/** Without a pooler a session has our limits. One that keeps sessions apart may ignore them, with or without another address. */
async function limitConcerns(pool: pg.Pool): Promise<StartupFault[]> {
  const { rows } = await pool.query<{ limit: string }>(
    `select current_setting('statement_timeout') as limit`,
  );
  if (rows[0]?.limit !== '0') return [];
  return [(translate) => translate(databaseTexts, 'pooler-timeless', { host: addressOf(pool.options).host })];
}

/** Of several hosts one is the primary; each failed connection has the next try another. */
async function databaseFaultsOfAny(pool: pg.Pool): Promise<StartupFault[]> {
  for (let left = addressOf(pool.options).hosts - 1; left > 0; left--) {
    const isReached = await pool.query('select').then(
      () => true,
      () => false,
    );
    if (isReached) break;
  }
  return databaseFaults(pool);
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
    host: addressOf(pool.options).host,
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
