import type { ComponentProps } from 'react';
import { useState } from 'react';
import { toDateTimeInput } from '#web/lib/format.ts';
import { DateTimeField } from '#web/ui/DateTimeField.tsx';
import { instantOfInput } from './share-values.ts';

type Props = Omit<ComponentProps<typeof DateTimeField>, 'value' | 'onChange' | 'kind'> & {
  /** ISO 8601, or empty. */
  readonly value: string;
  readonly onInstant: (instant: string) => void;
};

const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
const shownAs = (instant: string, zone: string): string => (instant ? toDateTimeInput(instant, zone) : '');

/**
 * A date and time on the wall of this device, kept as an instant. What is half typed (the year 202 on the way to
 * 2026) stays in the field and is not yet an instant.
 */
export function ShareInstantField({ value, onInstant, ...rest }: Props) {
  const [zone] = useState(deviceZone);
  const [typed, setTyped] = useState({ text: shownAs(value, zone), instant: value });
  const text = typed.instant === value ? typed.text : shownAs(value, zone);
  return (
    <DateTimeField
      {...rest}
      value={text}
      onChange={(event) => {
        const next = event.target.value;
        const instant = instantOfInput(next, zone);
        setTyped({ text: next, instant });
        onInstant(instant);
      }}
    />
  );
}
