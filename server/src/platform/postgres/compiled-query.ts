import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';

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
