import { Trans, useLingui } from '@lingui/react/macro';
import { addCalendarDays, endOfDay, instantAt } from '@openlarder/domain/kernel/time.ts';
import { MAX_SERVINGS } from '@openlarder/domain/listings/listing-fields.ts';
import { Minus, Plus } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { instantOfInput } from '#web/ui/InstantField.tsx';
import { FOCUS_ON_MANGO } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { DateTimeField } from '#web/ui/TextField.tsx';

export type Clock = { readonly nowMs: number; readonly timeZone: string };

const STEP = 5;

type AmountProps = { readonly value: number; readonly onChange: (value: number) => void };

/** How many today, with step buttons large enough for a thumb. */
export function ServingsField({ value, onChange }: AmountProps) {
  const { t } = useLingui();
  const id = useId();
  // empty while another number is being typed
  const [typed, setTyped] = useState(String(value));
  const to = (next: number) => {
    const within = Math.min(MAX_SERVINGS, Math.max(1, next));
    setTyped(String(within));
    onChange(within);
  };
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const step = 'grid min-h-14 grow place-items-center rounded-control border border-mango-ink';
  return (
    <div className="flex items-stretch gap-2">
      <button
        type="button"
        aria-label={t`${STEP} fewer`}
        className={classNames(step, FOCUS_ON_MANGO)}
        onClick={() => to(value - STEP)}
      >
        <Minus className="size-6" />
      </button>
      <label htmlFor={id} className="sr-only">
        <Trans>Servings today</Trans>
      </label>
      <input
        ref={field}
        id={id}
        type="number"
        inputMode="numeric"
        enterKeyHint="done"
        min={1}
        max={MAX_SERVINGS}
        value={typed}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setTyped(String(value))}
        onWheel={(event) => event.currentTarget.blur()}
        onChange={(event) => {
          setTyped(event.target.value);
          const servings = event.target.valueAsNumber;
          if (servings >= 1) to(Math.trunc(servings));
        }}
        className={classNames(
          'w-24 rounded-control border border-mango-ink bg-transparent text-center text-2xl font-bold tabular-nums [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none',
          FOCUS_ON_MANGO,
        )}
      />
      <button
        type="button"
        aria-label={t`${STEP} more`}
        className={classNames(step, FOCUS_ON_MANGO)}
        onClick={() => to(value + STEP)}
      >
        <Plus className="size-6" />
      </button>
    </div>
  );
}

type UseByProps = Clock & {
  readonly value: string;
  readonly onChange: (instant: string) => void;
  readonly lacksDate: boolean;
};

/** The use-by date on today's packs: it is never taken from another day. */
export function UseByField({ value, onChange, lacksDate, nowMs, timeZone }: UseByProps) {
  const id = useId();
  const [isOther, setOther] = useState(false);
  const endOf = (days: number): string =>
    instantAt(endOfDay(addCalendarDays(nowMs, days, timeZone), timeZone));
  const days = [
    { label: <Trans>Today</Trans>, instant: endOf(0) },
    { label: <Trans>Tomorrow</Trans>, instant: endOf(1) },
  ];
  return (
    <fieldset aria-describedby={lacksDate ? `${id}-lacks` : undefined} className="min-w-0">
      <legend className="mb-1.5 font-semibold">
        <Trans>Use by, as it says on the pack</Trans>
      </legend>
      <div className="flex flex-wrap gap-2">
        {days.map(({ label, instant }) => (
          <Chip
            key={instant}
            pressed={!isOther && value === instant}
            onClick={() => {
              setOther(false);
              onChange(instant);
            }}
          >
            {label}
          </Chip>
        ))}
        <Chip
          pressed={isOther}
          onClick={() => {
            setOther(true);
            // the day chosen before is no longer shown
            onChange('');
          }}
        >
          <Trans>Another day</Trans>
        </Chip>
      </div>
      {isOther && (
        <DateTimeField
          kind="date"
          className="mt-2"
          label={<Trans>Use by</Trans>}
          onChange={(event) => onChange(instantOfInput(event.target.value, timeZone))}
        />
      )}
      {lacksDate && (
        <p id={`${id}-lacks`} role="alert" className="mt-1.5 font-semibold">
          <Trans>Please choose the use-by date first.</Trans>
        </p>
      )}
    </fieldset>
  );
}
