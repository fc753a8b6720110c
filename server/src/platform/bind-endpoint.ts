import { createHash } from 'node:crypto';
import { AppError, errorBodySchema, signedOut } from '@openlarder/domain/kernel/app-error.ts';
import type { EndpointSpec } from '@openlarder/domain/kernel/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Idempotency } from './idempotency.ts';
import type { Caller } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose session the request carries; null for nobody's. */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    endpoint?: EndpointSpec;
  }
}

type Parsed<Schema> = Schema extends z.core.$ZodType ? z.output<Schema> : undefined;
type Given<Schema> = Schema extends z.core.$ZodType ? z.input<Schema> : null;

/** What a handler gives back: one of the endpoint's statuses with its body, and headers where there are some. */
type Answer<E extends EndpointSpec> = {
  [Status in keyof E['responses']]: {
    readonly status: Status;
    readonly body: Given<E['responses'][Status]>;
    readonly headers?: Readonly<Record<string, string>>;
  };
}[keyof E['responses']];

type Input<E extends EndpointSpec> = {
  readonly params: Parsed<E['params']>;
  readonly query: Parsed<E['query']>;
  readonly body: Parsed<E['body']>;
  readonly caller: E['access'] extends 'person' ? Caller : Caller | null;
  /** Set for endpoints that honour an `Idempotency-Key`, when the caller sent one. */
  readonly idempotency: Idempotency | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** `null` in `responses` is an answer without a body. */
const noBody = z.null();

/** Adds an endpoint of the contract to the app: who may come in, what is parsed, what may go out. */
export function bindEndpoint<const E extends EndpointSpec>(
  app: FastifyInstance,
  endpoint: E,
  handle: (input: Input<E>) => Promise<Answer<NoInfer<E>>>,
): void {
  const response = Object.fromEntries(
    Object.entries(endpoint.responses).map(([status, schema]) => [status, schema ?? noBody]),
  );
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: {
      summary: endpoint.summary,
      tags: [endpoint.tag],
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      response: { ...response, '4xx': errorBodySchema, '5xx': errorBodySchema },
    },
    config: { endpoint },
    // before the body is read and checked: a stranger learns nothing about what would have been wrong with it
    async onRequest(request) {
      if (endpoint.access === 'person' && !request.caller) throw signedOut();
    },
    async handler(request, reply) {
      const input = {
        params: request.params,
        query: request.query,
        body: request.body,
        caller: request.caller,
        idempotency: endpoint.idempotent ? idempotencyOf(endpoint, request) : null,
        request,
        reply,
      } as unknown as Input<E>;
      const { status, body, headers } = await handle(input);
      if (headers) reply.headers(headers);
      reply.code(Number(status));
      return body === null ? reply.send() : reply.send(body);
    },
  });
}

/** Keeps the status a literal, so that the body is checked against the endpoint's schema for it. */
export function answer<const Status extends number, const Body>(
  status: Status,
  body: Body,
  headers?: Readonly<Record<string, string>>,
): { readonly status: Status; readonly body: Body; readonly headers?: Readonly<Record<string, string>> } {
  return { status, body, ...(headers && { headers }) };
}

function idempotencyOf(endpoint: EndpointSpec, request: FastifyRequest): Idempotency | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new AppError(400, 'malformed', 'An Idempotency-Key has 1 to 200 visible characters.');
  return {
    endpoint: `${endpoint.method} ${endpoint.path}`,
    key,
    bodyHash: createHash('sha256')
      .update(JSON.stringify([request.params ?? null, request.body ?? null]))
      .digest('base64url'),
  };
}
