// The descriptions of fields are the comments of the schema files, so that they stand in one place and weigh nothing in
// the browser. Only as much of TypeScript is read as these files need.
import type { JsonSchema } from './json-schemas.ts';

/** The comment of a constant or of one of its fields, and those of the fields inside. */
type Commented = {
  text?: string;
  readonly fields: Map<string, Commented>;
  /** Constants of the same file that it is made of: all of `name`, or only its field `field`. */
  readonly parts: { readonly name: string; readonly field?: string }[];
};
export type Comments = ReadonlyMap<string, Commented>;

const TOKEN =
  /(?<doc>\/\*\*(?:[^*]|\*(?!\/))*\*\/)|(?<skip>\/\/.*|\/\*[^]*?\*\/|\s+)|(?<text>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)|(?<word>[\w$]+)|(?<mark>\.\.\.|=>|[^])/y;
const REGEX = /\/(?:\[(?:[^\]\\\n]|\\.)*\]|[^/\\\n[]|\\.)+\/[a-z]*/y;

type Token = { readonly kind: 'doc' | 'text' | 'word' | 'mark'; readonly text: string };

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < source.length; ) {
    const isOperand =
      ['word', 'text'].includes(tokens.at(-1)?.kind ?? '') || ')]'.includes(tokens.at(-1)?.text ?? '(');
    REGEX.lastIndex = at;
    TOKEN.lastIndex = at;
    const isComment = /^\/[/*]/.test(source.slice(at, at + 2));
    const regex = source[at] === '/' && !isComment && !isOperand ? REGEX.exec(source) : null;
    const found = regex ?? TOKEN.exec(source);
    at += found?.[0].length ?? 1;
    const kind = regex
      ? 'text'
      : (['doc', 'text', 'word', 'mark'] as const).find((each) => found?.groups?.[each]);
    if (found && kind) tokens.push({ kind, text: found[0] });
  }
  return tokens;
}

const plain = (comment: string): string =>
  comment
    .replaceAll(/^\/\*\*|\*\/$/g, '')
    .replaceAll(/\n\s*\* ?/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const empty = (): Commented => ({ fields: new Map(), parts: [] });

/** The field under which the comment of a message of this type is kept. */
const variantOf = (type: string): string => `type=${type}`;

/** The variant of a union that begins at a token: `z.object({ type: z.literal('…')`. */
function variantAt(tokens: readonly Token[], from: number): string | null {
  const start = tokens.slice(from, from + 12).map(({ text }) => text);
  const type = start.pop();
  return start.join('') === 'z.object({type:z.literal(' ? variantOf((type ?? '').slice(1, -1)) : null;
}

/** The comments of a source file's constants, by their names. */
export function commentsIn(source: string): Comments {
  const constants = new Map<string, Commented>();
  const tokens = tokensOf(source);
  /** What each open bracket belongs to. */
  const open: { readonly bracket: string; readonly owner: Commented }[] = [];
  let current: Commented = empty();
  let comment: string | undefined;
  const begin = (into: Map<string, Commented>, name: string): void => {
    current = into.get(name) ?? empty();
    if (comment !== undefined) current.text = comment;
    into.set(name, current);
  };
  for (const [nth, { kind, text }] of tokens.entries()) {
    const before = tokens[nth - 1];
    const [next, afterNext] = [tokens[nth + 1]?.text, tokens[nth + 2]?.text];
    const frame = open.at(-1);
    if (kind === 'doc') {
      comment = plain(text);
      const variant = variantAt(tokens, nth + 1);
      if (variant !== null) current.fields.set(variant, { ...empty(), text: comment });
      continue;
    }
    if (text === 'export') continue;
    const startsField =
      frame?.bracket === '{' && (before?.kind === 'doc' || '{,'.includes(before?.text ?? ''));
    if (!frame && before?.text === 'const' && kind === 'word') begin(constants, text);
    else if (startsField && kind === 'word' && next === ':') begin(frame.owner.fields, text);
    else if (startsField && kind === 'word' && ',}'.includes(next ?? '')) {
      begin(frame.owner.fields, text);
      current.parts.push({ name: text });
    } else if (kind === 'word' && before?.text !== '.')
      (before?.text === '...' ? (frame?.owner ?? current) : current).parts.push({
        name: text,
        ...(next === '.' && afterNext && { field: afterNext }),
      });
    else if ('{([`'.includes(text)) open.push({ bracket: text, owner: current });
    else if ('})]'.includes(text)) current = open.pop()?.owner ?? empty();
    if (!(kind === 'word' && text === 'const')) comment = undefined;
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
