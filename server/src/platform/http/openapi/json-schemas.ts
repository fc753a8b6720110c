import * as z from 'zod/mini';

/** The keywords of JSON Schema that the contract needs. */
export type JsonSchema = {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
};

type Schema = z.core.$ZodType;
/** What a request may contain, or what a response contains after defaults and transforms. */
type Side = 'input' | 'output';

const COMPONENTS = '#/components/schemas/';

export type SchemaCatalog = {
  /** A reference to a named schema, else its JSON Schema. */
  of(schema: Schema, side: Side): JsonSchema;
  /** The JSON Schema even of a named one. */
  whole(schema: Schema, side: Side): JsonSchema;
  /** The named schemas in use, by name. */
  readonly components: Readonly<Record<string, JsonSchema>>;
};

/** Leaves out what only repeats: the patterns of known formats, bounds that every number has, Zod's own marks. */
function simplify(key: string, value: unknown): unknown {
  // a property may be called `id` or `format`, too: then its value is a schema
  if (['$schema', '$id', '~standard'].includes(key) || (key === 'id' && typeof value === 'string'))
    return undefined;
  if (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) return undefined;
  if (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) return undefined;
  // a client should accept fields of a later version
  if (key === 'additionalProperties' && value === false) return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if ('format' in value && typeof value.format === 'string') {
    if ('pattern' in value) delete value.pattern;
    if ('minLength' in value) delete value.minLength;
  }
  if ('propertyNames' in value && 'additionalProperties' in value) delete value.propertyNames;
  return value;
}

/** A copy in which each name of a component is another one. */
const renameReferences = (schema: JsonSchema | undefined, rename: (name: string) => string): JsonSchema =>
  JSON.parse(JSON.stringify(schema ?? {}), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string'
      ? `${COMPONENTS}${rename(value.slice(COMPONENTS.length))}`
      : value,
  );

function referencesIn(schema: JsonSchema | undefined): string[] {
  const names: string[] = [];
  renameReferences(schema, (name) => {
    names.push(name);
    return name;
  });
  return names;
}

/**
 * Converts schemas to JSON Schema. A named one becomes a component to which others refer; if its two sides differ and
 * both are in use, it is called `<Name>Input` in requests.
 */
export function makeSchemaCatalog(
  named: ReadonlyMap<string, Schema>,
  used: Readonly<Record<Side, readonly Schema[]>>,
): SchemaCatalog {
  const ids = new Map<Schema, string>();
  for (const [name, schema] of named) if (!ids.has(schema)) ids.set(schema, name);
  for (const schema of [...used.input, ...used.output]) if (!ids.has(schema)) ids.set(schema, `~${ids.size}`);
  const idOf = (schema: Schema): string => ids.get(schema) ?? '';

  function convert(io: Side): Map<string, JsonSchema> {
    const registry = z.registry<{ id: string }>();
    for (const [schema, id] of ids) registry.add(schema, { id });
    const { schemas } = z.toJSONSchema(registry, {
      io,
      uri: (id) => `${COMPONENTS}${id}`,
      unrepresentable: 'any',
    });
    const simple: Record<string, JsonSchema> = JSON.parse(JSON.stringify(schemas), simplify);
    return new Map(Object.entries(simple));
  }
  const sides = { input: convert('input'), output: convert('output') };

  /** The ids of these schemas and of all that they refer to. */
  function reachable(side: Side): Set<string> {
    const found = new Set<string>();
    const visit = (id: string): void => {
      if (found.has(id)) return;
      found.add(id);
      referencesIn(sides[side].get(id)).forEach(visit);
    };
    for (const schema of used[side]) visit(idOf(schema));
    return found;
  }
  const reached = { input: reachable('input'), output: reachable('output') };

  const twofold = new Set<string>();
  for (let before = -1; before !== twofold.size; ) {
    before = twofold.size;
    for (const id of reached.input) {
      const input = sides.input.get(id);
      const isSame =
        JSON.stringify(input) === JSON.stringify(sides.output.get(id)) &&
        !referencesIn(input).some((inner) => twofold.has(inner));
      if (reached.output.has(id) && !isSame) twofold.add(id);
    }
  }
  const nameOn = (side: Side, id: string): string =>
    side === 'input' && twofold.has(id) ? `${id}Input` : id;
  const read = (side: Side, schema: JsonSchema | undefined): JsonSchema =>
    renameReferences(schema, (name) => nameOn(side, name));

  const components = (['output', 'input'] as const).flatMap((side) =>
    [...reached[side]]
      .filter((id) => named.has(id))
      .map((id) => [nameOn(side, id), read(side, sides[side].get(id))] as const),
  );
  const whole = (schema: Schema, side: Side): JsonSchema => read(side, sides[side].get(idOf(schema)));
  return {
    whole,
    of: (schema, side) =>
      named.has(idOf(schema)) ? read(side, { $ref: `${COMPONENTS}${idOf(schema)}` }) : whole(schema, side),
    components: Object.fromEntries(components.toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}
