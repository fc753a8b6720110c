import { endOfDay, instantAt, instantOfWallClock } from '@openlarder/domain/kernel/time.ts';
import { type ComponentProps, useState } from 'react';
import { communityZone, toDateTimeInput } from '#web/lib/format.ts';
import { DateTimeField } from './TextField.tsx';

const DATE_TIME_INPUT = /^(\d{4,5})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d))?)?/;

/** The instant of a `datetime-local` input, in `timeZone`; of a `date` input, its last second. Empty for an empty one. */
export function instantOfInput(value: string, timeZone: string): string {
  const [, year, month, day, hour, minute = '0', second = '0'] = DATE_TIME_INPUT.exec(value) ?? [];
  if (year === undefined) return '';
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  const time = { hour: Number(hour ?? '12'), minute: Number(minute), second: Number(second) };
  const ms = instantOfWallClock({ ...date, ...time }, timeZone);
  if (Number.isNaN(ms)) return '';
  return instantAt(hour === undefined ? endOfDay(ms, timeZone) : ms);
}

type Props = Omit<ComponentProps<typeof DateTimeField>, 'value' | 'onChange'> & {
  /** ISO 8601, or empty. */
  readonly value: string;
  readonly onInstant: (instant: string) => void;
};

/**
 * A date and time in the community's zone, stored as an instant; a day, as printed on a pack, as its last second.
 * Incomplete input (the year 202 on the way to 2026) stays in the field and yields no instant.
 */
export function InstantField({ value, onInstant, ...rest }: Props) {
  const [zone] = useState(communityZone);
  const shown = value && toDateTimeInput(value, zone).slice(0, rest.kind === 'date' ? 10 : undefined);
  const [typed, setTyped] = useState({ text: shown, instant: value });
  return (
    <DateTimeField
      {...rest}
      value={typed.instant === value ? typed.text : shown}
      onChange={(event) => {
        const text = event.target.value;
        const instant = instantOfInput(text, zone);
        setTyped({ text, instant });
        onInstant(instant);
      }}
    />
  );
}
