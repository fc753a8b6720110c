import { type ComponentProps, useState } from 'react';
import { communityZone, toDateTimeInput } from '#web/lib/format.ts';
import { DateTimeField } from '#web/ui/TextField.tsx';
import { instantOfDay, instantOfInput } from '../draft/form-values.ts';

type DateTimeInstantFieldProps = Omit<ComponentProps<typeof DateTimeField>, 'value' | 'onChange' | 'kind'> & {
  /** ISO 8601, or empty. */
  readonly value: string;
  readonly onInstant: (instant: string) => void;
};

const shownAs = (instant: string, zone: string): string => (instant ? toDateTimeInput(instant, zone) : '');

/**
 * A date and time in the community's zone, stored as an instant. Incomplete input (the year 202 on the way to
 * 2026) stays in the field and yields no instant.
 */
export function DateTimeInstantField({ value, onInstant, ...rest }: DateTimeInstantFieldProps) {
  const [zone] = useState(communityZone);
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

type DayFieldProps = Omit<ComponentProps<typeof DateTimeField>, 'value' | 'onChange' | 'kind'> & {
  /** ISO 8601, or empty. */
  readonly value: string;
  /** The community's zone: dates on packs are days of this calendar. */
  readonly timeZone: string;
  readonly onInstant: (instant: string) => void;
};

/** A day as printed on a pack, stored as the instant of its last second. */
export function DayField({ value, timeZone, onInstant, ...rest }: DayFieldProps) {
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
