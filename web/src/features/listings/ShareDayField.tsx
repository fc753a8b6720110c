import type { ComponentProps } from 'react';
import { useState } from 'react';
import { toDateTimeInput } from '#web/lib/format.ts';
import { DateTimeField } from '#web/ui/DateTimeField.tsx';
import { instantOfDay } from './share-values.ts';

type Props = Omit<ComponentProps<typeof DateTimeField>, 'value' | 'onChange' | 'kind'> & {
  /** ISO 8601, or empty. */
  readonly value: string;
  /** The community's, whose days dates on packs count in. */
  readonly timeZone: string;
  readonly onInstant: (instant: string) => void;
};

/** A day as packs print it, kept as the instant of its last second. */
export function ShareDayField({ value, timeZone, onInstant, ...rest }: Props) {
  const shown = value && toDateTimeInput(value, timeZone).slice(0, 10);
  const [typed, setTyped] = useState({ text: shown, instant: value });
  return (
    <DateTimeField
      {...rest}
      kind="date"
      value={typed.instant === value ? typed.text : shown}
      onChange={(event) => {
        const text = event.target.value;
        const instant = instantOfDay(text, timeZone);
        setTyped({ text, instant });
        onInstant(instant);
      }}
    />
  );
}
