import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { controlStyle, Field, type FieldText, splitFieldProps } from './Field.tsx';

type TextFieldProps = FieldText &
  Omit<ComponentProps<'input'>, 'children'> & {
    end?: ReactNode;
  };

/** A single-line field. Accepts what react-hook-form's `register` returns, including `ref`. */
export function TextField({ end, ...props }: TextFieldProps) {
  const { frame, control } = splitFieldProps(props);
  return (
    <Field {...frame}>
      {(wiring) => (
        <div className="relative">
          <input
            type="text"
            {...control}
            {...wiring}
            className={controlStyle(
              Boolean(frame.error),
              classNames(
                Boolean(end) && 'pe-14',
                // As large as a phone shows all of it: what is cut of it cannot be scrolled to by touch.
                control.type === 'datetime-local' && 'max-sm:text-[length:min(1rem,20px)]!',
              ),
            )}
          />
          {end && <div className="absolute inset-y-0 end-1 flex items-center">{end}</div>}
        </div>
      )}
    </Field>
  );
}

/** With the device's own calendar. The value is wall-clock time: `2026-11-21T17:30`, or `2026-11-21`. */
export function DateTimeField({
  kind = 'date-time',
  ...rest
}: Omit<ComponentProps<typeof TextField>, 'type' | 'end'> & { kind?: 'date-time' | 'date' }) {
  return <TextField {...rest} type={kind === 'date' ? 'date' : 'datetime-local'} />;
}

type TextAreaProps = FieldText & Omit<ComponentProps<'textarea'>, 'children'>;

/** A multi-line field that grows with its text where the browser supports it. */
export function TextArea({ rows = 3, ...props }: TextAreaProps) {
  const { frame, control } = splitFieldProps(props);
  return (
    <Field {...frame}>
      {(wiring) => (
        <textarea
          {...control}
          {...wiring}
          rows={rows}
          className={controlStyle(Boolean(frame.error), 'field-sizing-content max-h-96 resize-y')}
        />
      )}
    </Field>
  );
}

type SelectFieldProps = FieldText &
  Omit<ComponentProps<'select'>, 'children'> & {
    options: readonly { value: string; label: string }[];
    placeholder?: ReactNode;
  };

/** A native select. Accepts what `register` returns. */
export function SelectField({ options, placeholder, ...props }: SelectFieldProps) {
  const { frame, control } = splitFieldProps(props);
  return (
    <Field {...frame}>
      {(wiring) => (
        <span className="relative block">
          <select
            {...control}
            {...wiring}
            className={controlStyle(Boolean(frame.error), 'appearance-none pe-11')}
          >
            {placeholder && <option value="">{placeholder}</option>}
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <ChevronDown className="pointer-events-none absolute inset-y-0 end-3 my-auto size-5" />
        </span>
      )}
    </Field>
  );
}
