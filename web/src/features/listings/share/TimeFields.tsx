import { Trans, useLingui } from '@lingui/react/macro';
import { calendarDay, DAY_MS, instantAt } from '@openlarder/domain/kernel/time.ts';
import { MAX_PICKUP_DAYS } from '@openlarder/domain/listings/freshness.ts';
import { DATE_KINDS, type DateKind } from '@openlarder/domain/listings/listing-fields.ts';
import {
  defaultPickup,
  needsDateKind,
  type PickupChoice,
  pickupChoices,
} from '@openlarder/domain/listings/share-defaults.ts';
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import {
  formatDay,
  formatDeadline,
  formatPickupWindow,
  formatTime,
  otherZoneName,
  toDateTimeInput,
} from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { CardChip, ChipSelect } from './CardChip.tsx';
import { InstantField } from './InstantField.tsx';
import {
  endOfDayFromNow,
  type OpenTimes,
  type ShareFields,
  withEatBy,
  withPickupStart,
} from './listing-values.ts';
import type { ListingEditor } from './use-listing-form.ts';
import { t as translate } from '@lingui/core/macro';

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

const DAYS_OFFERED = 5;

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
          if (target.value === 'other') onOther(name);
          else if (target.value) editor.put(withEatBy(form.getValues(), name, target.value, timeZone));
        }}
      >
        {!days.includes(value) && <option value="">{shown}</option>}
        {days.map((day) => (
          <option key={day} value={day}>
            {formatDay(day, nowMs, timeZone)}
          </option>
        ))}
        <option value="other">{t`Choose a date…`}</option>
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

export function PickupTimeFields({ editor }: Props) {
  const nowMs = useNow();
  const { form, put } = editor;
  const zone = otherZoneName(nowMs);
  const [from, until] = useWatch({ control: form.control, name: ['availableFrom', 'availableUntil'] });
  const pickup =
    Date.parse(from) < Date.parse(until) &&
    Date.parse(until) > nowMs &&
    formatPickupWindow(from, until, nowMs);
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
      </div>
      {pickup && (
        <p className="mt-2 text-sm text-muted">
          <Trans>Neighbors will see: Pick up {pickup}</Trans>
        </p>
      )}
    </fieldset>
  );
}

type PickupTimes = Pick<ShareFields, 'availableFrom' | 'availableUntil'>;

const isSame = (a: PickupTimes, b: PickupTimes): boolean =>
  a.availableFrom === b.availableFrom && a.availableUntil === b.availableUntil;

/** A window as a chip says it: "now until 2 AM", "today, 2–9:30 PM", into the night "today, 10 PM–midnight" or "today, 10 PM–2 AM". */
function pickupLabel({ availableFrom, availableUntil }: PickupTimes, nowMs: number, timeZone: string) {
  const [fromMs, untilMs] = [Date.parse(availableFrom), Date.parse(availableUntil)];
  if (fromMs <= nowMs && untilMs > nowMs && untilMs - nowMs < DAY_MS) {
    const end = formatTime(untilMs, timeZone);
    return translate`now until ${end}`;
  }
  const isOneDay = calendarDay(fromMs, timeZone) === calendarDay(untilMs, timeZone);
  if (isOneDay || fromMs <= nowMs || untilMs - fromMs >= DAY_MS)
    return formatPickupWindow(fromMs, untilMs, nowMs, timeZone);
  const day = formatDay(fromMs, nowMs, timeZone);
  const begins = formatTime(fromMs, timeZone);
  if (calendarDay(fromMs, timeZone) === calendarDay(untilMs - 1, timeZone))
    return translate`${day}, ${begins}–midnight`;
  const ends = formatTime(untilMs, timeZone);
  return translate`${day}, ${begins}–${ends}`;
}

/** The windows beside the default; those of an organization with hours begin with its next ones. */
function suggestedWindows(
  openTimes: OpenTimes | undefined,
  nowMs: number,
  timeZone: string,
): readonly PickupChoice[] {
  const windows = pickupChoices(nowMs, timeZone);
  if (!openTimes) return [defaultPickup(nowMs, timeZone), ...windows];
  return [openTimes.nextAt(nowMs), ...windows.map((one) => openTimes.partOf(one))].filter(
    (one) => one !== null,
  );
}

type PickupChipsProps = {
  readonly editor: ListingEditor;
  /** The organization's hours, if known: all windows but the default are within them. */
  readonly openTimes: OpenTimes | undefined;
  readonly onChooseTimes: () => void;
};

/** The default or present window first, then those of open hours, then full hours, else the fields. */
export function PickupChips({ editor, openTimes, onChooseTimes }: PickupChipsProps) {
  const { form, timeZone, basisMs } = editor;
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // a chosen time behind the edge of the row would seem to be forgotten
    const chosen = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (row.current && chosen) row.current.scrollLeft = chosen.offsetLeft - row.current.offsetLeft;
  }, []);
  const [availableFrom, availableUntil] = useWatch({
    control: form.control,
    name: ['availableFrom', 'availableUntil'],
  });
  const choices: PickupTimes[] = [
    editor.suggested(),
    ...suggestedWindows(openTimes, basisMs, timeZone).map(timesOf),
  ].filter((times, nth, all) => all.findIndex((one) => isSame(one, times)) === nth);
  const isChosen = (times: PickupTimes) => isSame(times, { availableFrom, availableUntil });
  const isOwn = !choices.some(isChosen);
  const [fromMs, untilMs] = [Date.parse(availableFrom), Date.parse(availableUntil)];
  const isWindow = fromMs < untilMs;
  const isClosed = isWindow && openTimes?.partOf({ fromMs, untilMs }, 1) === null;
  return (
    <fieldset
      aria-labelledby={id}
      aria-describedby={isClosed ? `${id}-closed` : undefined}
      className="-my-1 flex min-w-0 flex-wrap items-center gap-x-2"
    >
      <span id={id} className="text-sm font-semibold">
        <Trans>Pickup</Trans>
      </span>
      <div
        ref={row}
        className="-me-3 flex min-w-0 flex-1 basis-40 gap-2 overflow-x-auto -ms-0.5 scroll-ps-1 py-1.5 ps-1 pe-3 [scrollbar-width:none] sm:me-0 sm:flex-wrap sm:overflow-visible sm:pe-0"
      >
        {choices.map((times) => (
          <CardChip
            key={times.availableFrom + times.availableUntil}
            pressed={isChosen(times)}
            className="max-w-full shrink-0"
            onClick={() =>
              editor.put({ availableFrom: times.availableFrom, availableUntil: times.availableUntil })
            }
          >
            <span className="inline-block first-letter:uppercase">
              {pickupLabel(times, basisMs, timeZone)}
            </span>
          </CardChip>
        ))}
        <CardChip pressed={isOwn} className="max-w-full shrink-0" onClick={onChooseTimes}>
          {isOwn && isWindow ? (
            <span className="inline-block first-letter:uppercase">
              {pickupLabel({ availableFrom, availableUntil }, basisMs, timeZone)}
            </span>
          ) : (
            <Trans>Choose times…</Trans>
          )}
        </CardChip>
      </div>
      {isClosed && (
        <p id={`${id}-closed`} className="basis-full pb-1 text-sm">
          <Trans>You're closed then</Trans>
        </p>
      )}
    </fieldset>
  );
}

const timesOf = ({ fromMs, untilMs }: { fromMs: number; untilMs: number }): PickupTimes => ({
  availableFrom: instantAt(fromMs),
  availableUntil: instantAt(untilMs),
});
