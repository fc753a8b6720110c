import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { claimsOnMyListingsQuery } from '#web/features/claims/claims.queries.ts';
import { isProfileRoom, type ProfileRoom } from '#web/lib/paths.ts';

/** The room named by the address. A link to a claim leads to the room of its side, which only the claims tell. */
export function useProfileRoom(): ProfileRoom {
  const [search] = useSearchParams();
  const claimId = search.get('claim');
  const theirs = useQuery({ ...claimsOnMyListingsQuery, enabled: claimId !== null });
  if (claimId !== null) return theirs.data?.some(({ id }) => id === claimId) ? 'shares' : 'pickups';
  const named = search.get('room');
  return isProfileRoom(named) ? named : 'overview';
}
