import type { AnyEndpoint } from '@openlarder/domain/kernel/endpoint.ts';
import type { Topic } from '@openlarder/domain/kernel/topics.ts';
import { type Query, type QueryKey, queryOptions } from '@tanstack/react-query';
import { type CallArgs, callChecked, type LooseRequest, type ResponseOf } from './call.ts';

type KeyPart = string | Readonly<Record<string, unknown>>;

/** The parts of a path; `param` returns the part for a parameter. Empty parts are left out. */
const partsOf = <Part>(path: string, param: (name: string) => Part): (string | Part)[] =>
  path
    .split(/\/?\{(\w+)\}\/?/)
    .map((part, index) => (index % 2 === 0 ? part : param(part)))
    .filter((part) => part !== '');

/** Every GET that has had a key: only these can be cached. */
const keyed = new Set<AnyEndpoint>();

function keyOf(endpoint: AnyEndpoint, { params = {}, query = {} }: LooseRequest): readonly KeyPart[] {
  keyed.add(endpoint);
  const parts = partsOf(endpoint.path, (name) => params[name] ?? '');
  return Object.keys(query).length > 0 ? [...parts, query] : parts;
}

/**
 * The cache key of a GET: its path in parts, then its query. `/api/conversations/{id}/messages` of `x` is
 * `['/api/conversations', 'x', 'messages']`, so that a key's prefix stands for everything below it.
 */
export function endpointKey<E extends AnyEndpoint>(endpoint: E, ...args: CallArgs<E>): readonly KeyPart[];
export function endpointKey(endpoint: AnyEndpoint, request: LooseRequest = {}): readonly KeyPart[] {
  return keyOf(endpoint, request);
}

/**
 * Query key and call in one, typed by the contract: `useQuery(endpointQuery(listClaims, { query: { side:
 * 'mine' } }))`.
 */
export function endpointQuery<E extends AnyEndpoint>(endpoint: E, ...args: CallArgs<E>) {
  const request: LooseRequest = args[0] ?? {};
  return queryOptions<ResponseOf<E>>({
    queryKey: keyOf(endpoint, request),
    queryFn: ({ signal }) => callChecked(endpoint, { ...request, signal }),
  });
}

export type EndpointQueries = {
  readonly queryKey: QueryKey;
  readonly predicate: (query: Pick<Query, 'queryKey' | 'meta'>) => boolean;
};

const ANY = Symbol('any');

/**
 * Matches the cached queries of a GET whatever their query: of one object with `params`, else of all. What follows the
 * path in a key is an object; a key with more strings belongs to another endpoint, or to none.
 */
export function queriesOf(
  { path }: AnyEndpoint,
  params: Readonly<Record<string, string>> = {},
): EndpointQueries {
  const wanted = partsOf(path, (name) => params[name] ?? ANY);
  return {
    queryKey: wanted.slice(0, 1),
    predicate({ queryKey }) {
      const end = queryKey.findIndex((part) => typeof part !== 'string');
      const parts = end === -1 ? queryKey : queryKey.slice(0, end);
      return (
        parts.length === wanted.length && wanted.every((part, index) => part === ANY || part === parts[index])
      );
    },
  };
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The topics of a query whose request shows less than its endpoint does. */
      readonly shows?: readonly Topic[];
    };
  }
}

/** The topics that a query of the endpoint shows. */
const shownBy = (endpoint: AnyEndpoint, meta: Query['meta']): readonly Topic[] =>
  meta?.shows ?? ('shows' in endpoint ? endpoint.shows : []);

/** Matches the cached queries that show one of these topics, for each GET of them. */
export function queriesShowing(topics: readonly Topic[]): (EndpointQueries & { readonly path: string })[] {
  const isShown = (topic: Topic): boolean => topics.includes(topic);
  return [...keyed]
    .filter((endpoint) => shownBy(endpoint, undefined).some(isShown))
    .map((endpoint) => {
      const { queryKey, predicate } = queriesOf(endpoint);
      return {
        path: endpoint.path,
        queryKey,
        predicate: (query) => predicate(query) && shownBy(endpoint, query.meta).some(isShown),
      };
    });
}
