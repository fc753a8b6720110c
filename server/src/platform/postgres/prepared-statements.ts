import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

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
export function prepareMarkedStatements(client: pg.ClientBase): void {
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

/** For frequent queries whose building costs more than sending them. */
export function compileOnce<Tables, Values extends object, Row>(
  build: (db: Kysely<Tables>, given: Placeholder<Values>) => Compilable<Row>,
): (db: Kysely<Tables>, values: Values) => Promise<Row[]> {
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
