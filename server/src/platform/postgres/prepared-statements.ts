import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

const MARK = '/* keep plan */';
/** A plan takes memory on every connection: texts beyond so many are planned each time. */
const MOST_KEPT = 100;

/**
 * Begins a statement whose plan each connection keeps after its first few runs (a prepared statement): for what
 * everybody asks all the time, where planning takes longer than answering. Not for conditions whose best plan depends
 * on what is asked, such as words that one or all listings have; and not with `*`, since a plan of it breaks when a
 * table grows while older processes still run.
 */
export const usePreparedStatement: RawBuilder<unknown> = sql.raw(MARK);

const names = new Map<string, string>();

/** The name a statement is prepared under; null for one that is planned each time. */
function nameOf(text: string): string | null {
  if (!text.slice(0, 40).includes(MARK)) return null;
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_KEPT) return known ?? null;
  const name = `kept_${names.size}`;
  names.set(text, name);
  return name;
}

/** Lets statements on this connection begin with `usePreparedStatement`. */
export function prepareMarkedStatements(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const keeping = (text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : null;
    return name === null ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
  };
  Object.assign(client, { query: keeping });
}
