import { Trans } from '@lingui/react/macro';
import { type OpeningHours, openingLines, openState } from '@openlarder/domain/partners/opening-hours.ts';
import { useQuery } from '@tanstack/react-query';
import { Clock, MapPin, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
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
    <Card as="section" aria-labelledby="partner" className="flex flex-col gap-1">
      <h2 id="partner" className="text-xl wrap-anywhere">
        <bdi translate="no">{name}</bdi>
      </h2>
      {isEmpty === true && (
        <p>
          <Trans>Nothing left right now. What they share next shows up here by itself.</Trans>
        </p>
      )}
      {address && (
        <p className="flex items-center gap-2 text-muted">
          <MapPin aria-hidden="true" className="size-5 shrink-0" />
          <bdi translate="no">{address}</bdi>
        </p>
      )}
      <HoursNow hours={hours} />
      <Button variant="quiet" className="-mx-4 -mb-2 self-start" onClick={onEveryone}>
        <X aria-hidden="true" className="size-5" />
        <Trans>Show everyone's food</Trans>
      </Button>
    </Card>
  );
}
