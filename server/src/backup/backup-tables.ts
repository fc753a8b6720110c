import type { ClientBase } from 'pg';

/** Migrations write some, others are of the processes that run; hints for open browsers mean nothing in another database. */
const LEFT_OUT = [
  'public.app_process',
  'public.kysely_migration',
  'public.kysely_migration_lock',
  'public.live_event',
  'public.live_event_log',
  'public.rate_limit',
  'graphile_worker.migrations',
];

export type BackupTable = { readonly name: string; readonly columns: readonly string[] };

/** The tables of a backup with the columns that are stored; PostgreSQL computes the others. */
export async function readTables(client: ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select format('%I.%I', nspname, relname) as name, array_agg(quote_ident(attname) order by attnum) as columns
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
     where nspname in ('public', 'graphile_worker') and relkind = 'r'
       and attnum > 0 and not attisdropped and attgenerated = ''
       and format('%I.%I', nspname, relname) <> all($1)
     group by 1 order by 1`,
    [LEFT_OUT],
  );
  return rows;
}

/** How values are written, whatever the database's own settings are; the same in each version. */
export async function settleFormats(client: ClientBase): Promise<void> {
  for (const setting of [
    "timezone = 'UTC'",
    "datestyle = 'ISO, MDY'",
    "intervalstyle = 'postgres'",
    "bytea_output = 'hex'",
    'extra_float_digits = 1',
    // rows in the order of the table, so that the same rows have the same sum
    'synchronize_seqscans = off',
    'statement_timeout = 0',
    'idle_in_transaction_session_timeout = 0',
  ])
    await client.query(`set local ${setting}`);
}

export const copyOut = ({ name, columns }: BackupTable): string =>
  `copy ${name} (${columns.join()}) to stdout`;
export const copyIn = ({ name, columns }: BackupTable): string =>
  `copy ${name} (${columns.join()}) from stdin`;

/**
 * Runs `load` on these tables without their triggers and foreign keys, which are checked and back afterwards; sequences
 * go on after what was loaded.
 */
export async function withoutTriggers(
  client: ClientBase,
  tables: readonly BackupTable[],
  load: () => Promise<void>,
): Promise<void> {
  const names = tables.map(({ name }) => name);
  const { rows: keys } = await client.query<{ name: string; constraint: string; definition: string }>(
    `select conrelid::regclass::text as name, quote_ident(conname) as constraint,
       pg_get_constraintdef(pg_constraint.oid) as definition
     from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
    [names],
  );
  for (const { name, constraint } of keys)
    await client.query(`alter table ${name} drop constraint ${constraint}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await load();
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const { name, constraint, definition } of keys)
    await client.query(`alter table ${name} add constraint ${constraint} ${definition}`);
  const { rows: sequences } = await client.query<{ name: string; column: string; sequence: string }>(
    `select attrelid::regclass::text as name, quote_ident(attname) as column,
       pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence
     from pg_attribute where attrelid = any($1::regclass[]) and attnum > 0 and not attisdropped
       and pg_get_serial_sequence(attrelid::regclass::text, attname) is not null`,
    [names],
  );
  for (const { name, column, sequence } of sequences)
    await client.query(`select setval($1, max(${column})) from ${name}`, [sequence]);
}
