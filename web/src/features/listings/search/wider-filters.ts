import { type FeedFilter, feedFilterQuery, NO_FILTER, withoutNeeds } from './feed-filter.ts';

type Limit = 'when' | 'freshness' | 'category' | 'area' | 'distance' | 'giver' | 'needs' | 'words';
/** The filter without one of its limits. */
export type WiderFilter = { readonly without: Limit; readonly filter: FeedFilter };

/** What hides food, each with the filter without it: what is given up most easily first. */
export function widerFilters(filter: FeedFilter): readonly WiderFilter[] {
  const { category, area, withinKm, donorId } = NO_FILTER;
  const parts: readonly [Limit, FeedFilter][] = [
    ['when', { ...filter, when: null }],
    ['freshness', { ...filter, freshness: 'all' }],
    ['category', { ...filter, category }],
    ['area', { ...filter, area }],
    ['distance', { ...filter, withinKm }],
    ['giver', { ...filter, donorId }],
    ['needs', withoutNeeds(filter)],
    ['words', { ...filter, q: '' }],
  ];
  const now = feedFilterQuery(filter);
  return parts
    .filter(([, wider]) => feedFilterQuery(wider) !== now)
    .map(([without, wider]) => ({ without, filter: wider }));
}
