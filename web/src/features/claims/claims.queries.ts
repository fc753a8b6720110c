import { type Claim, listClaims, listPersonListings } from '@openlarder/domain/claims/claim-contract.ts';
import type { QueryClient } from '@tanstack/react-query';
import { endpointKey, endpointQuery } from '#web/lib/endpoint-query.ts';

/** My pickups, open ones first. */
export const myClaims = endpointQuery(listClaims, { query: { side: 'mine' } });
/** Claims on what I share, open ones first. */
export const claimsOnMine = endpointQuery(listClaims, { query: { side: 'theirs' } });
const claimsKey = endpointKey(listClaims);

/** All that a person has shared. */
export const sharedBy = (personId: string) =>
  endpointQuery(listPersonListings, { params: { id: personId }, query: { type: 'donated' } });

/** Puts a claim, as the server just gave it, into the lists that hold it; a new one comes first. */
export function keepClaim(queryClient: QueryClient, claim: Claim): void {
  const list = claim.side === 'claimer' ? myClaims : claimsOnMine;
  queryClient.setQueryData<readonly Claim[]>(list.queryKey, (claims) => {
    if (!claims) return claims;
    return claims.some((one) => one.id === claim.id)
      ? claims.map((one) => (one.id === claim.id ? claim : one))
      : [claim, ...claims];
  });
}

/** What else a move of a claim changes: the feed's stock, the conversation, the other lists. */
export function refreshAround(queryClient: QueryClient): void {
  for (const queryKey of [claimsKey, ['/api/food-listings'], ['/api/conversations'], ['/api/users']])
    void queryClient.invalidateQueries({ queryKey });
}
