import { Trans, useLingui } from '@lingui/react/macro';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { MAX_PICKUP_DAYS } from '@openlarder/domain/listings/freshness.ts';
import { DATE_KINDS, type DateKind } from '@openlarder/domain/listings/listing-fields.ts';
import { needsDateKind } from '@openlarder/domain/listings/share-defaults.ts';
import { type ComponentProps, useState } from 'react';
import { useWatch } from 'react-hook-form';
import {
  formatDay,
  formatDeadline,
  formatPickupWindow,
  otherZoneName,
  toDateTimeInput,
} from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { ChipSelect } from './CardChip.tsx';
import { InstantField } from './InstantField.tsx';
import { endOfDayFromNow, withEatBy, withPickupStart } from './listing-values.ts';
import type { ListingEditor } from './use-listing-form.ts';

type Props = { readonly editor: ListingEditor };
type InstantName = 'bestByDate' | 'expiryDate' | 'availableFrom' | 'availableUntil';

type FormInstantProps = Omit<ComponentProps<typeof InstantField>, 'name' | 'value' | 'onInstant'> & {
  readonly editor: ListingEditor;
  readonly name: InstantName;
  readonly onInstant?: (instant: string) => void;
};

/** One of the form's instants; `onInstant` if others follow it. */
function FormInstant({ editor: { form, put }, name, onInstant, ...rest }: FormInstantProps) {
  const value = useWatch({ control: form.control, name });
  return (
    <InstantField
      error={form.formState.errors[name]?.message}
      {...rest}
      name={name}
      value={value ?? ''}
      onInstant={onInstant ?? ((instant) => put({ [name]: instant || (name === 'expiryDate' ? null : '') }))}
    />
  );
}

/** Number of days offered after today. */
const DAYS_OFFERED = 5;
const OTHER = 'other';

type EatByRowProps = Props & {
  /** Opens the field for any other date. */
  readonly onOther: (name: InstantName) => void;
};

/** Until when food that spoils soon is safe. Marked as a guess until the donor has said so. */
export function EatByRow({ editor, onOther }: EatByRowProps) {
  const { t } = useLingui();
  const nowMs = useNow();
  const { form, timeZone } = editor;
  const [isSaid, setSaid] = useState(!editor.isNew);
  const [category, isBulk, dateKind, bestByDate, expiryDate] = useWatch({
    control: form.control,
    name: ['category', 'isBulk', 'dateKind', 'bestByDate', 'expiryDate'],
  });
  if (!needsDateKind(category)) return null;
  const isUseBy = dateKind === 'use_by';
  const name = isUseBy || isBulk ? 'bestByDate' : 'expiryDate';
  const value = (name === 'bestByDate' ? bestByDate : expiryDate) ?? '';
  const guess = editor.suggested();
  const isDate = !Number.isNaN(Date.parse(value));
  const isGuess = !isSaid && isDate && guess.bestByDate === bestByDate && guess.expiryDate === expiryDate;
  const days = Array.from({ length: DAYS_OFFERED }, (_, ahead) => endOfDayFromNow(ahead, nowMs, timeZone));
  const label = isUseBy ? t`Use by` : isBulk ? t`Best by` : t`Don't eat after`;
  const shown = isDate ? formatDeadline(value, nowMs, timeZone) : t`Choose a day`;
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1">
      <span className="text-sm font-semibold">{label}</span>
      <ChipSelect
        label={t`${label}: choose a day`}
        shown={isGuess ? formatDay(value, nowMs, timeZone) : shown}
        value={days.includes(value) ? value : ''}
        onChange={({ target }) => {
          setSaid(true);
          if (target.value === OTHER) onOther(name);
          else if (target.value) editor.put(withEatBy(form.getValues(), name, target.value, timeZone));
        }}
      >
        {!days.includes(value) && <option value="">{shown}</option>}
        {days.map((day) => (
          <option key={day} value={day}>
            {formatDay(day, nowMs, timeZone)}
          </option>
        ))}
        <option value={OTHER}>{t`Choose a date…`}</option>
      </ChipSelect>
      {isGuess && (
        <span className="text-sm text-muted">
          <Trans>our guess</Trans>
        </span>
      )}
    </div>
  );
}

/** How long the food keeps. Everything has a default; most people change nothing. */
export function DateFields({ editor }: Props) {
  const { t } = useLingui();
  const nowMs = useNow();
  const { form, timeZone, setBestBy } = editor;
  const { errors } = form.formState;
  const [category, isBulk, dateKind, bestByDate] = useWatch({
    control: form.control,
    name: ['category', 'isBulk', 'dateKind', 'bestByDate'],
  });
  const isUseBy = dateKind === 'use_by';
  const label = isUseBy ? t`Use by` : t`Best by`;
  const days = [
    { days: 0, words: t`Today` },
    { days: 1, words: t`Tomorrow` },
    { days: 3, words: t`In 3 days` },
    { days: 7, words: t`In a week` },
  ].map(({ days: ahead, words }) => ({ words, instant: endOfDayFromNow(ahead, nowMs, timeZone) }));

  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 className="mb-2 min-h-8 content-center font-sans text-base font-semibold tracking-normal">
          <Trans>How long does it keep?</Trans>
        </h2>
        <ChipRow label={label} className="wide:mx-0">
          {days.map(({ words, instant }) => (
            <Chip key={words} pressed={bestByDate === instant} onClick={() => setBestBy(instant)}>
              {words}
            </Chip>
          ))}
        </ChipRow>
      </div>
      {needsDateKind(category) && (
        <RadioGroup<DateKind>
          name="dateKind"
          label={<Trans>Best before or use by?</Trans>}
          value={dateKind}
          onChange={(event) => {
            const kind = DATE_KINDS.find((one) => one === event.target.value);
            if (kind) editor.setKind({ dateKind: kind });
          }}
          options={[
            {
              value: 'best_before',
              label: <Trans>Best before</Trans>,
              hint: <Trans>Still good for a while after that day. Choose this for home cooking.</Trans>,
            },
            {
              value: 'use_by',
              label: <Trans>Use by</Trans>,
              hint: <Trans>The package says “use by”. Never eat it after that day.</Trans>,
            },
          ]}
          error={errors.dateKind?.message}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <FormInstant
          key={dateKind}
          editor={editor}
          name="bestByDate"
          label={label}
          onInstant={setBestBy}
          {...(isUseBy && {
            kind: 'date',
            hint: <Trans>Good through the end of that day. After that, no one can claim it.</Trans>,
            error: errors.bestByDate?.message ?? errors.expiryDate?.message,
          })}
        />
        {!isUseBy && !isBulk && (
          <FormInstant editor={editor} name="expiryDate" label={<Trans>Don't eat after</Trans>} optional />
        )}
      </div>
    </div>
  );
}

/** The pickup window, and the closing time for a donation. */
export function PickupTimeFields({ editor }: Props) {
  const nowMs = useNow();
  const { form, put } = editor;
  const zone = otherZoneName(nowMs);
  const [isBulk, from, until] = useWatch({
    control: form.control,
    name: ['isBulk', 'availableFrom', 'availableUntil'],
  });
  const pickup = Date.parse(from) < Date.parse(until) && formatPickupWindow(from, until, nowMs);
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">
        <Trans>When can it be picked up?</Trans>
      </legend>
      {zone !== null && (
        <p className="mb-2 text-sm text-muted">
          <Trans>Times are in {zone}.</Trans>
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <FormInstant
          editor={editor}
          name="availableFrom"
          label={<Trans>Available from</Trans>}
          onInstant={(instant) => put(withPickupStart(form.getValues(), instant))}
        />
        <FormInstant
          editor={editor}
          name="availableUntil"
          label={<Trans>Available until</Trans>}
          max={toDateTimeInput(nowMs + MAX_PICKUP_DAYS * DAY_MS)}
        />
        {isBulk && (
          <TextField
            {...form.register('closingTime')}
            type="time"
            label={<Trans>Closing time</Trans>}
            hint={<Trans>When you close that day</Trans>}
            optional
            error={form.formState.errors.closingTime?.message}
          />
        )}
      </div>
      {pickup && (
        <p className="mt-2 text-sm text-muted">
          <Trans>Neighbors will see: Pick up {pickup}</Trans>
        </p>
      )}
    </fieldset>
  );
}
