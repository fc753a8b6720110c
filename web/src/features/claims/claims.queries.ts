import {
  type Claim,
  getClaimLimits,
  listClaims,
  listUserListings,
} from '@openlarder/domain/claims/claim-contract.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { callWithHeaders, nextCursor } from '#web/lib/call.ts';
import { endpointKey, endpointQuery } from '#web/lib/endpoint-query.ts';
import { FRESH_MS, refetchWhenOver } from '#web/lib/query-client.ts';
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
    meta: { shows: [side === 'mine' ? 'handovers' : 'giving'] },
  });

/** The first page of my claims, open ones first; it has all open ones. */
export const myClaimsQuery = firstClaims('mine');
/** The first page of claims on my listings, open ones first. */
export const claimsOnMyListingsQuery = firstClaims('theirs');

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
  const { data, headers } = await callWithHeaders(listUserListings, {
    params: { id: personId },
    query: { type: 'donated', cursor },
    signal,
  });
  return { items: data, olderCursor: nextCursor(headers) };
}

const sharedKey = (personId: string) => endpointKey(listUserListings, { params: { id: personId } });

/** The first page of what a person has shared, newest first. */
export const userListingsQuery = (personId: string) =>
  queryOptions({
    queryKey: [...sharedKey(personId), { type: 'donated' }],
    queryFn: ({ signal }) => sharedPage(personId, null, signal),
    select: ({ items }: Page<Listing>) => items,
  });

export const ownListingsQuery = (personId: string) =>
  queryOptions({ ...userListingsQuery(personId), meta: { shows: ['giving'] } });

export function useOlderOwnListings(personId: string) {
  const first = {
    ...ownListingsQuery(personId),
    select: ({ olderCursor }: Page<Listing>) => olderCursor,
  };
  return useOlderPages({
    cursor: useQuery(first).data ?? null,
    queryKey: [...sharedKey(personId), { type: 'donated', older: true }],
    fetchPage: (from, signal) => sharedPage(personId, from, signal),
  });
}

/** My claim limits now; fetched again when they ease. */
export const claimLimitsQuery = queryOptions({
  ...endpointQuery(getClaimLimits),
  staleTime: FRESH_MS,
  refetchInterval: ({ state: { data } }) => refetchWhenOver(data?.slowedUntil, data?.bulk?.nextAt),
});

/** Writes a claim from a server answer into the cached list it belongs to; a new one comes first. */
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
