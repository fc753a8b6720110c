import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** All our tables; the job queue has a schema of its own. */
async function tables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Every row in the database that contains one of these texts in any column, as `table: row`. */
export async function rowsContaining(pool: pg.Pool, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of await tables(pool)) {
    const { rows } = await pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from "${table}" as t
       where exists (select from unnest($1::text[]) as text where position(lower(text) in lower(to_jsonb(t)::text)) > 0)`,
      [texts],
    );
    found.push(...rows.map(({ row }) => `${table}: ${row}`));
  }
  return found;
}

/** Every column that identifies a person: by a foreign key, or by its name. */
export async function personColumns(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select tables.relname || '.' || columns.attname as name
     from pg_constraint as reference
     join pg_class as tables on tables.oid = reference.conrelid
     join pg_attribute as columns on columns.attrelid = tables.oid and columns.attnum = any(reference.conkey)
     where reference.contype = 'f' and reference.confrelid = 'person'::regclass
     union
     select table_name || '.' || column_name from information_schema.columns
     where table_schema = 'public'
       and column_name ~ '(person|user|owner|donor|claimer|sender|account)_(id|key|agent)$|^e_?mail$|identifier'
     order by 1`,
  );
  return rows.map(({ name }) => name);
}

const ANY_VALUE: Readonly<Record<string, unknown>> = {
  text: 'some text',
  integer: 1,
  boolean: true,
  'timestamp with time zone': new Date(),
  date: '2026-05-04',
  ARRAY: [],
};

/**
 * Inserts a row that names the person in this `table.column`, with any value in the columns that need one. A table whose
 * constraints refuse that needs a row by hand.
 */
export async function plantRow(pool: pg.Pool, column: string, personId: string): Promise<void> {
  const [table, name] = column.split('.');
  const { rows } = await pool.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = $1
        and (column_name = $2 or (is_nullable = 'NO' and column_default is null and is_generated = 'NEVER'))`,
    [table, name],
  );
  const values = rows.map((one) =>
    one.name === name ? personId : one.type === 'uuid' ? randomUUID() : ANY_VALUE[one.type],
  );
  await pool.query(
    `insert into ${table} (${rows.map((one) => one.name).join(', ')})
      values (${rows.map((_, index) => `$${index + 1}`).join(', ')})`,
    values,
  );
}
