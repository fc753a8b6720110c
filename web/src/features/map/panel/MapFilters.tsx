import { Trans, useLingui } from '@lingui/react/macro';
import { CATEGORIES, URGENCY_LEVELS } from '@openlarder/domain/listings/listing-fields.ts';
import { MAX_CLUSTER_RADIUS_M, MIN_CLUSTER_RADIUS_M } from '@openlarder/domain/map/map-options.ts';
import { Layers, Shapes } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { categoryLabel, urgencyLabel } from '#web/features/listings/listing-labels.ts';
import { formatWalk } from '#web/lib/distances.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { CountBadge } from '#web/ui/Badge.tsx';
import { Slider } from '#web/ui/Slider.tsx';
import { countMapFilters, type MapFilter, NO_MAP_FILTER } from '../map-filter.ts';
import { FeedFilterNote } from './MapStatus.tsx';
import { MapLegend } from './MapLegend.tsx';

type MapFiltersProps = {
  readonly filter: MapFilter;
  readonly onChange: (filter: MapFilter) => void;
  /** Takes the element at the end of the row, for the button that searches what is seen. */
  readonly searchSlot?: (element: HTMLElement | null) => void;
  readonly beside?: ReactNode;
  /** Takes the row, if there is room for it elsewhere. */
  readonly rowSlot?: HTMLElement | null;
};

const RADIUS_STEP_M = 100;

const OVER_MAP =
  'col-start-1 row-start-2 z-20 m-2 min-h-0 max-w-full self-start justify-self-start overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-3 text-ink shadow-float';

/** Beside the search on a narrow or low map, the icons alone. */
const LABEL = '@max-lg:group-has-data-search:sr-only low:group-has-data-search:sr-only';

/**
 * The row over a map, with filters and legend behind a button each, which unfold over the map below: two rows of a grid.
 * Choices apply immediately, the radius once it rests.
 */
export function MapFilters({ filter, onChange, searchSlot, beside, rowSlot = null }: MapFiltersProps) {
  const { t } = useLingui();
  const [opened, setOpened] = useState<'filters' | 'legend' | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const choicesId = useId();
  const chosen = countMapFilters(filter);
  const clear = (
    <Button
      variant="secondary"
      // not removed: nothing moves under a finger on the radius
      disabled={chosen === 0}
      onClick={() => {
        onChange(NO_MAP_FILTER);
        // it has nothing to clear then
        opener.current?.focus();
      }}
    >
      <Trans>Clear Filters</Trans>
    </Button>
  );
  const fold = (which: 'filters' | 'legend') => ({
    'aria-expanded': opened === which,
    'aria-controls': opened === which ? choicesId : undefined,
    onClick: () => setOpened(opened === which ? null : which),
  });
  const row = (
    <div className="group flex flex-wrap items-center gap-2 p-1.5">
      <Button ref={opener} variant="secondary" {...fold('filters')} className="relative rounded-full">
        <Layers className="size-5" />
        <span className={LABEL}>
          <Trans>Map filters</Trans>
        </span>
        <CountBadge count={chosen} />
        {chosen > 0 && <span className="sr-only">{t`${chosen} selected`}</span>}
      </Button>
      <Button variant="secondary" {...fold('legend')} className="rounded-full">
        <Shapes className="size-5" />
        <span className={LABEL}>
          <Trans>Legend</Trans>
        </span>
      </Button>
      {chosen > 0 && opened !== 'filters' && clear}
      <div className="ms-auto flex flex-wrap items-center gap-2">
        {beside}
        <div ref={searchSlot} className="contents" />
      </div>
    </div>
  );
  return (
    <>
      <div className="@container">
        {rowSlot ? createPortal(row, rowSlot) : row}
        <FeedFilterNote />
      </div>
      {opened === 'legend' && (
        <div id={choicesId} className={OVER_MAP}>
          <MapLegend className="flex-col" />
        </div>
      )}
      {opened === 'filters' && (
        <div id={choicesId} data-choices="" className={`flex flex-col gap-3 ${OVER_MAP}`}>
          <Choice
            label={<Trans>Categories</Trans>}
            options={CATEGORIES}
            nameOf={categoryLabel}
            chosen={filter.categories}
            onChange={(categories) => onChange({ ...filter, categories })}
          />
          <Choice
            label={<Trans>Urgency</Trans>}
            options={URGENCY_LEVELS}
            nameOf={urgencyLabel}
            chosen={filter.urgencyLevels}
            onChange={(urgencyLevels) => onChange({ ...filter, urgencyLevels })}
          />
          <Slider
            label={<Trans>Group pins within</Trans>}
            hint={<Trans>Food closer together than this shares one pin with its number.</Trans>}
            min={MIN_CLUSTER_RADIUS_M}
            max={MAX_CLUSTER_RADIUS_M}
            step={RADIUS_STEP_M}
            value={filter.radiusM}
            say={(meters) => formatWalk(meters / 1000, true)}
            onChange={(radiusM) => onChange({ ...filter, radiusM })}
          />
          {clear}
        </div>
      )}
    </>
  );
}

type ChoiceProps<Option extends string> = {
  readonly label: ReactNode;
  readonly options: readonly Option[];
  readonly nameOf: (option: Option) => string;
  readonly chosen: readonly Option[];
  readonly onChange: (chosen: readonly Option[]) => void;
};

/** Multiple choice; none selected means all. The selection keeps the order of the options. */
function Choice<Option extends string>({ label, options, nameOf, chosen, onChange }: ChoiceProps<Option>) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{label}</legend>
      <div className="mt-1.5 flex flex-wrap gap-2">
        {options.map((option) => (
          <Chip
            key={option}
            pressed={chosen.includes(option)}
            onClick={() =>
              onChange(
                options.filter((one) => (one === option ? !chosen.includes(option) : chosen.includes(one))),
              )
            }
          >
            <span className="inline-block first-letter:uppercase">{nameOf(option)}</span>
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}
