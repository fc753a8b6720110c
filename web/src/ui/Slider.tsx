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
  /** Formats a value, for example "2.5 km". */
  say: (value: number) => string;
  /** Called with the final value of a drag or key series, not with every step. */
  onChange: (value: number) => void;
  className?: string;
};

/** Longer than the pause between two arrow keys, too short to notice. */
const REST_MS = 350;

export function Slider({ label, hint, error, value, min, max, step, say, onChange, className }: SliderProps) {
  /** The value while dragging; null at rest. */
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
        <div className="flex flex-wrap items-center gap-x-4">
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
            // A form submitted by Enter takes the visible value.
            onKeyDown={(event) => {
              if (event.key === 'Enter') rest();
            }}
            onBlur={rest}
            className="h-11 min-w-40 flex-1 cursor-pointer accent-brand"
          />
          <span aria-hidden="true" className="ms-auto min-w-17 text-end font-semibold tabular-nums">
            {say(shown)}
          </span>
        </div>
      )}
    </Field>
  );
}
