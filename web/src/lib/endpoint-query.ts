import type { Endpoint } from '@openlarder/domain/kernel/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import { type CallArgs, callChecked, type LooseRequest, type ResponseOf } from './call.ts';

type KeyPart = string | Readonly<Record<string, unknown>>;

function keyOf(path: string, { params = {}, query = {} }: LooseRequest): readonly KeyPart[] {
  const parts = path
    .split(/\/?\{(\w+)\}\/?/)
    .map((part, index) => (index % 2 === 0 ? part : (params[part] ?? '')))
    .filter(Boolean);
  return Object.keys(query).length > 0 ? [...parts, query] : parts;
}

/**
 * The cache key of a GET: its path in parts, then its query. `/api/conversations/{id}/messages` of `x` is
 * `['/api/conversations', 'x', 'messages']`, so that a key's prefix stands for everything below it.
 */
export function endpointKey<E extends Endpoint>(endpoint: E, ...args: CallArgs<E>): readonly KeyPart[];
export function endpointKey(endpoint: Endpoint, request: LooseRequest = {}): readonly KeyPart[] {
  return keyOf(endpoint.path, request);
}

/**
 * Query key and call in one, typed by the contract: `useQuery(endpointQuery(listClaims, { query: { side:
 * 'mine' } }))`.
 */
export function endpointQuery<E extends Endpoint>(endpoint: E, ...args: CallArgs<E>) {
  const request: LooseRequest = args[0] ?? {};
  return queryOptions<ResponseOf<E>>({
    queryKey: keyOf(endpoint.path, request),
    queryFn: ({ signal }) => callChecked(endpoint, { ...request, signal }),
  });
}
