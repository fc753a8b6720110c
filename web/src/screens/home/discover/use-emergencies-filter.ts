import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { useLocation, useSearchParams } from 'wouter';
import { type FeedFilter, feedPath, useFeedFilter } from '#web/features/listings/search/feed-filter.ts';
import { paths } from '#web/lib/paths.ts';

/**
 * Whether a donor looks at requests for food in place of the feed, as the address says, and at which of them. `lookFor`
 * leads back to the feed, or changes what one looks for there.
 */
export function useEmergenciesFilter(me: Pick<User, 'userType'>) {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const [, changeFilter] = useFeedFilter();
  const areOffered = me.userType === 'donor';
  const isShown = areOffered && search.get('filter') === 'emergencies';
  return {
    areOffered,
    isShown,
    requestId: search.get('request'),
    show: () => navigate(paths.emergencies),
    lookFor: isShown ? (filter: FeedFilter) => navigate(feedPath(filter)) : changeFilter,
  };
}
