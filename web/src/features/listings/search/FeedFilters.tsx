import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { type FreshnessFilter, VISIT_TIMES } from '@openlarder/domain/listings/listing-fields.ts';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, type Ref, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { afterSheets } from '#web/ui/back-closes.ts';
import { Chip, ChipGroup } from '#web/ui/Chip.tsx';
import { fadeCutEnds } from '#web/ui/fade-cut-ends.ts';
import { CountBadge } from '#web/ui/Badge.tsx';
import { freshnessFilterLabel, visitLabel } from '../listing-labels.ts';
import { type ChangeFilter, countFilters, type FeedFilter, understoodFilter } from './feed-filter.ts';

const CHIPS: readonly FreshnessFilter[] = ['all', 'expiring-soon', 'urgent', 'fresh'];

const FilterSheet = lazyPart(async () => (await import('./FilterSheet.tsx')).FilterSheet);

type Props = {
  readonly filter: FeedFilter;
  readonly me: Pick<User, 'diets' | 'allergens' | 'latitude' | 'radiusKm'>;
  readonly onChange: ChangeFilter;
  /** An alternative to the feed, such as requests; while it is shown, no freshness chip is pressed. */
  readonly instead?:
    | {
        readonly label: string;
        readonly isShown: boolean;
        readonly onShow: () => void;
      }
    | undefined;
  /** Receives the element for "1 new nearby". */
  readonly newsSlot?: Ref<HTMLDivElement>;
  readonly children?: ReactNode;
};

/** Freshness chips and the "Filters" button over the feed. They stay in sight while it scrolls. */
export function FeedFilters({ filter, me, onChange, instead, newsSlot, children }: Props) {
  const { t } = useLingui();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => fadeCutEnds(row.current), []);
  const isInstead = instead?.isShown;
  const understood = understoodFilter(filter);
  const { freshness, nearestFirst } = filter;
  const { when } = understood;
  useEffect(() => {
    // the row scrolls on a phone, to the last that is chosen; the way to all food is pressed where nothing else is
    const pressed = [...(row.current?.querySelectorAll('[aria-pressed=true]') ?? [])];
    const chosen = isInstead || freshness !== 'all' ? pressed.at(-1) : nearestFirst && pressed.at(-2);
    if (chosen) chosen.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [isInstead, freshness, nearestFirst]);
  const [isOpen, setOpen] = useState(false);
  /** How many times the sheet was opened. */
  const [opening, setOpening] = useState(0);
  const { change, apply } = useSheetChoice(onChange);
  // the area and the giver have notices of their own and cannot be changed in the filter sheet
  const chosen = countFilters({ ...filter, area: null, donorId: null });
  return (
    <div className="sticky top-[calc(var(--header-bar)+var(--connection-strip,0px))] z-20 -mx-4 flex items-center gap-1 bg-bg px-4 sm:-mx-6 sm:px-6 wide:mx-0 wide:items-start wide:gap-2 wide:px-0">
      <div
        ref={row}
        className="min-w-0 -ms-4 flex flex-1 gap-2 overflow-x-auto ps-4 pe-2 [scrollbar-width:none] sm:-ms-6 sm:ps-6 wide:ms-0 wide:flex-wrap wide:gap-x-2 wide:overflow-visible wide:ps-0 wide:pe-0"
      >
        {children}
        {!isInstead && (
          <ChipGroup label={t`When can you come?`}>
            {VISIT_TIMES.map((value) => (
              <Chip
                key={value}
                dense
                pressed={when === value}
                onClick={() => onChange({ ...filter, q: understood.q, when: when === value ? null : value })}
              >
                {visitLabel(value)}
              </Chip>
            ))}
          </ChipGroup>
        )}
        {!isInstead && me.latitude !== null && (
          // beside a map there is no room for it until it is chosen
          <span className="flex shrink-0 py-1 wide:has-aria-[pressed=false]:hidden">
            <Chip
              dense
              pressed={nearestFirst}
              onClick={() => onChange({ ...filter, nearestFirst: !nearestFirst })}
            >
              <Trans>Nearest first</Trans>
            </Chip>
          </span>
        )}
        <ChipGroup label={t`How soon to eat it`}>
          {CHIPS.map((value) => (
            <Chip
              key={value}
              dense
              pressed={filter.freshness === value && !instead?.isShown}
              onClick={() => onChange({ ...filter, freshness: value })}
            >
              {freshnessFilterLabel(value)}
            </Chip>
          ))}
          {instead && (
            <Chip dense pressed={instead.isShown} onClick={instead.onShow}>
              {instead.label}
            </Chip>
          )}
        </ChipGroup>
      </div>
      {newsSlot && <div ref={newsSlot} className="contents" />}
      <button
        type="button"
        aria-haspopup="dialog"
        className="target-44 wide:my-1 inline-flex min-h-9 min-w-11 shrink-0 items-center justify-center gap-2 rounded-full px-2.5 text-sm font-semibold text-ink hover:bg-sunken"
        onClick={() => {
          setOpen(true);
          setOpening(opening + 1);
        }}
      >
        <SlidersHorizontal className="size-5" />
        <span className="max-sm:sr-only wide:sr-only">
          <Trans>Filters</Trans>
        </span>
        <CountBadge count={chosen} />
        {chosen > 0 && <span className="sr-only">{t`${chosen} selected`}</span>}
      </button>
      {opening > 0 && (
        <Suspense fallback={null}>
          <FilterSheet
            key={opening}
            open={isOpen}
            onClose={() => {
              setOpen(false);
              apply();
            }}
            filter={filter}
            me={me}
            onChange={change}
          />
        </Suspense>
      )}
    </div>
  );
}

/**
 * What is chosen in the sheet applies immediately, at the sheet's own history entry. Closing leaves that, for one with the
 * address from before: the choice is then applied again.
 */
function useSheetChoice(onChange: ChangeFilter) {
  const chosen = useRef<FeedFilter | null>(null);
  const [left, setLeft] = useState<FeedFilter | null>(null);
  const applyLeft = useEffectEvent((filter: FeedFilter) => onChange(filter, { replace: true }));
  useEffect(() => {
    if (left) applyLeft(left);
  }, [left]);
  return {
    change: (filter: FeedFilter) => {
      chosen.current = filter;
      onChange(filter);
    },
    apply: () => {
      const last = chosen.current;
      chosen.current = null;
      // once the page has read its address again: with the sheet's in mind it would see nothing to change
      if (last) afterSheets(() => setTimeout(() => setLeft({ ...last })));
    },
  };
}
