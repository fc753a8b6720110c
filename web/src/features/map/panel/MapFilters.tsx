import { Trans, useLingui } from '@lingui/react/macro';
import { CATEGORIES, URGENCY_LEVELS } from '@openlarder/domain/listings/listing-fields.ts';
import { MAX_CLUSTER_RADIUS_M, MIN_CLUSTER_RADIUS_M } from '@openlarder/domain/map/map-options.ts';
import { Layers } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { categoryLabel, urgencyLabel } from '#web/features/listings/listing-labels.ts';
import { formatMeters } from '#web/lib/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { CountBadge } from '#web/ui/CountBadge.tsx';
import { Slider } from '#web/ui/Slider.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { countMapFilters, type MapFilter, NO_MAP_FILTER } from '../map-filter.ts';

type MapFiltersProps = {
  readonly filter: MapFilter;
  readonly onChange: (filter: MapFilter) => void;
  /** Shown on the same line, before the button and at the end. */
  readonly before?: ReactNode;
  readonly beside?: ReactNode;
};

const RADIUS_STEP_M = 100;

/**
 * The map's filters, behind one button to leave room for the map. Choices apply immediately, the radius once
 * it rests.
 */
export function MapFilters({ filter, onChange, before, beside }: MapFiltersProps) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const choicesId = useId();
  const chosen = countMapFilters(filter);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {before}
        <Button
          ref={opener}
          variant="secondary"
          aria-expanded={isOpen}
          aria-controls={isOpen ? choicesId : undefined}
          className="relative rounded-full"
          onClick={() => setIsOpen(!isOpen)}
        >
          <Layers aria-hidden="true" className="size-5" />
          <Trans>Map filters</Trans>
          <CountBadge count={chosen} />
          {chosen > 0 && <VisuallyHidden>{t`${chosen} selected`}</VisuallyHidden>}
        </Button>
        {chosen > 0 && (
          <Button
            variant="quiet"
            onClick={() => {
              onChange(NO_MAP_FILTER);
              // the button disappears with the filters
              opener.current?.focus();
            }}
          >
            <Trans>Clear Filters</Trans>
          </Button>
        )}
        {beside && <div className="ms-auto min-w-0">{beside}</div>}
      </div>
      {isOpen && (
        <div id={choicesId} data-choices="" className="flex min-w-0 flex-col gap-3">
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
            label={<Trans>Cluster radius</Trans>}
            hint={<Trans>Group items within this distance.</Trans>}
            min={MIN_CLUSTER_RADIUS_M}
            max={MAX_CLUSTER_RADIUS_M}
            step={RADIUS_STEP_M}
            value={filter.radiusM}
            say={formatMeters}
            onChange={(radiusM) => onChange({ ...filter, radiusM })}
          />
        </div>
      )}
    </div>
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
