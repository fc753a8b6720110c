import type { AnyEndpoint, SpecOf } from '@openlarder/domain/kernel/endpoint.ts';
import { SECOND_MS } from '@openlarder/domain/kernel/time.ts';
import type * as z from 'zod/mini';
import { noteReply } from './browser-state.ts';
import { HttpError, NetworkError, UnauthorizedError } from './http-error.ts';
import { liveHeaders, noteLiveRow } from './live-names.ts';
import { sendMutation } from './mutations.ts';
import { learnServerTime } from './server-clock.ts';
import { isPublicPage, leaveForSignIn } from './session-navigation.ts';
import { createStore } from './store.ts';

type In<S> = S extends z.core.$ZodType ? z.core.input<S> : never;
type Out<S> = S extends z.core.$ZodType ? z.core.output<S> : null;

type QueryScalar = string | number | boolean | null | undefined;
type QueryValue = QueryScalar | readonly QueryScalar[];
/** Where a query's schema coerces, its input type is `unknown`; an address can carry scalars. */
type QueryIn<Q> = { [K in keyof In<Q>]: unknown extends In<Q>[K] ? QueryValue : In<Q>[K] | null };

/** The data of a successful response; null for one without a body. */
export type ResponseOf<E extends AnyEndpoint> = Out<SpecOf<E>['responses'][keyof SpecOf<E>['responses']]>;

type Has<Spec, K extends PropertyKey> = K extends keyof Spec ? true : false;
type Part<Spec, K extends 'params' | 'query' | 'body'> = K extends keyof Spec
  ? K extends 'query'
    ? QueryIn<Spec[K]>
    : In<Spec[K]>
  : never;

export type RequestOf<E extends AnyEndpoint> = RequestBySpec<SpecOf<E>>;
type RequestBySpec<Spec> = (Has<Spec, 'params'> extends true ? { params: Part<Spec, 'params'> } : unknown) &
  (Has<Spec, 'query'> extends true ? { query?: Part<Spec, 'query'> } : unknown) &
  (Has<Spec, 'body'> extends true
    ? undefined extends Part<Spec, 'body'>
      ? { body?: Part<Spec, 'body'> }
      : { body: Part<Spec, 'body'> }
    : unknown);

export type CallOptions = {
  /** Identifies this request and its retries, so that the effect happens once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** The request outlives the page. */
  keepalive?: boolean;
};

export type LooseRequest = {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
} & CallOptions;

export type CallArgs<E extends AnyEndpoint, More = unknown> =
  Partial<RequestOf<E>> extends RequestOf<E>
    ? [request?: RequestOf<E> & More]
    : [request: RequestOf<E> & More];

/** Fills `{name}` in an endpoint's path. Throws if a value is missing. */
export function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path ${path} needs "${name}"`);
    return encodeURIComponent(value);
  });
}

/** `?a=1&b=2&b=3`, or an empty string: null and undefined are omitted, an array repeats its name. */
export function queryString(query: Readonly<Record<string, unknown>> = {}): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined) pairs.append(name, String(one));
    }
  }
  const text = pairs.toString();
  return text ? `?${text}` : '';
}

type Result = { data: unknown; headers: Headers };

type RawResponse = { status: number; statusText: string; isOk: boolean; text: string; headers: Headers };

/** Sends a request and waits for the whole response. Rejects with `NetworkError` if there is none. */
async function fetchText(address: string, init: RequestInit): Promise<RawResponse> {
  const sentMs = Date.now();
  try {
    const response = await fetch(address, init);
    const { status, statusText, ok: isOk, headers } = response;
    // a network that wants a sign-in of its own, as in hotels and trains, answers in the server's place with its page
    if ((isOk || status === 511) && headers.get('Content-Type')?.includes('html'))
      throw new TypeError('A page came in the place of the reply');
    learnServerTime(headers, sentMs);
    noteReply(true);
    return { status, statusText, isOk, text: await response.text(), headers };
  } catch (error) {
    // The caller has aborted it.
    if (init.signal?.aborted) throw error;
    noteReply(false);
    throw new NetworkError(error);
  }
}

function send(endpoint: AnyEndpoint, request: LooseRequest, nullOn401: boolean): Promise<Result> {
  const sendNow = () => exchange(endpoint, request, nullOn401);
  return endpoint.method === 'GET' ? sendNow() : sendMutation(endpoint, request, sendNow);
}

/** A refusal that asks for a longer pause is shown. */
const LONGEST_PAUSE_SECONDS = 5;
const MOST_REPEATS = 4;

/** How many calls wait to be repeated, since the server has too much to do. */
export const waitingCalls = createStore(0);

/**
 * The seconds after which a refused call is worth repeating; null if it is not. A GET may always be, another call only
 * if nothing was done of it.
 */
function pauseOf({ status, headers, text }: RawResponse, { method }: AnyEndpoint): number | null {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  if (status !== 503 || !(seconds <= LONGEST_PAUSE_SECONDS)) return null;
  return method === 'GET' || text.includes('"code":"busy"') ? seconds : null;
}

/** Waits so long or a little longer: not all pages come back in the same moment. */
async function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  waitingCalls.set(waitingCalls.get() + 1);
  try {
    await new Promise((resolve, reject) => {
      setTimeout(resolve, seconds * (1 + Math.random() / 2) * SECOND_MS);
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    signal?.throwIfAborted();
  } finally {
    waitingCalls.set(waitingCalls.get() - 1);
  }
}

async function exchange(endpoint: AnyEndpoint, request: LooseRequest, nullOn401: boolean): Promise<Result> {
  const requestHeaders: Record<string, string> = {
    Accept: 'application/json',
    ...liveHeaders(endpoint.method),
  };
  if (request.body !== undefined) requestHeaders['Content-Type'] = 'application/json';
  if (request.idempotencyKey !== undefined) requestHeaders['Idempotency-Key'] = request.idempotencyKey;

  const sendOnce = () =>
    fetchText(fillPath(endpoint.path, request.params) + queryString(request.query), {
      method: endpoint.method,
      credentials: 'same-origin',
      headers: requestHeaders,
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      ...(request.signal && { signal: request.signal }),
      ...(request.keepalive && { keepalive: true }),
    });
  let response = await sendOnce();
  for (let repeats = 0; repeats < MOST_REPEATS; repeats += 1) {
    const seconds = pauseOf(response, endpoint);
    if (seconds === null || request.keepalive) break;
    await pause(seconds, request.signal);
    response = await sendOnce();
  }
  const { status, statusText, isOk, text, headers } = response;
  noteLiveRow(headers.get('Live-Row'));
  if (status === 401 && nullOn401) return { data: null, headers };
  if (status === 401 && !isPublicPage(window.location.pathname)) {
    leaveForSignIn();
    throw new UnauthorizedError();
  }
  if (!isOk) throw new HttpError(status, text, statusText, headers.get('Retry-After'));
  return { data: text === '' ? null : JSON.parse(text), headers };
}

/**
 * Calls an endpoint of the contract and returns its data. Rejects with `HttpError` for a response that is not
 * OK, `UnauthorizedError` if the session has ended (the page then leaves for the sign-in page),
 * `NetworkError` if there is no response. The server validates its responses by the same schemas, so the
 * browser does not validate them again.
 */
export function call<E extends AnyEndpoint>(
  endpoint: E,
  ...args: CallArgs<E, CallOptions>
): Promise<ResponseOf<E>>;
export async function call(endpoint: AnyEndpoint, request: LooseRequest = {}): Promise<unknown> {
  return (await send(endpoint, request, false)).data;
}

/** Calls an endpoint and also returns the response headers (totals, the next page). */
export function callWithHeaders<E extends AnyEndpoint>(
  endpoint: E,
  ...args: CallArgs<E, CallOptions>
): Promise<{ data: ResponseOf<E>; headers: Headers }>;
export async function callWithHeaders(endpoint: AnyEndpoint, request: LooseRequest = {}): Promise<Result> {
  return send(endpoint, request, false);
}

export function callOrNullOn401<E extends AnyEndpoint>(
  endpoint: E,
  ...args: CallArgs<E, CallOptions>
): Promise<ResponseOf<E> | null>;
export async function callOrNullOn401(endpoint: AnyEndpoint, request: LooseRequest = {}): Promise<unknown> {
  return (await send(endpoint, request, true)).data;
}

/** `call` for a request whose types were checked where it was built. */
export function callChecked<E extends AnyEndpoint>(
  endpoint: E,
  request: LooseRequest,
): Promise<ResponseOf<E>>;
export async function callChecked(endpoint: AnyEndpoint, request: LooseRequest): Promise<unknown> {
  return (await send(endpoint, request, false)).data;
}

/** The cursor of the next page from a header `Link: <…?cursor=…>; rel="next"`; null on the last page. */
export function nextCursor(headers: Headers): string | null {
  const links = (headers.get('Link') ?? '').split(/,\s*(?=<)/);
  for (const link of links) {
    const [, address, rest] = /^\s*<([^>]*)>(.*)$/.exec(link) ?? [];
    if (!address || !rest || !/;\s*rel="?next"?/i.test(rest)) continue;
    return new URL(address, 'http://here').searchParams.get('cursor');
  }
  return null;
}
