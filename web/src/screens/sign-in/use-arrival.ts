import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type Arrival, arrivalIn, withoutArrival } from './arrival-address.ts';

/**
 * What the page was opened for. It leaves the address at once, so that a mailed token is in no history, no bookmark
 * and no other site's log, and a reload does not use it twice.
 */
export function useArrival(): Arrival {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [arrival] = useState(() => arrivalIn(search));
  useEffect(() => {
    const kept = withoutArrival(search);
    if (kept !== search) navigate(kept ? `${path}?${kept}` : path, { replace: true });
  }, [search, path, navigate]);
  return arrival;
}
