import { useLingui } from '@lingui/react/macro';
import {
  CATEGORIES,
  type Category,
  type FreshnessFilter,
} from '@openlarder/domain/listings/listing-contract.ts';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { categoryName } from './category-name.ts';
import type { FeedFilter } from './listings.queries.ts';

type Props = { readonly filter: FeedFilter; readonly onChange: (filter: FeedFilter) => void };

/** The row of filters over the feed: how soon it has to be eaten, and what it is. */
export function FeedFilters({ filter, onChange }: Props) {
  const { t } = useLingui();
  const choices: readonly { value: FreshnessFilter; label: string }[] = [
    { value: 'all', label: t`All Food` },
    { value: 'expiring-soon', label: t`Expiring Soon` },
    { value: 'urgent', label: t`Critical` },
    { value: 'fresh', label: t`Fresh` },
  ];
  return (
    <ChipRow label={t`Filters`}>
      {choices.map(({ value, label }) => (
        <Chip
          key={value}
          pressed={filter.freshness === value}
          onClick={() => onChange({ ...filter, freshness: value })}
        >
          {label}
        </Chip>
      ))}
      <select
        aria-label={t`Category`}
        value={filter.category ?? ''}
        onChange={(event) => {
          const category = CATEGORIES.find((one) => one === event.target.value);
          onChange({ ...filter, category: category ?? null });
        }}
        className="min-h-11 shrink-0 rounded-full border border-control bg-surface px-3.5 text-sm font-semibold text-ink capitalize"
      >
        <option value="">{t`All categories`}</option>
        {CATEGORIES.map((category: Category) => (
          <option key={category} value={category}>
            {categoryName(category)}
          </option>
        ))}
      </select>
    </ChipRow>
  );
}
