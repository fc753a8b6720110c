import {
  dismissMatch,
  listRecommendations,
  type Recommendation,
  restoreMatch,
} from '@openlarder/domain/matching/matching-contract.ts';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call, callWithHeaders } from '#web/lib/call.ts';
import { endpointKey } from '#web/lib/endpoint-query.ts';

export type Recommendations = {
  readonly matches: readonly Recommendation[];
  readonly total: number;
};

/** What suits a person around their place, best first; around nothing while they have none. */
export function recommendationsQuery(
  { latitude, longitude }: Pick<User, 'latitude' | 'longitude'>,
  limit: number,
) {
  const query = {
    lat: latitude === null ? null : String(latitude),
    lng: longitude === null ? null : String(longitude),
    limit,
  };
  return queryOptions({
    queryKey: [...endpointKey(listRecommendations), query],
    queryFn: async ({ signal }): Promise<Recommendations> => {
      const { data, headers } = await callWithHeaders(listRecommendations, { query, signal });
      return { matches: data, total: Number(headers.get('X-Total-Count') ?? data.length) };
    },
    placeholderData: keepPreviousData,
  });
}

/** "Not for me", and back. */
export function useDismissMatch(listingId: string) {
  const params = { id: listingId };
  return useMutation({
    mutationFn: (isDismissed: boolean) =>
      isDismissed ? call(dismissMatch, { params }) : call(restoreMatch, { params }),
  });
}
