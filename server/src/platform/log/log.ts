import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { redact } from '#server/platform/log/redact.ts';
import type { Settings } from '#server/platform/settings/settings.ts';

const SEVERITIES = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type Severity = (typeof SEVERITIES)[number];

/** Where log lines go, and the source of their time. */
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
