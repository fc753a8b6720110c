import type { ComponentProps } from 'react';
import { Check } from 'lucide-react';
import { type FieldText, useFieldNotes } from './Field.tsx';

type CheckboxProps = Omit<FieldText, 'optional'> & Omit<ComponentProps<'input'>, 'type' | 'children'>;

/** A checkbox whose whole line is the target. */
export function Checkbox({ label, hint, error, id, className, ...input }: CheckboxProps) {
  const { wiring, notes } = useFieldNotes({ hint, error, id });
  return (
    <div className={className}>
      <label htmlFor={wiring.id} className="flex min-h-11 items-center gap-3">
        <span className="relative inline-flex shrink-0">
          <input
            {...input}
            type="checkbox"
            {...wiring}
            className="peer size-6 appearance-none rounded-small border-2 border-control bg-surface transition-colors duration-150 checked:border-brand checked:bg-brand forced-colors:appearance-auto"
          />
          <Check
            strokeWidth={3}
            className="pointer-events-none absolute inset-0 m-auto hidden size-4 text-on-brand peer-checked:block forced-colors:hidden!"
          />
        </span>
        <span>{label}</span>
      </label>
      {/* below the label's words */}
      <div className="-mt-1.5 ps-9 empty:hidden">{notes}</div>
    </div>
  );
}
