import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { controlStyle, Field, type FieldText } from './Field.tsx';

type SelectFieldProps = FieldText &
  Omit<ComponentProps<'select'>, 'children'> & {
    options: readonly { value: string; label: string }[];
    /** Shown while nothing is chosen. */
    placeholder?: string;
  };

/** One of a list, by the device's own list: it is what phones, readers and keyboards do best. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  id,
  className,
  options,
  placeholder,
  ...select
}: SelectFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      {...(optional !== undefined && { optional })}
      id={id}
      className={className}
    >
      {(wiring) => (
        <div className="relative">
          <select {...select} {...wiring} className={controlStyle(Boolean(error), 'appearance-none pe-11')}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 end-3.5 my-auto size-5 text-muted"
          />
        </div>
      )}
    </Field>
  );
}
