import type { ComponentProps, ReactNode } from 'react';
import { type FieldText, useFieldNotes } from './Field.tsx';

type RadioGroupProps<T extends string> = Omit<FieldText, 'optional'> &
  Omit<ComponentProps<'input'>, 'type' | 'children' | 'value' | 'id'> & {
    options: readonly { value: T; label: ReactNode; hint?: ReactNode }[];
    /** The selected value if controlled; omit with react-hook-form's `register`. */
    value?: T;
    /** As many columns as fit, for short labels. */
    isInColumns?: boolean;
  };

/** A radio group with all options visible and arrow-key navigation. */
export function RadioGroup<T extends string>({
  label,
  hint,
  error,
  options,
  value,
  isInColumns = false,
  className,
  ...input
}: RadioGroupProps<T>) {
  const { wiring, notes } = useFieldNotes({ hint, error });
  return (
    <fieldset className={className} aria-describedby={wiring['aria-describedby']}>
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div className={isInColumns ? 'flex flex-wrap gap-2 *:flex-[1_1_8.5rem]' : 'flex flex-col gap-2'}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-13 items-center gap-3 rounded-control border border-control bg-surface px-3.5 py-2 transition-colors duration-150 has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand-soft-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
          >
            <input
              {...input}
              type="radio"
              value={option.value}
              {...(value !== undefined && { checked: value === option.value })}
              className="size-5 shrink-0 accent-brand outline-none"
            />
            <span>
              <span className="block font-semibold">{option.label}</span>
              {option.hint && <span className="block text-sm opacity-85">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {notes}
    </fieldset>
  );
}
