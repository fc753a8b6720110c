import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { FreshnessFilter } from '@openlarder/domain/listings/listing-fields.ts';
import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { CountBadge } from '#web/ui/CountBadge.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { countFilters, type FeedFilter } from './feed-filter.ts';
import { SearchField } from './SearchField.tsx';

const FilterSheet = lazy(async () => ({ default: (await import('./FilterSheet.tsx')).FilterSheet }));

type Props = {
  readonly filter: FeedFilter;
  readonly me: Pick<User, 'diets' | 'allergens' | 'latitude' | 'radiusKm'>;
  readonly onChange: (filter: FeedFilter) => void;
  /** An alternative to the feed, such as requests; while it is shown, no freshness chip is pressed. */
  readonly instead?:
    | {
        readonly label: string;
        readonly isShown: boolean;
        readonly onShow: () => void;
      }
    | undefined;
};

/**
 * Search field, freshness chips and the "Filters" button over the feed. On a phone only the chips stay
 * visible while scrolling; the search field comes back when it has focus.
 */
export function FeedFilters({ filter, me, onChange, instead }: Props) {
  const { t } = useLingui();
  const shownChip = useRef<HTMLButtonElement>(null);
  const isInstead = instead?.isShown;
  useEffect(() => {
    // the last chip of the row, which is out of view on a phone
    if (isInstead) shownChip.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isInstead]);
  const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never');
  // the area and the giver have notices of their own and cannot be changed in the filter sheet
  const chosen = countFilters({ ...filter, area: null, donorId: null });
  const choices: readonly { value: FreshnessFilter; label: string }[] = [
    { value: 'all', label: t`All Food` },
    { value: 'expiring-soon', label: t`Expiring Soon` },
    { value: 'urgent', label: t`Critical` },
    { value: 'fresh', label: t`Fresh` },
  ];
  return (
    <div className="sticky top-1 z-20 -mx-4 flex flex-col gap-2 bg-bg px-4 py-1 has-[input:focus]:top-16 sm:-mx-6 sm:px-6 wide:top-16 wide:flex-row wide:items-center wide:gap-3">
      <div className="flex gap-2 wide:w-96">
        <SearchField q={filter.q} onSearch={(q) => onChange({ ...filter, q })} />
        <Button
          variant="secondary"
          aria-haspopup="dialog"
          className="relative min-h-12 rounded-full"
          onClick={() => setSheet('open')}
        >
          <SlidersHorizontal aria-hidden="true" className="size-5" />
          <Trans>Filters</Trans>
          <CountBadge count={chosen} />
          {chosen > 0 && <VisuallyHidden>{t`${chosen} selected`}</VisuallyHidden>}
        </Button>
      </div>
      <ChipRow label={t`How soon to eat it`} className="wide:flex-1">
        {choices.map(({ value, label }) => (
          <Chip
            key={value}
            pressed={filter.freshness === value && !instead?.isShown}
            onClick={() => onChange({ ...filter, freshness: value })}
          >
            {label}
          </Chip>
        ))}
        {instead && (
          <Chip ref={shownChip} pressed={instead.isShown} onClick={instead.onShow}>
            {instead.label}
          </Chip>
        )}
      </ChipRow>
      {sheet !== 'never' && (
        <Suspense fallback={null}>
          <FilterSheet
            open={sheet === 'open'}
            onClose={() => setSheet('closed')}
            filter={filter}
            me={me}
            onChange={onChange}
          />
        </Suspense>
      )}
    </div>
  );
}
