import type { ComponentProps, ReactNode } from 'react';
import { controlStyle, Field, type FieldText } from './Field.tsx';

type TextFieldProps = FieldText &
  Omit<ComponentProps<'input'>, 'children'> & {
    /** A control inside the field's end, such as "show password". */
    end?: ReactNode;
  };

/** One line of text. Takes what react-hook-form's `register` gives, `ref` included. */
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
            className={controlStyle(Boolean(error), end ? 'pe-14' : '')}
          />
          {end && <div className="absolute inset-y-0 end-1 flex items-center">{end}</div>}
        </div>
      )}
    </Field>
  );
}
