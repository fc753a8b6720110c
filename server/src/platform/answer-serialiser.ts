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
  const { checks = [] } = schema._zod.def;
  // a format such as a uuid is a check too, in the definition itself
  if (checks.length > 0 || 'format' in schema._zod.def) return byLibrary(schema, path);
  if (schema instanceof z.core.$ZodNullable) {
    const encode = encoderOf(schema._zod.def.innerType, path);
    return (value) => (value === null ? null : encode(value));
  }
  if (schema instanceof z.core.$ZodObject && !schema._zod.def.catchall)
    return objectEncoder(schema._zod.def.shape, path);
  if (schema instanceof z.core.$ZodArray)
    return listEncoder(encoderOf(schema._zod.def.element, `${path}[]`), path);
  if (schema instanceof z.core.$ZodString) return checked((value) => typeof value === 'string', path);
  if (schema instanceof z.core.$ZodBoolean) return checked((value) => typeof value === 'boolean', path);
  if (schema instanceof z.core.$ZodNumber) return checked(Number.isFinite, path);
  if (schema instanceof z.core.$ZodEnum) {
    const entries = new Set<unknown>(Object.values(schema._zod.def.entries));
    return checked((value) => entries.has(value), path);
  }
  return byLibrary(schema, path);
}

function byLibrary(schema: z.core.$ZodType, path: string): Encoder {
  return (value) => {
    const encoded = z.core.safeEncode(schema, value);
    if (encoded.error) throw new UndeclaredAnswer(path);
    return encoded.data;
  };
}

function checked(isDeclared: (value: unknown) => boolean, path: string): Encoder {
  return (value) => {
    if (!isDeclared(value)) throw new UndeclaredAnswer(path);
    return value;
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function objectEncoder(shape: Readonly<Record<string, z.core.$ZodType>>, path: string): Encoder {
  const fields = Object.entries(shape).map(
    ([name, schema]) => [name, encoderOf(schema, `${path}.${name}`)] as const,
  );
  return (value) => {
    if (!isObject(value)) throw new UndeclaredAnswer(path);
    const declared: Record<string, unknown> = {};
    for (const [name, encode] of fields) declared[name] = encode(value[name]);
    return declared;
  };
}

function listEncoder(encode: Encoder, path: string): Encoder {
  return (value) => {
    if (!Array.isArray(value)) throw new UndeclaredAnswer(path);
    return value.map(encode);
  };
}
