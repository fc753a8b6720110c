import { openParts } from '@openlarder/domain/partners/opening-hours.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { claimsOnMyListingsQuery, myClaimsQuery } from '#web/features/claims/claims.queries.ts';
import type { HoursOfGiver } from '#web/features/handovers/agreed-time/AgreedTime.tsx';
import { partnerQuery } from '#web/features/partners/partners.queries.ts';
import { communityZone } from '#web/lib/format.ts';

/** The known hours of the organizations in the person's open claims. */
export function useGiverHours(): HoursOfGiver {
  const queryClient = useQueryClient();
  // optional all three: without an answer any time of the window is suggested
  const { data: mine = [] } = useQuery(myClaimsQuery);
  const { data: theirs = [] } = useQuery(claimsOnMyListingsQuery);
  const givers = [...mine, ...theirs]
    .filter(({ status, donor }) => status === 'open' && donor.organizationName !== null)
    .map(({ donor }) => donor.id);
  const ids = [...new Set(givers)].toSorted();
  const { data: partners = [] } = useQuery({
    // goes stale with each of them
    queryKey: [...partnerQuery(ids.join()).queryKey, { together: true }],
    queryFn: () => Promise.all(ids.map((id) => queryClient.fetchQuery(partnerQuery(id)).catch(() => null))),
    enabled: ids.length > 0,
  });
  return ({ giver, listingId }) => {
    const hours = partners.find((partner) => partner?.id === giver.id)?.hours ?? [];
    if (hours.length === 0 || listingId === null) return undefined;
    return (span) => openParts(span, hours, communityZone());
  };
}
