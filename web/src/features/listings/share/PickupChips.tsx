import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { calendarDay, DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { pickupChoices, type PickupChoice } from '@openlarder/domain/listings/pickup-choices.ts';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { formatDay, formatPickupWindow, formatTime } from '#web/lib/format.ts';
import { CardChip } from './CardChip.tsx';
import type { ShareFields } from './listing-values.ts';
import type { ListingEditor } from './use-listing-form.ts';

type PickupTimes = Pick<ShareFields, 'availableFrom' | 'availableUntil'>;

const isSame = (a: PickupTimes, b: PickupTimes): boolean =>
  a.availableFrom === b.availableFrom && a.availableUntil === b.availableUntil;

/** A window as a chip says it: "today, 2–9:30 PM", past midnight "today, 10 PM–5:30 AM". */
function pickupLabel({ availableFrom, availableUntil }: PickupTimes, nowMs: number, timeZone: string) {
  const [fromMs, untilMs] = [Date.parse(availableFrom), Date.parse(availableUntil)];
  const isOneDay = calendarDay(fromMs, timeZone) === calendarDay(untilMs, timeZone);
  if (isOneDay || fromMs <= nowMs || untilMs - fromMs >= DAY_MS)
    return formatPickupWindow(fromMs, untilMs, nowMs, timeZone);
  const day = formatDay(fromMs, nowMs, timeZone);
  const [begins, ends] = [formatTime(fromMs, timeZone), formatTime(untilMs, timeZone)];
  return t`${day}, ${begins}–${ends}`;
}

/** The times at which an organization with hours is open. */
export type OpenTimes = {
  /** The next pickup window at a time. */
  readonly nextAt: (atMs: number) => PickupChoice | null;
  /** The first open part of a window, long enough for a pickup by default; null if it is closed throughout. */
  readonly partOf: (window: PickupChoice, shortestMs?: number) => PickupChoice | null;
};

/** The windows beside the default; those of an organization with hours begin with its next ones. */
function suggestedWindows(
  openTimes: OpenTimes | undefined,
  nowMs: number,
  timeZone: string,
): readonly PickupChoice[] {
  const windows = pickupChoices(nowMs, timeZone);
  if (!openTimes) return windows;
  return [openTimes.nextAt(nowMs), ...windows.map((one) => openTimes.partOf(one))].filter(
    (one) => one !== null,
  );
}

type Props = {
  readonly editor: ListingEditor;
  /** The organization's hours, if known: all windows but the default are within them. */
  readonly openTimes: OpenTimes | undefined;
  /** Opens the fields for any other times. */
  readonly onChooseTimes: () => void;
};

/**
 * The pickup window by one tap: the default or the present one first, then while the organization is open, then windows
 * on full hours, else the fields.
 */
export function PickupChips({ editor, openTimes, onChooseTimes }: Props) {
  const { form, timeZone, basisMs } = editor;
  const id = useId();
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
      <div className="-me-3 flex min-w-0 flex-1 basis-40 gap-2 overflow-x-auto py-1.5 ps-0.5 pe-3 [scrollbar-width:none] sm:me-0 sm:flex-wrap sm:pe-0">
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
  availableFrom: new Date(fromMs).toISOString(),
  availableUntil: new Date(untilMs).toISOString(),
});
