import type { ComponentProps } from 'react';
import { TextField } from './TextField.tsx';

/**
 * A date with a time, or with `kind="date"` a date alone, picked by the device's own calendar. Its value is the
 * wall clock: `2026-11-21T17:30`, or `2026-11-21`.
 */
export function DateTimeField({
  kind = 'date-time',
  ...rest
}: Omit<ComponentProps<typeof TextField>, 'type' | 'end'> & { kind?: 'date-time' | 'date' }) {
  return <TextField {...rest} type={kind === 'date' ? 'date' : 'datetime-local'} />;
}
