import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Settings } from '../settings/settings.ts';

const SEVERITIES = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type Severity = (typeof SEVERITIES)[number];

export type LogOptions = { readonly write: (line: string) => void; readonly now: () => Date };

const TO_STDOUT: LogOptions = {
  write: (line) => {
    process.stdout.write(line);
  },
  now: () => new Date(),
};

/**
 * Makes a logger in the form that Fastify takes: one JSON line for each event, `{ level, time, ...fields, msg
 * }`. All fields are redacted: no line contains what people wrote, who they are or a credential.
 */
export function makeLog(level: Settings['logLevel'], parts: LogOptions = TO_STDOUT): FastifyBaseLogger {
  return makeChild(level, {}, parts);
}

function makeChild(level: Severity, bindings: object, parts: LogOptions): FastifyBaseLogger {
  const least = SEVERITIES.indexOf(level);
  const at =
    (severity: Severity) =>
    (first: unknown, second?: unknown): void => {
      if (SEVERITIES.indexOf(severity) < least) return;
      const message = typeof first === 'string' ? first : second;
      const line = {
        level: severity,
        time: parts.now().toISOString(),
        ...bindings,
        ...fieldsOf(first),
        ...(typeof message === 'string' && { msg: message }),
      };
      parts.write(`${escapeControls(JSON.stringify(redact(line)))}\n`);
    };
  return {
    level,
    trace: at('trace'),
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    fatal: at('fatal'),
    silent: () => {},
    child: (more, options) =>
      makeChild(SEVERITIES.find((one) => one === options?.level) ?? level, { ...bindings, ...more }, parts),
  };
}

function fieldsOf(first: unknown): object {
  if (first instanceof Error) return { error: first };
  return typeof first === 'object' && first !== null ? first : {};
}

/** Escapes DEL, the C1 controls and the two line separators, which JSON keeps and terminals may execute. */
function escapeControls(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Logs one line for each reply: id, method, route pattern (never the URL), status and duration. To be called
 * before the routes are bound, on a server whose own request log is off.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    });
  });
}

const DEEPEST = 4;
const LONGEST_TEXT = 2000;
const MOST_ITEMS = 50;
const WITHHELD = '[withheld]';

/** Names of private fields, whole or as the end of a longer name. */
const PRIVATE_NAME =
  /(password|secret|token|cookie|authorization|e-?mail|phone|address|body|headers|message_?text|content|instructions|query|params|parameters|latitude|longitude)$|^(url|ip)$/i;

/**
 * Returns a value without private parts: errors as type and stack, texts without emails and query strings,
 * private fields withheld; depth, length and number of items limited.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutPrivateParts(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth >= DEEPEST) return '[deeper]';
  if (value instanceof Error) return loggableError(value, depth);
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((one) => redact(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MOST_ITEMS)
      .map(([name, one]) => [name, PRIVATE_NAME.test(name) ? WITHHELD : redact(one, depth + 1)]),
  );
}

/**
 * Messages of PostgreSQL quote values of the statement ("invalid input syntax for type uuid: …"), so only
 * fields that name the error are kept.
 */
function loggableError(error: Error, depth: number): object {
  const fields: Record<string, unknown> = Object.fromEntries(Object.entries(error));
  const named = Object.fromEntries(
    ['code', 'constraint', 'table', 'column', 'routine', 'syscall'].flatMap((name) =>
      typeof fields[name] === 'string' ? [[name, fields[name]]] : [],
    ),
  );
  const fromDatabase = 'severity' in fields && 'routine' in fields;
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...named,
    ...(!fromDatabase && { text: withoutPrivateParts(error.message) }),
    at: places.slice(0, 8).map((line) => withoutPrivateParts(line.trim().slice('at '.length))),
    ...(error.cause !== undefined && { cause: redact(error.cause, depth + 1) }),
  };
}

function withoutPrivateParts(text: string): string {
  return (
    text
      .slice(0, LONGEST_TEXT)
      // not the names of packages in stacks: `node_modules/@fastify/send/index.js`, `pg@8.1.0/lib/client.js`
      .replace(/[^\s@<>"'()]*[^\s@<>"'()/]@[^\s@<>"'()/]+\.(?!\d)[^\s@<>"'()/]+/g, '[e-mail]')
      .replace(/(\/[^\s?"']*)\?[^\s"']*/g, '$1?…')
      // a secret in a path, such as that of a calendar; ids and names are shorter
      .replace(/(?<=\/)[\w-]{43,}/g, '[key]')
      .replace(/(\w+:\/\/)[^\s/@]+@/g, '$1[withheld]@')
  );
}
