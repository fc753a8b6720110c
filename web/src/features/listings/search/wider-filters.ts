import { t } from '@lingui/core/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { formatDistance } from '#web/lib/distances.ts';
import { quoted } from '#web/lib/format.ts';
import { needsWords } from '../feed/FeedSummary.tsx';
import { categoryLabel, freshnessFilterLabel, visitLabel } from '../listing-labels.ts';
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

/** A limit of this filter in a few words, to the person if they are loaded. */
export function limitName(
  limit: Limit,
  filter: FeedFilter,
  me: Pick<User, 'diets' | 'allergens'> | undefined,
): string {
  const { when, freshness, category, withinKm, diets, withoutAllergens: allergens } = filter;
  if (limit === 'words') return quoted(filter.q);
  if (limit === 'when') return when ? visitLabel(when) : '';
  if (limit === 'freshness') return freshnessFilterLabel(freshness);
  if (limit === 'category') return category ? categoryLabel(category) : '';
  if (limit === 'area') return t`the area you chose on the map`;
  if (limit === 'giver') return t`one giver`;
  const distance = formatDistance(withinKm ?? 0);
  if (limit === 'distance') return t`within ${distance}`;
  const needs = needsWords({ diets, allergens });
  const isSaved =
    me !== undefined &&
    diets.every((diet) => me.diets.includes(diet)) &&
    allergens.every((allergen) => me.allergens.includes(allergen));
  return isSaved ? t`${needs} (from your profile)` : needs;
}
