import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { calendarDay, DAY_MS, instantAt, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { MAX_PICKUP_DAYS } from '@openlarder/domain/listings/freshness.ts';
import {
  defaultPickup,
  type PickupChoice,
  pickupChoices,
} from '@openlarder/domain/listings/share-defaults.ts';
import { useEffect, useId, useRef, useState } from 'react';
import {
  formatDay,
  formatPickupWindow,
  formatTime,
  otherZoneName,
  toDateTimeInput,
} from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { fadeCutEnds } from '#web/ui/fade-cut-ends.ts';
import { CardChip } from './CardChip.tsx';
import { FormInstant } from './DateFields.tsx';
import type { OpenTimes, ShareFields } from './listing-values.ts';
import type { ListingEditor } from './use-listing-form.ts';

const isSameMinute = (a: number, b: number): boolean =>
  Math.floor(a / MINUTE_MS) === Math.floor(b / MINUTE_MS);

/** Whether two windows read the same. */
const isSame = (a: PickupChoice, b: PickupChoice): boolean =>
  isSameMinute(a.fromMs, b.fromMs) && isSameMinute(a.untilMs, b.untilMs);

const choiceOf = ({ availableFrom, availableUntil }: ShareFields): PickupChoice => ({
  fromMs: Date.parse(availableFrom),
  untilMs: Date.parse(availableUntil),
});

/** A window as a chip says it: "now until 2 AM", "today, 2–9:30 PM", into the night "today, 10 PM–midnight" or "today, 10 PM–2 AM". */
function pickupLabel({ fromMs, untilMs }: PickupChoice, nowMs: number, timeZone: string) {
  if (fromMs <= nowMs && untilMs > nowMs && untilMs - nowMs < DAY_MS) {
    const end = formatTime(untilMs, timeZone);
    return t`now until ${end}`;
  }
  const isOneDay = calendarDay(fromMs, timeZone) === calendarDay(untilMs, timeZone);
  if (isOneDay || fromMs <= nowMs || untilMs - fromMs >= DAY_MS)
    return formatPickupWindow(fromMs, untilMs, nowMs, timeZone);
  const day = formatDay(fromMs, nowMs, timeZone);
  const begins = formatTime(fromMs, timeZone);
  if (calendarDay(fromMs, timeZone) === calendarDay(untilMs - 1, timeZone))
    return t`${day}, ${begins}–midnight`;
  const ends = formatTime(untilMs, timeZone);
  return t`${day}, ${begins}–${ends}`;
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

/**
 * The default or present window first, then those of open hours, then full hours; the fields for any other, which show what
 * is wrong with them, too.
 */
export function PickupFields({ editor }: { readonly editor: ListingEditor }) {
  const { openTimes, errorOf } = editor;
  const { timeZone, nowMs: basisMs } = editor.context;
  const id = useId();
  const nowMs = useNow();
  const zone = otherZoneName(nowMs);
  const row = useRef<HTMLDivElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  const [isChoosingTimes, setChoosingTimes] = useState(false);
  useEffect(() => {
    // a chosen time behind the edge of the row would seem to be forgotten
    const pressed = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (row.current && pressed) row.current.scrollLeft = pressed.offsetLeft - row.current.offsetLeft;
    return fadeCutEnds(row.current);
  }, []);
  useEffect(() => {
    if (isChoosingTimes) fields.current?.querySelector('input')?.focus();
  }, [isChoosingTimes]);
  const chosen = choiceOf(editor.values);
  const choices = [choiceOf(editor.suggested), ...suggestedWindows(openTimes, basisMs, timeZone)].filter(
    (one, nth, all) => all.findIndex((other) => isSame(one, other)) === nth,
  );
  const isOwn = !choices.some((one) => isSame(one, chosen));
  const isWindow = chosen.fromMs < chosen.untilMs;
  const isClosed = isWindow && openTimes?.partOf(chosen, 1) === null;
  const pickup =
    isWindow && chosen.untilMs > nowMs && formatPickupWindow(chosen.fromMs, chosen.untilMs, nowMs);
  const showsFields = isChoosingTimes || Boolean(errorOf('availableFrom') ?? errorOf('availableUntil'));
  const chip = (label: string, pressed: boolean, onClick: () => void) => (
    <CardChip key={label} pressed={pressed} className="max-w-full shrink-0" onClick={onClick}>
      <span className="inline-block first-letter:uppercase">{label}</span>
    </CardChip>
  );
  return (
    <>
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
          {choices.map((one) =>
            chip(pickupLabel(one, basisMs, timeZone), isSame(one, chosen), () =>
              editor.put({ availableFrom: instantAt(one.fromMs), availableUntil: instantAt(one.untilMs) }),
            ),
          )}
          {chip(isOwn && isWindow ? pickupLabel(chosen, basisMs, timeZone) : t`Choose times…`, isOwn, () =>
            setChoosingTimes(true),
          )}
        </div>
        {isClosed && (
          <p id={`${id}-closed`} className="basis-full pb-1 text-sm">
            <Trans>You're closed then</Trans>
          </p>
        )}
      </fieldset>
      <div ref={fields} hidden={!showsFields}>
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
            <FormInstant editor={editor} name="availableFrom" label={<Trans>Available from</Trans>} />
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
      </div>
    </>
  );
}
