import { createHash } from 'node:crypto';
import { AppError, signedOut } from '@openlarder/domain/kernel/app-error.ts';
import type { Access, AnyEndpoint, EndpointSpec, SpecOf } from '@openlarder/domain/kernel/endpoint.ts';
import { errorBodySchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Idempotency } from '../idempotency.ts';
import type { Caller } from './caller.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly boundEndpoints: AnyEndpoint[];
  }
  interface FastifyRequest {
    /** The person whose session the request carries; null without one. */
    caller: Caller | null;
  }
}

type Parsed<Schema> = Schema extends z.core.$ZodType ? z.output<Schema> : undefined;
type Given<Schema> = Schema extends z.core.$ZodType ? z.input<Schema> : null;

type Headers = Readonly<Record<string, string | string[]>>;

/** What a handler returns: one of the endpoint's statuses with its body, and optional headers. */
type Reply<Spec extends EndpointSpec> = {
  [Status in keyof Spec['responses']]: {
    readonly status: Status;
    readonly body: Given<Spec['responses'][Status]>;
    readonly headers?: Headers;
  };
}[keyof Spec['responses']];

type Input<Spec extends EndpointSpec, Who extends Access> = {
  readonly params: Parsed<Spec['params']>;
  readonly query: Parsed<Spec['query']>;
  readonly body: Parsed<Spec['body']>;
  readonly caller: Who extends 'anyone' ? Caller | null : Caller;
  /** Set if the endpoint supports an `Idempotency-Key` and the caller sent one. */
  readonly idempotency: Idempotency | null;
  readonly request: FastifyRequest;
};

/** `null` in `responses` is a response without a body. */
const noBody = z.null();

/**
 * Registers an endpoint of the contract with its spec: access, parsing, response schemas. A spec of another endpoint
 * does not compile.
 */
export function bindEndpoint<const E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  spec: NoInfer<SpecOf<E>>,
  handle: (input: Input<SpecOf<E>, E['access']>) => Promise<Reply<SpecOf<E>>>,
): void {
  app.boundEndpoints.push(endpoint);
  const { access } = endpoint;
  const response = Object.fromEntries(
    Object.entries(spec.responses).map(([status, schema]) => [status, schema ?? noBody]),
  );
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { importance: endpoint.importance },
    schema: {
      ...(spec.params && { params: spec.params }),
      ...(spec.query && { querystring: spec.query }),
      ...(spec.body && { body: acceptNulls(spec.body) }),
      response: { ...response, '4xx': errorBodySchema, '5xx': errorBodySchema },
    },
    // before the body is parsed: signed out, a caller gets 401 and learns nothing about the body's errors
    async onRequest(request) {
      if (access !== 'anyone' && !request.caller) throw signedOut();
    },
    async handler(request, fastifyReply) {
      const input = {
        params: request.params,
        query: request.query,
        body: request.body,
        caller: request.caller,
        idempotency: spec.idempotent ? idempotencyOf(endpoint, request) : null,
        request,
      } as unknown as Input<SpecOf<E>, E['access']>;
      const { status, body, headers } = await handle(input);
      if (headers) fastifyReply.headers(headers);
      fastifyReply.code(Number(status));
      return body === null ? fastifyReply.send() : fastifyReply.send(body);
    },
  });
}

/** Keeps the status a literal type, so that the body is checked against the schema of that status. */
export function reply<const Status extends number, const Body>(
  status: Status,
  body: Body,
  headers?: Headers,
): { readonly status: Status; readonly body: Body; readonly headers?: Headers } {
  return { status, body, ...(headers && { headers }) };
}

function idempotencyOf(endpoint: AnyEndpoint, request: FastifyRequest): Idempotency | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new AppError(400, 'malformed.idempotency-key');
  return {
    endpoint: `${endpoint.method} ${endpoint.path}`,
    key,
    bodyHash: createHash('sha256')
      .update(JSON.stringify([request.params ?? null, request.body ?? null]))
      .digest('base64url'),
  };
}

type AnySchema = z.core.$ZodType;

/**
 * The same schema of a body, in which `null` in an optional field counts as the field being absent, at any depth.
 * Where `null` has a meaning of its own (a nullable field) it keeps it.
 */
export function acceptNulls(schema: AnySchema): AnySchema {
  if (schema instanceof z.core.$ZodObject) {
    const { def } = schema._zod;
    const fields = Object.entries<AnySchema>(def.shape).map(([name, field]) => [name, fieldWithNull(field)]);
    return z.core.clone(schema, { ...def, shape: Object.fromEntries(fields) });
  }
  if (schema instanceof z.core.$ZodArray)
    return z.core.clone(schema, { ...schema._zod.def, element: acceptNulls(schema._zod.def.element) });
  if (isWrapper(schema))
    return z.core.clone(schema, { ...schema._zod.def, innerType: acceptNulls(schema._zod.def.innerType) });
  return schema;
}

function fieldWithNull(field: AnySchema): AnySchema {
  const inner = acceptNulls(field);
  if (inner._zod.optin === undefined || meansNull(inner)) return inner;
  return z.pipe(
    z.nullable(inner),
    z.transform((value: unknown) => (value === null ? z.core.parse(inner, undefined) : value)),
  );
}

type Wrapper = z.core.$ZodOptional | z.core.$ZodNullable | z.core.$ZodDefault | z.core.$ZodCatch;

const isWrapper = (schema: AnySchema): schema is Wrapper =>
  [z.core.$ZodOptional, z.core.$ZodNullable, z.core.$ZodDefault, z.core.$ZodCatch].some(
    (wrapper) => schema instanceof wrapper,
  );

/** Whether a field is nullable itself. */
const meansNull = (schema: AnySchema): boolean =>
  schema instanceof z.core.$ZodNullable || (isWrapper(schema) && meansNull(schema._zod.def.innerType));
