// The descriptions of fields are the comments of the schema files, so that they stand in one place and weigh nothing in
// the browser.
import { parse } from '@babel/parser';
import type { Node } from '@babel/types';
import type { JsonSchema } from './json-schemas.ts';

/** The comment of a constant or of one of its fields, and those of the fields inside. */
type Commented = {
  text?: string;
  readonly fields: Map<string, Commented>;
  /** Constants of the same file that it is made of: all of `name`, or only its field `field`. */
  readonly parts: { readonly name: string; readonly field?: string }[];
};
export type Comments = ReadonlyMap<string, Commented>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The `/** … *\/` before a node, in one line. */
const docOf = ({ leadingComments }: Node): string | undefined =>
  leadingComments
    ?.findLast(({ type, value }) => type === 'CommentBlock' && value.startsWith('*'))
    ?.value.slice(1)
    .replaceAll(/\n\s*\* ?/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

function commented(into: Map<string, Commented>, name: string, text: string | undefined): Commented {
  const node: Commented = into.get(name) ?? { fields: new Map(), parts: [] };
  if (text !== undefined) node.text = text;
  into.set(name, node);
  return node;
}

/** The field under which the comment of a message of this type is kept. */
const variantOf = (type: string): string => `type=${type}`;

/** Adds what an expression says of the constant or field that it is of. */
function collect(node: Node, source: string, owner: Commented): void {
  const doc = docOf(node);
  if (node.type === 'Identifier') owner.parts.push({ name: node.name });
  else if (node.type === 'MemberExpression' && node.property.type === 'Identifier') {
    if (node.object.type === 'Identifier')
      owner.parts.push({ name: node.object.name, field: node.property.name });
    else collect(node.object, source, owner);
  } else if (node.type === 'ObjectProperty') {
    const { key } = node;
    const name = key.type === 'Identifier' ? key.name : 'value' in key ? String(key.value) : '';
    collect(node.value, source, commented(owner.fields, name, doc));
  } else {
    // a variant of a union
    const [, type] = /^z\.object\(\{\s*type: z\.literal\('([^']+)'/.exec(source.slice(node.start ?? 0)) ?? [];
    if (doc !== undefined && type !== undefined) commented(owner.fields, variantOf(type), doc);
    for (const child of Object.values(node).flat()) if (isNode(child)) collect(child, source, owner);
  }
}

/** The comments of a source file's constants, by their names. */
export function commentsIn(source: string): Comments {
  const constants = new Map<string, Commented>();
  for (const statement of parse(source, { sourceType: 'module', plugins: ['typescript'] }).program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declared.declarations)
      if (id.type === 'Identifier' && init)
        collect(init, source, commented(constants, id.name, docOf(statement)));
  }
  return constants;
}

/** The node of a field in what a constant is made of. */
function fieldOf(comments: Comments, node: Commented, name: string, depth = 0): Commented[] {
  if (depth > 6) return [];
  const own = node.fields.get(name);
  const inherited = node.parts.flatMap((part) => {
    const whole = comments.get(part.name);
    const from = part.field === undefined ? whole : whole?.fields.get(part.field);
    return from && from !== node ? fieldOf(comments, from, name, depth + 1) : [];
  });
  return own ? [own, ...inherited] : inherited;
}

/** The comment of the nodes themselves, else of what they are made of. */
function textOf(comments: Comments, nodes: readonly Commented[]): string | undefined {
  for (const node of nodes) {
    if (node.text !== undefined) return node.text;
    // a limit's comment says nothing about the field that has it
    for (const part of node.parts.filter(({ name }) => name !== name.toUpperCase())) {
      const whole = comments.get(part.name);
      const from = part.field === undefined ? whole : whole?.fields.get(part.field);
      if (from?.text !== undefined) return from.text;
    }
  }
  return undefined;
}

/** Adds the comments of `nodes` as descriptions to a JSON Schema and to the fields inside. */
function describeBy(comments: Comments, nodes: readonly Commented[], schema: JsonSchema): JsonSchema {
  const fieldsNamed = (name: string): Commented[] => nodes.flatMap((node) => fieldOf(comments, node, name));
  const inside = (one: JsonSchema): JsonSchema => {
    const { properties, items, ...rest } = one;
    const type = properties?.['type']?.const;
    const text = typeof type === 'string' ? textOf(comments, fieldsNamed(variantOf(type))) : undefined;
    return {
      ...(text !== undefined && { description: text }),
      ...rest,
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, property]) => {
            const fields = fieldsNamed(name);
            const own =
              property.$ref === undefined
                ? textOf(comments, fields)
                : fields.find(({ text: said }) => said)?.text;
            return [
              name,
              { ...(own !== undefined && { description: own }), ...describeBy(comments, fields, property) },
            ];
          }),
        ),
      }),
      ...(items && { items: inside(items) }),
      ...(one.anyOf && { anyOf: one.anyOf.map(inside) }),
      ...(one.oneOf && { oneOf: one.oneOf.map(inside) }),
    };
  };
  return inside(schema);
}

/** Describes the JSON Schema of a constant, or of what is at `path` inside. */
export function describe(
  comments: Comments,
  schema: JsonSchema,
  constant: string,
  path: readonly string[] = [],
): JsonSchema {
  const root = comments.get(constant);
  const nodes = path.reduce<readonly Commented[]>(
    (at, name) => at.flatMap((node) => fieldOf(comments, node, name)),
    root ? [root] : [],
  );
  const text = path.length === 0 ? textOf(comments, nodes) : undefined;
  return { ...(text !== undefined && { description: text }), ...describeBy(comments, nodes, schema) };
}
