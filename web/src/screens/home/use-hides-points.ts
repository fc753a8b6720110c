import { useQuery } from '@tanstack/react-query';
import { myRequestsQuery } from '#web/features/emergency/emergency.queries.ts';
import { isOpenRequest } from '#web/features/emergency/requests/request-actions.ts';
import { useAddress } from '#web/lib/address.ts';

/**
 * Whether points are hidden here: on pages to request food, to read or answer requests, and everywhere
 * while the person's own request is open. True until that is known.
 */
export function useHidesPoints(): boolean {
  const requests = useQuery(myRequestsQuery);
  const [{ room, filter, ask, request }] = useAddress();
  const isRequestScreen = room === 'requests' || filter === 'emergencies' || ask !== null || request !== null;
  return isRequestScreen || (requests.data ? requests.data.some(isOpenRequest) : !requests.isError);
}
