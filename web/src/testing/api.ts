import type { EndpointSpec } from '@openlarder/domain/kernel/endpoint.ts';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import * as z from 'zod/mini';
import type { AnswerOf } from '#web/lib/call.ts';

/** The pretended server. It answers what a test tells it with `answer` or `refuse`, and fails on all else. */
export const api = setupServer();

type Asked = {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
};

const routeOf = (endpoint: EndpointSpec): string => `*${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`;
const VERBS = {
  GET: http.get,
  POST: http.post,
  PUT: http.put,
  PATCH: http.patch,
  DELETE: http.delete,
} as const;

/** The path's named parts; the origin, which the route leaves open, is numbered. */
function namedOnly(params: Readonly<Record<string, unknown>>): Record<string, string> {
  const named = Object.entries(params).filter(([name]) => Number.isNaN(Number(name)));
  return Object.fromEntries(named.map(([name, value]) => [name, String(value)]));
}

/**
 * Lets an endpoint answer. Both directions are checked against the contract, so a test cannot pass on a call or
 * an answer that the real server would not know. Hands back what was asked, in order.
 */
export function answer<const E extends EndpointSpec>(
  endpoint: E,
  reply: AnswerOf<E> | ((asked: Asked) => AnswerOf<E>),
  headers?: Record<string, string>,
): Asked[];
export function answer(
  endpoint: EndpointSpec,
  reply: unknown,
  headers: Record<string, string> = {},
): Asked[] {
  const heard: Asked[] = [];
  const [status, schema] = Object.entries(endpoint.responses)[0] ?? ['200', null];
  api.use(
    VERBS[endpoint.method](routeOf(endpoint), async ({ request, params }) => {
      const text = await request.text();
      const asked: Asked = {
        params: namedOnly(params),
        query: new URL(request.url).searchParams,
        body: text === '' ? undefined : JSON.parse(text),
        headers: request.headers,
      };
      if (endpoint.body) z.parse(endpoint.body, asked.body);
      if (endpoint.params) z.parse(endpoint.params, asked.params);
      heard.push(asked);
      const data: unknown = typeof reply === 'function' ? reply(asked) : reply;
      if (!schema) return new HttpResponse(null, { status: Number(status), headers });
      return new HttpResponse(JSON.stringify(z.parse(schema, data)), {
        status: Number(status),
        headers: { 'Content-Type': 'application/json', ...headers },
      });
    }),
  );
  return heard;
}

/** Lets an endpoint refuse with the error form of the contract. */
export function refuse(
  endpoint: EndpointSpec,
  status: number,
  error: { code: string; message: string; fields?: Record<string, string> },
): void {
  api.use(VERBS[endpoint.method](routeOf(endpoint), () => HttpResponse.json(error, { status })));
}

/** Lets an endpoint not be reached at all. */
export function loseContact(endpoint: EndpointSpec): void {
  api.use(VERBS[endpoint.method](routeOf(endpoint), () => HttpResponse.error()));
}
