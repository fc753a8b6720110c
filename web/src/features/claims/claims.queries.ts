import {
  type Claim,
  getClaimLimits,
  listClaims,
  listPersonListings,
} from '@openlarder/domain/claims/claim-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { callWithHeaders, nextCursor } from '#web/lib/call.ts';
import { endpointKey, endpointQuery } from '#web/lib/endpoint-query.ts';
import { type Page, useOlderPages } from '#web/lib/use-older-pages.ts';

type Side = 'mine' | 'theirs';

const claimsKey = endpointKey(listClaims);

async function claimPage(side: Side, cursor: string | null, signal: AbortSignal): Promise<Page<Claim>> {
  const { data, headers } = await callWithHeaders(listClaims, { query: { side, cursor }, signal });
  return { items: data, olderCursor: nextCursor(headers) };
}

const firstClaims = (side: Side) =>
  queryOptions({
    queryKey: [...claimsKey, { side }],
    queryFn: ({ signal }) => claimPage(side, null, signal),
    select: ({ items }: Page<Claim>) => items,
  });

/** My pickups, open ones first: the first page, which holds all that is open. */
export const myClaimsQuery = firstClaims('mine');
/** Claims on what I share, open ones first. */
export const claimsOnMyListingsQuery = firstClaims('theirs');

/** The claims of a side that lie behind the first page. */
export function useOlderClaims(side: Side) {
  const first = side === 'mine' ? myClaimsQuery : claimsOnMyListingsQuery;
  const cursor = useQuery({ ...first, select: ({ olderCursor }) => olderCursor }).data ?? null;
  return useOlderPages({
    cursor,
    queryKey: [...claimsKey, { side, older: true }],
    fetchPage: (from, signal) => claimPage(side, from, signal),
  });
}

async function sharedPage(
  personId: string,
  cursor: string | null,
  signal: AbortSignal,
): Promise<Page<Listing>> {
  const { data, headers } = await callWithHeaders(listPersonListings, {
    params: { id: personId },
    query: { type: 'donated', cursor },
    signal,
  });
  return { items: data, olderCursor: nextCursor(headers) };
}

const sharedKey = (personId: string) => endpointKey(listPersonListings, { params: { id: personId } });

/** What a person has shared, newest first: the first page. */
export const listingsSharedByQuery = (personId: string) =>
  queryOptions({
    queryKey: [...sharedKey(personId), { type: 'donated' }],
    queryFn: ({ signal }) => sharedPage(personId, null, signal),
    select: ({ items }: Page<Listing>) => items,
  });

/** What a person has shared that lies behind the first page. */
export function useOlderListingsSharedBy(personId: string) {
  const first = {
    ...listingsSharedByQuery(personId),
    select: ({ olderCursor }: Page<Listing>) => olderCursor,
  };
  return useOlderPages({
    cursor: useQuery(first).data ?? null,
    queryKey: [...sharedKey(personId), { type: 'donated', older: true }],
    fetchPage: (from, signal) => sharedPage(personId, from, signal),
  });
}

/** A day's claims grow fewer by themselves, so what is known is asked for anew after so long. */
const LIMITS_FRESH_MS = 30_000;

/** How much I may claim now. */
export const claimLimitsQuery = queryOptions({
  ...endpointQuery(getClaimLimits),
  staleTime: LIMITS_FRESH_MS,
});

/** Puts a claim, as the server just gave it, into the lists that hold it; a new one comes first. */
export function cacheClaim(queryClient: QueryClient, claim: Claim): void {
  const list = claim.side === 'claimer' ? myClaimsQuery : claimsOnMyListingsQuery;
  queryClient.setQueryData<Page<Claim>>(list.queryKey, (page) => {
    if (!page) return page;
    const items = page.items.some((one) => one.id === claim.id)
      ? page.items.map((one) => (one.id === claim.id ? claim : one))
      : [claim, ...page.items];
    return { ...page, items };
  });
}

/** What else a move of a claim changes: the feed's stock, the conversation, the other lists, what one may claim. */
export function invalidateClaimData(queryClient: QueryClient): void {
  const changed = [
    claimsKey,
    claimLimitsQuery.queryKey,
    ['/api/food-listings'],
    ['/api/conversations'],
    ['/api/users'],
  ];
  for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey });
}
