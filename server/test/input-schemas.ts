import type * as z from 'zod/mini';

export type InputPath = readonly (string | number)[];
type InputSchema = { readonly path: InputPath; readonly schema: z.core.$ZodTypes };

/** Every schema that checks a part of the input, and where; an array's first item represents all of them. */
export function inputSchemas(schema: z.core.$ZodType, path: InputPath = []): InputSchema[] {
  const known = schema as z.core.$ZodTypes;
  const { def } = known._zod;
  const inside = (): InputSchema[] => {
    switch (def.type) {
      case 'optional':
      case 'nullable':
      case 'default':
      case 'catch':
        return inputSchemas(def.innerType, path);
      case 'pipe':
        return inputSchemas(def.in._zod.def.type === 'transform' ? def.out : def.in, path);
      case 'array':
        return inputSchemas(def.element, [...path, 0]);
      case 'object':
        return Object.entries(def.shape).flatMap(([key, inner]) => inputSchemas(inner, [...path, key]));
      case 'union':
        return def.options.flatMap((option) => inputSchemas(option, path));
      case 'string':
      case 'enum':
      case 'literal':
      case 'number':
      case 'boolean':
        return [];
      default:
        throw new Error(`The input at ${path.join('.')} has an unknown type: ${def.type}`);
    }
  };
  return [{ path, schema: known }, ...inside()];
}

const TEXTS: ReadonlySet<string> = new Set(['string', 'enum', 'literal']);

/** Paths of the text fields in a schema's input. */
export const textPathsOf = (schema: z.core.$ZodType): InputPath[] =>
  inputSchemas(schema).flatMap(({ path, schema: { _zod } }) => (TEXTS.has(_zod.def.type) ? [path] : []));

/** A copy of a body whose text or other value at this path is changed. */
export function withTextAt(
  body: unknown,
  path: InputPath,
  change: (text: string) => unknown,
): Record<string, unknown> {
  const changed = (value: unknown, [at, ...deeper]: InputPath): unknown => {
    if (at === undefined) return change(typeof value === 'string' ? value : '');
    if (typeof at === 'number') return [changed(Array.isArray(value) ? value[at] : undefined, deeper)];
    const known = value as Readonly<Record<string, unknown>>;
    return { ...known, [at]: changed(known[at], deeper) };
  };
  return changed(body, path) as Record<string, unknown>;
}
