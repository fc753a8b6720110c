import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { myRequestsQuery } from '#web/features/emergency/emergency.queries.ts';
import { isOpenRequest } from '#web/features/emergency/requests/request-actions.ts';

/**
 * Whether points are hidden here: on pages to request food, to read or answer requests, and everywhere
 * while the person's own request is open. True until that is known.
 */
export function useHidesPoints(): boolean {
  const requests = useQuery(myRequestsQuery);
  const [search] = useSearchParams();
  const isRequestScreen =
    search.get('room') === 'requests' ||
    search.get('filter') === 'emergencies' ||
    search.has('ask') ||
    search.has('request');
  return isRequestScreen || (requests.data ? requests.data.some(isOpenRequest) : !requests.isError);
}
