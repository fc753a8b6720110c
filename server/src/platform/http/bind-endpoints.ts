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

/** One of an endpoint's statuses with its body, and optional headers. */
class Reply<Status, Body> {
  readonly status: Status;
  readonly body: Body;
  readonly headers: Headers;

  constructor(status: Status, body: Body, headers: Headers) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

type ReplyOf<Spec extends EndpointSpec> = {
  [Status in keyof Spec['responses']]: Reply<Status, Given<Spec['responses'][Status]>>;
}[keyof Spec['responses']];

type IsUnion<Type, Whole = Type> = Type extends unknown ? ([Whole] extends [Type] ? false : true) : never;

/** The body of an endpoint's only success; nothing where it has none. */
type OnlyBody<Spec extends EndpointSpec> =
  IsUnion<keyof Spec['responses']> extends true
    ? never
    : Spec['responses'][keyof Spec['responses']] extends z.core.$ZodType
      ? Given<Spec['responses'][keyof Spec['responses']]>
      : void;

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

/** Handles calls: returns the body of the only success, or a `reply` with its status and headers. */
type Handle<E extends AnyEndpoint> = (
  input: Input<SpecOf<E>, E['access']>,
) => Promise<ReplyOf<SpecOf<E>> | OnlyBody<SpecOf<E>>>;

type Contract = Readonly<Record<string, AnyEndpoint>>;
type Specs<Endpoints extends Contract> = {
  readonly [Name in keyof Endpoints & string as `${Name}Spec`]: SpecOf<Endpoints[Name]>;
};

/**
 * Registers the endpoints of a contract with their specs: access, parsing, response schemas. An endpoint without a
 * handler, or with the spec of another one, does not compile.
 */
export function bindEndpoints<const Endpoints extends Contract>(
  app: FastifyInstance,
  contract: Endpoints,
  specs: NoInfer<Specs<Endpoints>>,
  handlers: { readonly [Name in keyof Endpoints]: Handle<Endpoints[Name]> },
): void {
  // the types of this function say which belong together
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const named = { specs, handlers } as unknown as {
    readonly specs: Readonly<Record<string, EndpointSpec>>;
    readonly handlers: Readonly<Record<string, (input: unknown) => Promise<unknown>>>;
  };
  for (const [name, endpoint] of Object.entries(contract)) {
    const [spec, handle] = [named.specs[`${name}Spec`], named.handlers[name]];
    if (!spec || !handle) throw new Error(`${name} has no spec or no handler`);
    bindEndpoint(app, endpoint, spec, handle);
  }
}

function bindEndpoint(
  app: FastifyInstance,
  endpoint: AnyEndpoint,
  spec: EndpointSpec,
  handle: (input: unknown) => Promise<unknown>,
): void {
  app.boundEndpoints.push(endpoint);
  const { access } = endpoint;
  const [onlyStatus] = Object.keys(spec.responses).map(Number);
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
      const { params, query, body: given, caller } = request;
      const idempotency = spec.idempotent ? idempotencyOf(endpoint, request) : null;
      const result = await handle({ params, query, body: given, caller, idempotency, request });
      const { status, body, headers } =
        result instanceof Reply ? result : reply(onlyStatus ?? 200, result, {});
      return fastifyReply
        .code(Number(status))
        .headers(headers)
        .send(body ?? undefined);
    },
  });
}

/** Keeps the status a literal type, so that the body is checked against the schema of that status. */
export function reply<const Status extends number, const Body>(
  status: Status,
  body: Body,
  headers: Headers = {},
): Reply<Status, Body> {
  return new Reply(status, body, headers);
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
