import * as z from 'zod/mini';

type Schema = z.core.$ZodType;

/**
 * The same schema of a body, in which `null` in an optional field counts as the field being absent, at any depth.
 * Where `null` has a meaning of its own (a nullable field) it keeps it.
 */
export function acceptNulls(schema: Schema): Schema {
  if (schema instanceof z.core.$ZodObject) {
    const { def } = schema._zod;
    const fields = Object.entries<Schema>(def.shape).map(([name, field]) => [name, fieldWithNull(field)]);
    return z.core.clone(schema, { ...def, shape: Object.fromEntries(fields) });
  }
  if (schema instanceof z.core.$ZodArray)
    return z.core.clone(schema, { ...schema._zod.def, element: acceptNulls(schema._zod.def.element) });
  if (isWrapper(schema))
    return z.core.clone(schema, { ...schema._zod.def, innerType: acceptNulls(schema._zod.def.innerType) });
  return schema;
}

function fieldWithNull(field: Schema): Schema {
  const inner = acceptNulls(field);
  if (inner._zod.optin === undefined || meansNull(inner)) return inner;
  return z.pipe(
    z.nullable(inner),
    z.transform((value: unknown) => (value === null ? z.core.parse(inner, undefined) : value)),
  );
}

type Wrapper = z.core.$ZodOptional | z.core.$ZodNullable | z.core.$ZodDefault | z.core.$ZodCatch;

const isWrapper = (schema: Schema): schema is Wrapper =>
  [z.core.$ZodOptional, z.core.$ZodNullable, z.core.$ZodDefault, z.core.$ZodCatch].some(
    (wrapper) => schema instanceof wrapper,
  );

/** Whether a field is nullable itself. */
const meansNull = (schema: Schema): boolean =>
  schema instanceof z.core.$ZodNullable || (isWrapper(schema) && meansNull(schema._zod.def.innerType));
