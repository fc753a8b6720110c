import { Trans } from '@lingui/react/macro';
import { openingLines, type OpeningHours, openState } from '@openlarder/domain/partners/opening-hours.ts';
import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { useNow } from '#web/lib/use-now.ts';
import { classNames } from '#web/ui/class-names.ts';
import { partnerQuery } from '../partners.queries.ts';
import { openingLineLabel, openStateLabel, weekdayRange } from './hour-labels.ts';

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

/** Whether it is open now, and its week behind a tap. */
export function HoursNow({ hours }: { readonly hours: OpeningHours }) {
  const nowMs = useNow();
  const timeZone = useCommunity()?.timeZone;
  if (timeZone === undefined || hours.length === 0) return null;
  const state = openState(hours, nowMs, timeZone);
  return (
    <details className="group min-w-0">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 rounded-small font-semibold">
        <Clock
          aria-hidden="true"
          className={classNames('size-5 shrink-0', state.isOpen ? 'text-brand' : 'text-muted')}
        />
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
