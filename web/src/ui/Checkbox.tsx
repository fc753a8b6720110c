import { type ComponentProps, useId } from 'react';
import { Check } from 'lucide-react';
import { FieldNotes, type FieldText } from './Field.tsx';

type CheckboxProps = Omit<FieldText, 'optional'> & Omit<ComponentProps<'input'>, 'type' | 'children'>;

/** A checkbox whose whole line is the target. */
export function Checkbox({ label, hint, error, id, className, ...input }: CheckboxProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label htmlFor={controlId} className="flex min-h-11 items-center gap-3">
        <span className="relative inline-flex shrink-0">
          <input
            {...input}
            type="checkbox"
            id={controlId}
            aria-describedby={describedBy || undefined}
            aria-invalid={error ? true : undefined}
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
      <div className="-mt-1.5 ps-9 empty:hidden">
        <FieldNotes hintId={hintId} errorId={errorId} hint={hint} error={error} />
      </div>
    </div>
  );
}
