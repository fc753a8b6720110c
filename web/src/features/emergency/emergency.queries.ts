import {
  appealRequestLimit,
  blockRequester,
  createRequest,
  type CreateRequest,
  type EmergencyRequest,
  getRequest,
  getRequestLimits,
  listActiveRequests,
  listRequests,
  matchRequest,
} from '@openlarder/domain/emergency/request-contract.ts';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts';
import { FRESH_MS } from '#web/lib/query-client.ts';

/** Pending requests near a donor, nearest first. */
export const activeRequestsQuery = endpointQuery(listActiveRequests);

const requestsOf = (side: 'mine' | 'helping') => endpointQuery(listRequests, { query: { side } });

export const myRequestsQuery = requestsOf('mine');
export const helpingQuery = requestsOf('helping');

/** Whether I may ask for food now, and help lines. */
export const requestLimitsQuery = queryOptions({
  ...endpointQuery(getRequestLimits),
  staleTime: FRESH_MS,
});

export const requestQuery = (id: string) => endpointQuery(getRequest, { params: { id } });

/** Writes a request from a server answer into the cache; a new one of my own comes first. */
export function cacheRequest(queryClient: QueryClient, request: EmergencyRequest): void {
  queryClient.setQueryData(requestQuery(request.id).queryKey, request);
  if (request.side === 'donor') return;
  const list = request.side === 'requester' ? myRequestsQuery : helpingQuery;
  queryClient.setQueryData(list.queryKey, (known) => {
    if (!known) return known;
    return known.some(({ id }) => id === request.id)
      ? known.map((one) => (one.id === request.id ? request : one))
      : [request, ...known];
  });
}

export type RequestAttempt = {
  readonly body: CreateRequest & { readonly expiresAt: string };
  readonly key: string;
};

export function useCreateRequest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: RequestAttempt) => call(createRequest, { body, idempotencyKey: key }),
    onSuccess: (request) => cacheRequest(queryClient, request),
  });
}

/** What a helper brings: servings of an own listing, claimed for the requester, or something else. */
export type MatchOffer = { readonly listingId: string | null; readonly servings?: number };

/** Matches me with a request. Idempotent for the same offer. */
export function useMatchRequest(requestId: string) {
  const queryClient = useQueryClient();
  const keyFor = useIdempotencyKey();
  return useMutation({
    mutationFn: (offer: MatchOffer) =>
      call(matchRequest, {
        params: { id: requestId },
        body: offer,
        idempotencyKey: keyFor({ requestId, offer }),
      }),
    onSuccess: (request) => cacheRequest(queryClient, request),
  });
}

export function useAppealRequestLimit() {
  return useMutation({ mutationFn: (words: string) => call(appealRequestLimit, { body: { words } }) });
}

/** Blocks the person behind a request, whose id donors do not see. */
export function useBlockRequester(requestId: string) {
  return useMutation({ mutationFn: () => call(blockRequester, { params: { id: requestId } }) });
}
