import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { controlStyle, Field, type FieldText } from './Field.tsx';

type SelectFieldProps = FieldText &
  Omit<ComponentProps<'select'>, 'children'> & {
    options: readonly { value: string; label: string }[];
    placeholder?: ReactNode;
  };

/** A native select. Accepts what `register` returns. */
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
        <span className="relative block">
          <select {...select} {...wiring} className={controlStyle(Boolean(error), 'appearance-none pe-11')}>
            {placeholder && <option value="">{placeholder}</option>}
            {options.map(({ value, label: name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <ChevronDown className="pointer-events-none absolute inset-y-0 end-3 my-auto size-5" />
        </span>
      )}
    </Field>
  );
}
