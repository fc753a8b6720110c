import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import type { Importance } from '@openlarder/domain/kernel/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { makeFairLine, type Rank } from '../concurrency-limit.ts';
import { rateLimitKeyOf } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a call; `talk` without it. */
    importance?: Importance;
  }
}

/**
 * About as many calls as there are database connections keep both cores and the database busy; more would only wait for
 * each other inside. Calls that matter more may begin while others fill the places of their rank.
 */
const RANKS: Readonly<Record<Importance, Rank>> = {
  act: { maxConcurrent: 48, maxWaiting: 400, patienceMs: { first: 2000, standing: 2000 } },
  talk: { maxConcurrent: 20, maxWaiting: 200, patienceMs: { first: 600, standing: 150 } },
  look: { maxConcurrent: 12, maxWaiting: 200, patienceMs: { first: 300, standing: 50 } },
};
const ORDER: readonly Importance[] = ['act', 'talk', 'look'];
/** People who were refused in the same moment come back apart. */
const RETRY_AFTER_SECONDS = { least: 1, most: 4 };
const TELL_EVERY_MS = 10_000;

/** What tells signed-in callers apart before the database is asked; null signed out. */
export type CallerKey = (headers: IncomingHttpHeaders) => string | null;

const leaving = new WeakMap<FastifyRequest, () => void>();

/** Ends the turn of a call that only waits for another machine from now on. Idempotent. */
export const leavePlace = (request: FastifyRequest): void => leaving.get(request)?.();

/**
 * Makes calls wait in a line, by their importance and fairly by who calls, and refuses with 503 `busy` those who would
 * wait too long. A call has its place while this process works on it, not while its body arrives. The returned function
 * is to be awaited before the database is asked.
 */
export function admitByImportance(
  app: FastifyInstance,
  callerKey: CallerKey,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const { least, most } = RETRY_AFTER_SECONDS;
  let [refused, toldAtMs] = [0, Number.NEGATIVE_INFINITY];
  const line = makeFairLine({
    ranks: ORDER.map((importance) => RANKS[importance]),
    refusal() {
      refused++;
      if (performance.now() - toldAtMs > TELL_EVERY_MS) {
        app.log.warn({ refused }, 'more calls come than can be answered: some were refused');
        [refused, toldAtMs] = [0, performance.now()];
      }
      const retryAfterSeconds = least + Math.floor(Math.random() * (most - least + 1));
      return new AppError(503, 'busy', { retryAfterSeconds });
    },
  });
  async function admit(request: FastifyRequest, { raw }: FastifyReply): Promise<void> {
    const key = callerKey(request.headers) ?? rateLimitKeyOf(request.ip);
    const { importance = 'talk' } = request.routeOptions.config;
    leaving.set(request, await line.enter(key, ORDER.indexOf(importance)));
    // the caller has hung up while waiting
    if (raw.closed) leavePlace(request);
  }

  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => leavePlace(request));
  });
  app.addHook('preParsing', async (request) => {
    if (hasBody(request)) leavePlace(request);
  });
  app.addHook('preValidation', async (request, reply) => {
    // the handler of a slow body reads it itself
    if (leaving.has(request) && hasBody(request) && !request.routeOptions.config.slowBody)
      await admit(request, reply);
  });
  app.addHook('onSend', async (request) => leavePlace(request));
  return admit;
}

/** Whether the request announces a body. */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
