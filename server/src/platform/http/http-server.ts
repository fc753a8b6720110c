import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { AppError, notFound } from '@openlarder/domain/kernel/app-error.ts';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import pg from 'pg';
import * as z from 'zod/mini';
import { logRequests } from '../log/log.ts';
import { PRODUCT_VERSION } from '../product-version.ts';
import { admitByImportance, type CallerKey, hasBody } from './admission.ts';
import type { SessionReader } from './caller.ts';
import { InvalidInput, sendErrorReply, setErrorReplies } from './http-errors.ts';
import { nameLiveRow } from './live-row-header.ts';
import { noteDeviceLanguage } from './request-language.ts';
import type { RateLimits } from './rate-limits.ts';
import { compileSerializer } from './reply-serializer.ts';
import { isOwnWrite } from './same-origin.ts';
import { type PageSources, securityHeaders, setSecurityHeaders } from './security-headers.ts';

const BODY_LIMIT_BYTES = 256 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;
const BODY_TIMEOUT_MS = 30_000;
/** For routes with `slowBody`: photos from an old phone on a slow line. */
const SLOW_BODY_TIMEOUT_MS = 300_000;
const RETRY_AFTER_SECONDS = 2;
/** How often Node checks for overdue requests. */
const TIMEOUT_CHECK_MS = 2000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether a write was refused within the last minute, since a disk is full. */
    isStorageFull: () => boolean;
  }
  interface FastifyContextConfig {
    /** Allows five minutes for the body instead of thirty seconds. */
    slowBody?: boolean;
    /** Accepts writes from other origins, as mail programs send them; the token they carry is the proof. */
    fromAnywhere?: boolean;
  }
}

export type HttpOptions = {
  readonly logger: FastifyBaseLogger | undefined;
  readonly readSession: SessionReader;
  readonly rateLimits: RateLimits;
  /** Refuses calls when more come than can be answered, and tells callers apart by this; null refuses none. */
  readonly callerKey: CallerKey | null;
  /** Our own origins, such as `https://food.example`. */
  readonly origins: ReadonlySet<string>;
  readonly pageSources: PageSources;
  readonly secure: boolean;
  readonly trustProxy: boolean | string | string[];
};

/**
 * Makes the HTTP server without routes: sessions, same-origin writes, rate limits, validation and
 * serialization by the contract's schemas, error replies and headers.
 */
export async function makeHttpServer(parts: HttpOptions): Promise<FastifyInstance> {
  const headers = securityHeaders(parts.pageSources, parts.secure);
  const app = Fastify({
    ...(parts.logger ? { loggerInstance: parts.logger } : { logger: false }),
    // Fastify's own log lines contain the whole URL.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: parts.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: SLOW_BODY_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // Fastify's own answer has another shape than our errors
    return503OnClosing: false,
    // malformed URLs, which the router refuses before any hook
    frameworkErrors(_error, _request, reply) {
      sendErrorReply(reply.headers(headers), notFound());
    },
  });
  app.setValidatorCompiler<z.core.$ZodType>(({ schema }) => (data) => {
    const parsed = z.core.safeParse(schema, data, { reportInput: true });
    return parsed.success ? { value: parsed.data } : { error: new InvalidInput(parsed.error.issues) };
  });
  app.setSerializerCompiler<z.core.$ZodType>(({ schema }) => compileSerializer(schema));
  logRequests(app);
  const isStorageFull = setErrorReplies(app);
  app.decorate('isStorageFull', isStorageFull);
  setSecurityHeaders(app, headers);
  compressReplies(app);
  refuseWhileClosing(app);
  acceptJsonOnly(app);
  endSlowBodies(app);

  const admit = parts.callerKey ? admitByImportance(app, parts.callerKey) : async () => {};
  app.decorateRequest('caller', null);
  app.decorate('boundEndpoints', []);
  app.addHook('onRequest', async (request, reply) => {
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD';
    const isOurs = !isWrite || request.routeOptions.config.fromAnywhere === true;
    if (!isOurs && !isOwnWrite(request.headers, parts.origins)) throw new AppError(403, 'foreign-origin');
    if (!isCall(request)) return;
    await parts.rateLimits.spend(isWrite ? 'address-write' : 'address-read', request.ip);
    await admit(request, reply);
    request.caller = await parts.readSession(request.headers);
    if (request.caller)
      await parts.rateLimits.spend(isWrite ? 'person-write' : 'person-read', request.caller.userId);
  });
  nameLiveRow(app);
  noteDeviceLanguage(app);
  // replies for one person must not be cached
  app.addHook('onSend', async (request, reply) => {
    if (isCall(request) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });

  return app;
}

/** Whether this is an API call. A URL can be spelled in many ways (`/%61pi/`), its route only in one. */
function isCall({ routeOptions, url }: FastifyRequest): boolean {
  return /^\/(api|objects)\//.test(routeOptions.url ?? url);
}

const closing = (): AppError => new AppError(503, 'closing', { retryAfterSeconds: RETRY_AFTER_SECONDS });

/** Refuses requests (503 `closing`) that arrive on open connections once the server closes. */
function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async () => {
    if (isClosing) throw closing();
  });
}

/** Accepts JSON bodies only; an empty body counts as none. Forms and text are refused with 415. */
function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, null);
    else void parseJson(request, body, done);
  });
}

/** Node has one timeout for all requests, and photos need a long one: other bodies get a shorter one here. */
function endSlowBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (hasBody(request) && !request.routeOptions.config.slowBody) {
      const timer = setTimeout(() => request.raw.destroy(), BODY_TIMEOUT_MS);
      payload.once('close', () => clearTimeout(timer));
      payload.once('end', () => clearTimeout(timer));
    }
    return payload;
  });
}

type Health = {
  readonly pool: pg.Pool;
  /** Of several that share the port, as in the log; null where this process is alone. */
  readonly worker: number | null;
  /** Whether requests are still answered, but no new ones should come. */
  readonly isStopping: () => boolean;
  /** Whether this process still reads what it answers from. */
  readonly isStarting: () => boolean;
  /** A scheduled task that has not run for three of its periods. */
  readonly lateTask: () => string | null;
  /** Since when no mail goes out, which is no reason to stop the app. */
  readonly mailTrouble: () => Promise<{ readonly since: Date; readonly answer: string } | null>;
};

/** Fails in a read-only database, and changes nothing in any. */
const TRY_TO_WRITE = 'update object_store set is_marked = is_marked where false';

/**
 * `/healthz`: the process is up, and its version. `/readyz`: this process can answer now, else 503: the database takes writes
 * (`database-away`), everything is read that it answers from (`not-ready`), and it is not stopping (`closing`). What
 * another process would do no better is in `details`: a task that is late, if no mail goes out, and if a disk is full. `worker` is who
 * answers, as in the log.
 */
export function bindHealthRoutes(
  app: FastifyInstance,
  { pool, worker, isStopping, isStarting, lateTask, mailTrouble }: Health,
): void {
  app.get('/healthz', { logLevel: 'warn' }, async () => ({
    status: 'alive',
    version: PRODUCT_VERSION,
  }));
  app.get('/readyz', { logLevel: 'warn' }, async () => {
    if (isStopping()) throw closing();
    if (isStarting()) throw new AppError(503, 'not-ready', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    await pool.query(TRY_TO_WRITE);
    const [task, mail] = [lateTask(), await mailTrouble()];
    const details = {
      ...(task !== null && { task }),
      ...(mail && { mail }),
      ...(app.isStorageFull() && { storage: 'full' }),
    };
    return {
      status: 'ready',
      ...(worker !== null && { worker }),
      ...(Object.keys(details).length > 0 && { details }),
    };
  });
}

/** Smaller replies fit in one packet anyway. */
const SMALLEST_BYTES = 1200;
const TEXT = /^(application\/json|text\/html)/;
/** Compressing a page of the feed takes 0.5 ms at this quality and 40 ms at the best. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const takes = (header: string | undefined, encoding: string): boolean =>
  header?.split(',').some((one) => {
    const [name, weight] = one.split(';').map((part) => part.trim());
    return name === encoding && !/^q=0(\.0*)?$/.test(weight ?? '');
  }) ?? false;

/**
 * Compresses JSON replies and the page with Brotli or gzip; files of the web app are compressed by the build.
 * (The size of a reply could reveal a secret in it next to text of an attacker. To measure it, the attacker's
 * page would have to call as the signed-in person, but the session cookie is not sent with calls from other
 * sites.)
 */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || Buffer.byteLength(payload) < SMALLEST_BYTES) return payload;
    const isText = TEXT.test(String(reply.getHeader('content-type') ?? ''));
    if (!isText || reply.hasHeader('content-encoding')) return payload;
    const vary = reply.getHeader('vary');
    reply.header('vary', vary ? `${String(vary)}, Accept-Encoding` : 'Accept-Encoding');
    const encoding = ['br', 'gzip'].find((one) => takes(request.headers['accept-encoding'], one));
    if (request.method === 'HEAD' || !encoding) return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return encoding === 'br' ? promisify(brotliCompress)(payload, BROTLI) : promisify(gzip)(payload);
  });
}
