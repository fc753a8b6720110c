import * as z from 'zod/mini';

type Encoder = (value: unknown) => unknown;

/** An answer that is not what the contract declares: a fault of ours. It says where, and never what was there. */
class UndeclaredAnswer extends Error {
  constructor(path: string) {
    super(`the answer is not what its schema declares at ${path}`);
  }
}

/**
 * A function that makes JSON of an answer by its schema: what the schema does not name cannot leave, and what is not
 * as it says is refused. It does what encoding by the library does, with the way through objects and lists worked out
 * beforehand; whatever else a schema says stays with the library.
 */
export function compileSerialiser(schema: z.core.$ZodType): (answer: unknown) => string {
  const encode = encoderOf(schema, 'body');
  return (answer) => JSON.stringify(encode(answer));
}

function encoderOf(schema: z.core.$ZodType, path: string): Encoder {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.checks && def.checks.length > 0) return byLibrary(schema, path);
  switch (def.type) {
    case 'object':
      return def.catchall ? byLibrary(schema, path) : objectEncoder(def.shape, path);
    case 'array':
      return listEncoder(encoderOf(def.element, `${path}[]`), path);
    case 'nullable': {
      const encode = encoderOf(def.innerType, path);
      return (value) => (value === null ? null : encode(value));
    }
    case 'string':
      // a format is a check that stands elsewhere
      return 'format' in def ? byLibrary(schema, path) : ofType('string', path);
    case 'boolean':
      return ofType('boolean', path);
    case 'number':
      return 'format' in def ? byLibrary(schema, path) : finiteNumber(path);
    case 'enum':
      return oneOf(new Set<unknown>(Object.values(def.entries)), path);
    default:
      return byLibrary(schema, path);
  }
}

function byLibrary(schema: z.core.$ZodType, path: string): Encoder {
  return (value) => {
    const encoded = z.core.safeEncode(schema, value);
    if (encoded.error) throw new UndeclaredAnswer(path);
    return encoded.data;
  };
}

function ofType(type: 'string' | 'boolean', path: string): Encoder {
  return (value) => {
    if (typeof value !== type) throw new UndeclaredAnswer(path);
    return value;
  };
}

function finiteNumber(path: string): Encoder {
  return (value) => {
    if (!Number.isFinite(value)) throw new UndeclaredAnswer(path);
    return value;
  };
}

function oneOf(entries: ReadonlySet<unknown>, path: string): Encoder {
  return (value) => {
    if (!entries.has(value)) throw new UndeclaredAnswer(path);
    return value;
  };
}

function objectEncoder(shape: Readonly<Record<string, z.core.$ZodType>>, path: string): Encoder {
  const fields = Object.entries(shape).map(
    ([name, schema]) => [name, encoderOf(schema, `${path}.${name}`)] as const,
  );
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UndeclaredAnswer(path);
    const given = value as Readonly<Record<string, unknown>>;
    const declared: Record<string, unknown> = {};
    for (const [name, encode] of fields) declared[name] = encode(given[name]);
    return declared;
  };
}

function listEncoder(encode: Encoder, path: string): Encoder {
  return (value) => {
    if (!Array.isArray(value)) throw new UndeclaredAnswer(path);
    return value.map(encode);
  };
}
