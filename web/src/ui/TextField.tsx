import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { controlStyle, Field, type FieldText } from './Field.tsx';

type TextFieldProps = FieldText &
  Omit<ComponentProps<'input'>, 'children'> & {
    end?: ReactNode;
  };

/** A single-line field. Accepts what react-hook-form's `register` returns, including `ref`. */
export function TextField({ label, hint, error, optional, id, className, end, ...input }: TextFieldProps) {
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
          <input
            type="text"
            {...input}
            {...wiring}
            className={controlStyle(
              Boolean(error),
              classNames(
                Boolean(end) && 'pe-14',
                // As large as a phone shows all of it: what is cut of it cannot be scrolled to by touch.
                input.type === 'datetime-local' && 'max-sm:text-[length:min(1rem,20px)]!',
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
