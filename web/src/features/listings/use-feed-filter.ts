import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { addressOf, type FeedFilter, filterFrom, searchOf } from './feed-filter.ts';

/**
 * What the address says one looks for, and how to look for something else. The first narrowing is a step that Back
 * undoes; what follows rewrites it, so that Back does not lead through every letter that was typed.
 */
export function useFeedFilter(): readonly [FeedFilter, (filter: FeedFilter) => void] {
  const search = useSearch();
  const [, navigate] = useLocation();
  const filter = useMemo(() => filterFrom(search), [search]);
  const change = useCallback(
    (next: FeedFilter) => {
      const was = searchOf(filterFrom(search));
      if (was !== searchOf(next)) navigate(addressOf(next), { replace: was !== '' });
    },
    [search, navigate],
  );
  return [filter, change];
}
