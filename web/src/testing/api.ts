/// <reference types="vite/types/importMeta.d.ts" />
import type { ErrorBody } from '@openlarder/domain/kernel/app-error.ts';
import type { AnyEndpoint, EndpointSpec } from '@openlarder/domain/kernel/endpoint.ts';
import { http, HttpResponse } from 'msw';
import * as z from 'zod/mini';
import type { ResponseOf } from '#web/lib/call.ts';
import { api } from './fake-network.ts';

export type ReceivedRequest = {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
};

/** Specs by endpoint name and `Spec`. */
const schemas: Record<string, unknown> = Object.assign(
  {},
  ...Object.values(import.meta.glob('../../../domain/src/*/*-schemas.ts', { eager: true })),
);
const contracts = import.meta.glob<Record<string, unknown>>('../../../domain/src/*/*-contract.ts', {
  eager: true,
});
const specs = new Map<unknown, EndpointSpec>(
  Object.values(contracts).flatMap((contract) =>
    Object.entries(contract).map(([name, endpoint]): [unknown, EndpointSpec] => [
      endpoint,
      schemas[`${name}Spec`] as EndpointSpec,
    ]),
  ),
);

/** Schemas of an endpoint, which the endpoint itself carries as a type only. */
function specOf(endpoint: AnyEndpoint): EndpointSpec {
  const spec = specs.get(endpoint);
  if (!spec) throw new Error(`No spec for ${endpoint.method} ${endpoint.path}`);
  return spec;
}

const routeOf = (endpoint: AnyEndpoint): string => `*${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`;
const VERBS = {
  GET: http.get,
  POST: http.post,
  PUT: http.put,
  PATCH: http.patch,
  DELETE: http.delete,
} as const;

/** Path parameters; the origin, which the route leaves open, is numbered. */
function namedOnly(params: Readonly<Record<string, unknown>>): Record<string, string> {
  const named = Object.entries(params).filter(([name]) => Number.isNaN(Number(name)));
  return Object.fromEntries(named.map(([name, value]) => [name, String(value)]));
}

/**
 * Makes an endpoint reply. Both directions are checked against the contract, so a test cannot pass on a call
 * or reply that the real server would not know. Returns the received requests in order.
 */
export function reply<E extends AnyEndpoint>(
  endpoint: E,
  response: ResponseOf<E> | ((received: ReceivedRequest) => ResponseOf<E>),
  headers?: Record<string, string>,
): ReceivedRequest[];
export function reply(
  endpoint: AnyEndpoint,
  response: unknown,
  headers: Record<string, string> = {},
): ReceivedRequest[] {
  const requests: ReceivedRequest[] = [];
  const spec = specOf(endpoint);
  const [status, schema] = Object.entries(spec.responses)[0] ?? ['200', null];
  api.use(
    VERBS[endpoint.method](routeOf(endpoint), async ({ request, params }) => {
      const text = await request.text();
      const received: ReceivedRequest = {
        params: namedOnly(params),
        query: new URL(request.url).searchParams,
        body: text === '' ? undefined : JSON.parse(text),
        headers: request.headers,
      };
      if (spec.body) z.parse(spec.body, received.body);
      if (spec.params) z.parse(spec.params, received.params);
      requests.push(received);
      const data: unknown = typeof response === 'function' ? response(received) : response;
      if (!schema) return new HttpResponse(null, { status: Number(status), headers });
      return new HttpResponse(JSON.stringify(z.parse(schema, data)), {
        status: Number(status),
        headers: { 'Content-Type': 'application/json', ...headers },
      });
    }),
  );
  return requests;
}

/** Makes an endpoint fail with the contract's error form. */
export function replyError(endpoint: AnyEndpoint, status: number, error: ErrorBody): void {
  api.use(VERBS[endpoint.method](routeOf(endpoint), () => HttpResponse.json(error, { status })));
}

/** Makes an endpoint unreachable. */
export function replyNetworkError(endpoint: AnyEndpoint): void {
  api.use(VERBS[endpoint.method](routeOf(endpoint), () => HttpResponse.error()));
}
