import type { ComponentProps } from 'react';
import { controlStyle, Field, type FieldText } from './Field.tsx';

type TextAreaProps = FieldText & Omit<ComponentProps<'textarea'>, 'children'>;

/** A multi-line field that grows with its text where the browser supports it. */
export function TextArea({ label, hint, error, optional, id, className, rows = 3, ...area }: TextAreaProps) {
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
        <textarea
          {...area}
          {...wiring}
          rows={rows}
          className={controlStyle(Boolean(error), 'field-sizing-content max-h-96 resize-y')}
        />
      )}
    </Field>
  );
}
