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
const verbOf = (endpoint: EndpointSpec) =>
  http[endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'];

/**
 * Lets an endpoint answer. Both directions are checked against the contract, so a test cannot pass on a call or
 * an answer that the real server would not know. Hands back what was asked, in order.
 */
export function answer<const E extends EndpointSpec>(
  endpoint: E,
  reply: AnswerOf<E> | ((asked: Asked) => AnswerOf<E>),
  headers: Record<string, string> = {},
): Asked[] {
  const heard: Asked[] = [];
  const [status, schema] = Object.entries(endpoint.responses)[0] ?? ['200', null];
  api.use(
    verbOf(endpoint)(routeOf(endpoint), async ({ request, params }) => {
      const text = await request.text();
      const asked: Asked = {
        params: params as Record<string, string>,
        query: new URL(request.url).searchParams,
        body: text === '' ? undefined : JSON.parse(text),
        headers: request.headers,
      };
      if (endpoint.body) z.parse(endpoint.body, asked.body);
      if (endpoint.params) z.parse(endpoint.params, asked.params);
      heard.push(asked);
      const data = typeof reply === 'function' ? (reply as (asked: Asked) => AnswerOf<E>)(asked) : reply;
      if (!schema) return new HttpResponse(null, { status: Number(status), headers });
      return HttpResponse.json(z.parse(schema, data) as never, { status: Number(status), headers });
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
  api.use(verbOf(endpoint)(routeOf(endpoint), () => HttpResponse.json(error, { status })));
}

/** Lets an endpoint not be reached at all. */
export function loseContact(endpoint: EndpointSpec): void {
  api.use(verbOf(endpoint)(routeOf(endpoint), () => HttpResponse.error()));
}
