import {
  appealPause,
  blockRequester,
  createRequest,
  type CreateRequest,
  type EmergencyRequest,
  getAsking,
  getRequest,
  listActiveRequests,
  listRequests,
  matchRequest,
} from '@openlarder/domain/emergency/request-contract.ts';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts';
import { emergencyKey } from './emergency-query-key.ts';

/** Pending requests near a donor, nearest first. */
export const activeRequestsQuery = queryOptions({
  queryKey: [...emergencyKey, 'active'],
  queryFn: ({ signal }) => call(listActiveRequests, { signal }),
});

const requestsOf = (side: 'mine' | 'helping') =>
  queryOptions({
    queryKey: [...emergencyKey, side],
    queryFn: ({ signal }) => call(listRequests, { query: { side }, signal }),
  });

/** What I have asked for, newest first. */
export const myRequestsQuery = requestsOf('mine');
/** The requests that I have helped with, newest first. */
const helpingQuery = requestsOf('helping');

/** Whether I may ask grows by the clock alone, so what is known is asked for anew after so long. */
const ASKING_FRESH_MS = 30_000;

/** Whether I may ask for food now, and where else there is help. */
export const requestLimitsQuery = queryOptions({
  queryKey: [...emergencyKey, 'asking'],
  queryFn: ({ signal }) => call(getAsking, { signal }),
  staleTime: ASKING_FRESH_MS,
});

/** One request, as I may see it. */
export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: [...emergencyKey, 'request', id],
    queryFn: ({ signal }) => call(getRequest, { params: { id }, signal }),
  });

/** Puts a request, as the server just gave it, where it is shown; a new one of my own comes first. */
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

/** What else a move of a request changes: the other lists, the conversation, and a claim that carries the handover. */
export function invalidateRequestData(queryClient: QueryClient): void {
  const changed = [
    emergencyKey,
    ['/api/conversations'],
    ['/api/claims'],
    ['/api/food-listings'],
    ['/api/map/cluster'],
  ];
  for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey });
}

/** One try of asking: what is sent, and the key by which the same try sent again is the same request. */
export type RequestAttempt = {
  readonly body: CreateRequest & { readonly expiresAt: string };
  readonly key: string;
};

/** Asks for food. */
export function useCreateRequest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: RequestAttempt) => call(createRequest, { body, idempotencyKey: key }),
    onSuccess: (request) => {
      cacheRequest(queryClient, request);
      invalidateRequestData(queryClient);
    },
    // Why it was refused may have come about meanwhile.
    onError: () => void queryClient.invalidateQueries({ queryKey: requestLimitsQuery.queryKey }),
  });
}

/** What a helper brings: a listing of their own, claimed for the requester, or something else. */
export type HelpOffer = { readonly listingId: string | null; readonly servings?: number };

/** Says that I help; nobody else is asked then. The same offer sent again is the same match. */
export function useMatchRequest(requestId: string) {
  const queryClient = useQueryClient();
  const keyFor = useIdempotencyKey();
  return useMutation({
    mutationFn: (offer: HelpOffer) =>
      call(matchRequest, {
        params: { id: requestId },
        body: offer,
        idempotencyKey: keyFor({ requestId, offer }),
      }),
    onSuccess: (request) => cacheRequest(queryClient, request),
    onSettled: () => invalidateRequestData(queryClient),
  });
}

/** Tells those who run the community why my asking should not be paused. */
export function useAppealPause() {
  return useMutation({ mutationFn: (words: string) => call(appealPause, { body: { words } }) });
}

/** Blocks whoever made a request, whom I am not told. */
export function useBlockRequester(requestId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(blockRequester, { params: { id: requestId } }),
    onSuccess: () => {
      invalidateRequestData(queryClient);
      void queryClient.invalidateQueries({ queryKey: ['/api/blocks'] });
    },
  });
}

/** The request that this tab says it helps with just now: that it is matched is then no news to tell. */
export const answering: { id: string | null } = { id: null };
