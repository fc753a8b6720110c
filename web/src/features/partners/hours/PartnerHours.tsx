import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  type OpeningHours,
  type OpeningInterval,
  type OpeningLine,
  openingLines,
  openState,
  type OpenState,
} from '@openlarder/domain/partners/opening-hours.ts';
import { type Weekday, WEEKDAYS } from '@openlarder/domain/volunteers/volunteer-fields.ts';
import { useQuery } from '@tanstack/react-query';
import { Clock, MapPin, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { formatWeekdayName } from '#web/lib/format-weekday-name.ts';
import { formatDayAtTime, formatTime, formatWallTime, formatWords } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { Section } from '#web/ui/Section.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { partnerQuery } from '../partners.queries.ts';

/** The week in lines, days with the same times together. */
export const HoursTable = ({ hours, className }: { readonly hours: OpeningHours; className?: string }) => (
  <dl className={classNames('grid grid-cols-[auto_1fr] gap-x-4 gap-y-1', className)}>
    {openingLines(hours).map((line) => (
      <div key={line.from} className="contents">
        <dt className="first-letter:uppercase">{weekdayRange(line.from, line.until)}</dt>
        <dd className="first-letter:uppercase">{openingLineLabel(line)}</dd>
      </div>
    ))}
  </dl>
);

export function HoursNow({ hours }: { readonly hours: OpeningHours }) {
  const nowMs = useNow();
  const timeZone = useCommunity()?.timeZone;
  if (timeZone === undefined || hours.length === 0) return null;
  const state = openState(hours, nowMs, timeZone);
  return (
    <details className="group min-w-0">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 rounded-small font-semibold">
        <Clock className={classNames('size-5 shrink-0', state.isOpen ? 'text-brand' : 'text-muted')} />
        <span className="min-w-0">
          {openStateLabel(state, nowMs, timeZone)}
          <span className="ms-2 font-normal text-muted underline underline-offset-4 group-open:hidden">
            <Trans>All hours</Trans>
          </span>
        </span>
      </summary>
      <HoursTable hours={hours} className="ps-7 pb-1 text-sm" />
    </details>
  );
}

/** The opening hours of an organization; nothing while they are unknown. */
export function PartnerHours({ id }: { readonly id: string }) {
  const { data } = useQuery(partnerQuery(id));
  return data ? <HoursNow hours={data.hours} /> : null;
}

type Props = {
  readonly id: string;
  /** Whether there is nothing of theirs; undefined while that is unknown. */
  readonly isEmpty: boolean | undefined;
  readonly onEveryone: () => void;
  /** Shown instead for a giver who is no organization. */
  readonly otherwise: ReactNode;
};

/** Above the food of one organization: its name, address and hours, and what to expect without food. */
export function PartnerHead({ id, isEmpty, onEveryone, otherwise }: Props) {
  const { data: partner, isPending } = useQuery(partnerQuery(id));
  if (!partner) return isPending ? null : otherwise;
  const { name, address, hours } = partner;
  return (
    <Section
      isCard
      title={<bdi translate="no">{name}</bdi>}
      heading="text-xl wrap-anywhere"
      className="flex flex-col gap-1"
    >
      {isEmpty === true && (
        <p>
          <Trans>Nothing left right now. What they share next shows up here by itself.</Trans>
        </p>
      )}
      {address && (
        <p className="flex items-center gap-2 text-muted">
          <MapPin className="size-5 shrink-0" />
          <bdi translate="no">{address}</bdi>
        </p>
      )}
      <HoursNow hours={hours} />
      <Button variant="quiet" className="-mx-4 -mb-2 self-start" onClick={onEveryone}>
        <X className="size-5" />
        <Trans>Show everyone's food</Trans>
      </Button>
    </Section>
  );
}

/** "Mon–Fri", "Mon and Tue", "Sat". */
function weekdayRange(from: Weekday, until: Weekday): string {
  const [first, last] = [formatWeekdayName(from, 'short'), formatWeekdayName(until, 'short')];
  return from === until ? first : t`${first}–${last}`;
}

/** Days in a row as one range, the rest by name: "Mon–Fri", "Mon–Wed, Sat". */
export function weekdaysLabel(days: readonly Weekday[]): string {
  if (days.length === WEEKDAYS.length) return t`every day`;
  const runs: { from: Weekday; until: Weekday }[] = [];
  for (const day of WEEKDAYS.filter((one) => days.includes(one))) {
    const last = runs.at(-1);
    if (last && WEEKDAYS.indexOf(day) === WEEKDAYS.indexOf(last.until) + 1) last.until = day;
    else runs.push({ from: day, until: day });
  }
  return formatWords(runs.map(({ from, until }) => weekdayRange(from, until)));
}

/** "7 AM–8:30 PM", "open 24 hours". */
function intervalLabel({ opens, closes }: Pick<OpeningInterval, 'opens' | 'closes'>): string {
  if (opens === closes && opens === '00:00') return t`open 24 hours`;
  const [from, until] = [formatWallTime(opens), formatWallTime(closes)];
  return t`${from}–${until}`;
}

/** The times of a line, "closed" without any. */
const openingLineLabel = ({ intervals }: OpeningLine): string =>
  intervals.length === 0 ? t`closed` : formatWords(intervals.map(intervalLabel));

/** "Open until 8:30 PM", "Closed. Opens tomorrow at 7 AM". */
function openStateLabel(state: OpenState, nowMs: number, timeZone: string): string {
  if (state.isOpen) {
    if (state.closesMs === null) return t`Open 24 hours`;
    const closes = formatTime(state.closesMs, timeZone);
    return t`Open until ${closes}`;
  }
  if (state.opensMs === null) return t`Closed`;
  const opens = formatDayAtTime(state.opensMs, nowMs, timeZone);
  return t`Closed. Opens ${opens}`;
}
