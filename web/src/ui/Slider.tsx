import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Field } from './Field.tsx';

type SliderProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  value: number;
  min: number;
  max: number;
  step: number;
  /** A value as it is said, such as "2.5 km". */
  say: (value: number) => string;
  /** Hears where it was let go, or came to rest; not every step on the way. */
  onChange: (value: number) => void;
  className?: string;
};

/** Longer than the pause between two arrow keys, too short to be waited for. */
const REST_MS = 350;

/** A value out of a range, with its name above and the value said beside it. */
export function Slider({ label, hint, error, value, min, max, step, say, onChange, className }: SliderProps) {
  /** Where it is while it moves; null at rest. */
  const [moved, setMoved] = useState<number | null>(null);
  const settle = useEffectEvent(() => rest());
  useEffect(() => {
    if (moved === null) return undefined;
    const timer = setTimeout(settle, REST_MS);
    return () => clearTimeout(timer);
  }, [moved]);

  function rest() {
    if (moved === null) return;
    setMoved(null);
    if (moved !== value) onChange(moved);
  }

  const shown = moved ?? value;
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(wiring) => (
        <div className="flex items-center gap-4">
          <input
            {...wiring}
            type="range"
            min={min}
            max={max}
            step={step}
            value={shown}
            aria-valuetext={say(shown)}
            onChange={(event) => setMoved(event.target.valueAsNumber)}
            onPointerUp={rest}
            // a form that is sent by it takes what is seen
            onKeyDown={(event) => {
              if (event.key === 'Enter') rest();
            }}
            onBlur={rest}
            className="h-11 min-w-0 flex-1 cursor-pointer accent-brand"
          />
          <span aria-hidden="true" className="min-w-17 text-end font-semibold tabular-nums">
            {say(shown)}
          </span>
        </div>
      )}
    </Field>
  );
}
