import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type MapFilter, WHOLE_MAP } from './map-parts.ts';

const KEY = ['map-filter'] as const;

/**
 * What somebody looks for on the map, for as long as they are signed in: the sheet that closes and the panel of a
 * screen that is turned look for the same.
 */
export function useMapFilter(): readonly [MapFilter, (filter: MapFilter) => void] {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => WHOLE_MAP,
    initialData: WHOLE_MAP,
    // kept here alone: there is nothing to ask for
    enabled: false,
    gcTime: Infinity,
  });
  return [data, (filter) => void queryClient.setQueryData(KEY, filter)];
}
