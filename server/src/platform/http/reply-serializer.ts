import * as z from 'zod/mini';

type Encoder = (value: unknown) => unknown;
type Check = z.core.$ZodCheck<unknown>;

const isCheck = (one: unknown): one is Check => one instanceof z.core.$ZodCheck;

/**
 * A reply that does not match the contract: an internal error. The message names the path, never the value.
 */
class UndeclaredReply extends Error {
  constructor(path: string) {
    super(`the answer is not what its schema declares at ${path}`);
  }
}

/**
 * Compiles a schema to a function that serializes a reply: fields outside of the schema are dropped, and
 * values that do not match throw. Equal to the library's encoding, with objects and arrays precompiled; all
 * other types are left to the library.
 */
export function compileSerializer(schema: z.core.$ZodType): (answer: unknown) => string {
  const encode = encoderOf(schema, 'body');
  return (answer) => JSON.stringify(encode(answer));
}

function encoderOf(schema: z.core.$ZodType, path: string): Encoder {
  const encode = plainEncoderOf(schema, path);
  if (!encode) return byLibrary(schema, path);
  const checks = checksOf(schema);
  return checks.length === 0 ? encode : checkedEncoder(encode, checks, path);
}

/** The checks of a schema beyond its type; a format such as uuid is itself a check. */
const checksOf = (schema: z.core.$ZodType): Check[] =>
  [schema, ...(schema._zod.def.checks ?? [])].filter(isCheck);

/** The encoder for a schema's type without its checks; null if the library encodes the type. */
function plainEncoderOf(schema: z.core.$ZodType, path: string): Encoder | null {
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
  return null;
}

function byLibrary(schema: z.core.$ZodType, path: string): Encoder {
  return (value) => {
    const encoded = z.core.safeEncode(schema, value);
    if (encoded.error) throw new UndeclaredReply(path);
    return encoded.data;
  };
}

function checked(isDeclared: (value: unknown) => boolean, path: string): Encoder {
  return (value) => {
    if (!isDeclared(value)) throw new UndeclaredReply(path);
    return value;
  };
}

/** Checks the type first, since checks rely on it; then runs the checks, which may change the value. */
function checkedEncoder(encode: Encoder, checks: readonly Check[], path: string): Encoder {
  return (value) => {
    encode(value);
    const payload: z.core.ParsePayload = { value, issues: [] };
    for (const check of checks) {
      // an asynchronous check cannot be awaited here
      const isPending = check._zod.check(payload) instanceof Promise;
      if (isPending || payload.issues.length > 0) throw new UndeclaredReply(path);
    }
    return encode(payload.value);
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function objectEncoder(shape: Readonly<Record<string, z.core.$ZodType>>, path: string): Encoder {
  const fields = Object.entries(shape).map(
    ([name, schema]) => [name, encoderOf(schema, `${path}.${name}`)] as const,
  );
  // JSON.stringify is faster for objects that are created with all their fields
  const blank = Object.fromEntries(fields.map(([name]) => [name, undefined]));
  return (value) => {
    if (!isObject(value)) throw new UndeclaredReply(path);
    const declared: Record<string, unknown> = { ...blank };
    for (const [name, encode] of fields) declared[name] = encode(value[name]);
    return declared;
  };
}

function listEncoder(encode: Encoder, path: string): Encoder {
  return (value) => {
    if (!Array.isArray(value)) throw new UndeclaredReply(path);
    return value.map(encode);
  };
}
