import type { EndpointSpec } from '@openlarder/domain/kernel/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, type ArgsOf, call, type LooseRequest } from './call.ts';

type KeyPart = string | Readonly<Record<string, unknown>>;

/**
 * The cache key of a GET: its path in parts, then its query. `/api/conversations/{id}/messages` of `x` is
 * `['/api/conversations', 'x', 'messages']`, so a key's beginning stands for all that lies under it.
 */
export function endpointKey<const E extends EndpointSpec>(
  endpoint: E,
  ...[request]: ArgsOf<E>
): readonly KeyPart[] {
  const { params = {}, query } = (request ?? {}) as {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
  };
  const parts = endpoint.path
    .split(/\/?\{(\w+)\}\/?/)
    .map((part, index) => (index % 2 === 0 ? part : (params[part] ?? '')))
    .filter(Boolean);
  return query && Object.keys(query).length > 0 ? [...parts, query] : parts;
}

/** `useQuery(endpointQuery(listClaims, { query: { side: 'mine' } }))`: key and call in one, typed by the contract. */
export function endpointQuery<const E extends EndpointSpec>(endpoint: E, ...args: ArgsOf<E>) {
  const request = (args[0] ?? {}) as LooseRequest;
  const callWith = call as (endpoint: EndpointSpec, request: LooseRequest) => Promise<AnswerOf<E>>;
  return queryOptions<AnswerOf<E>>({
    queryKey: endpointKey(endpoint, ...args),
    queryFn: ({ signal }) => callWith(endpoint, { ...request, signal }),
  });
}
