import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';

/** Stands in a statement for a value that each run brings. */
class PlaceholderMark {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** A value by its name, in a statement that is made before the value is known. */
export type Placeholder<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>;

/**
 * A statement whose text is always the same, built and compiled once and then run with other values: for what
 * everybody asks all the time, where building it costs more than sending it.
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
