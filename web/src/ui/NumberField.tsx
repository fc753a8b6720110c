import type { ComponentProps } from 'react';
import { TextField } from './TextField.tsx';

/** A whole number or, with `step`, a decimal one. `register(name, { valueAsNumber: true })` reads it. */
export function NumberField({ step = 1, ...rest }: Omit<ComponentProps<typeof TextField>, 'type' | 'end'>) {
  return (
    <TextField
      {...rest}
      type="number"
      step={step}
      inputMode={Number(step) % 1 === 0 ? 'numeric' : 'decimal'}
      // A turn of the wheel over the field must scroll the page, not change the number.
      onWheel={(event) => event.currentTarget.blur()}
    />
  );
}
