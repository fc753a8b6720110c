import { type ComponentProps, useId } from 'react';
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
        <input
          {...input}
          type="checkbox"
          id={controlId}
          aria-describedby={describedBy || undefined}
          aria-invalid={error ? true : undefined}
          className="size-6 shrink-0 accent-brand"
        />
        <span>{label}</span>
      </label>
      <FieldNotes hintId={hintId} errorId={errorId} hint={hint} error={error} />
    </div>
  );
}
