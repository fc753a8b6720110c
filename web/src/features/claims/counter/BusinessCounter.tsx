import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { KIND_PARAM, kindParam, REPEAT_PARAM } from '#web/features/listings/share/share-url.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { claimsOnMyListingsQuery, listingsSharedByQuery } from '../claims.queries.ts';
import { earlierTable } from './earlier-table.ts';
import { PickupQueue } from './PickupQueue.tsx';
import { handedOverToday, isBusyHour, pickupsToday } from './pickup-queue.ts';
import { SameAsYesterday } from './SameAsYesterday.tsx';
import { useHeldOrder } from './use-held-order.ts';

type Props = {
  readonly personId: string;
  /** The community's zone: days and times at the counter are those of this zone, whatever the device's is. */
  readonly timeZone: string;
  /** The names of food that is asked about above, and need not be offered twice. */
  readonly askedAbout?: readonly string[];
  /** Leads to the empty form below. */
  readonly onNewDonation: () => void;
};

/**
 * The evening of an organization above its share form: today's pickups, and what was on the table last time. If
 * someone is here or due within the hour, the pickups come first.
 */
export function BusinessCounter({ personId, timeZone, askedAbout = [], onNewDonation }: Props) {
  const nowMs = useNow();
  const [search] = useSearchParams();
  const claims = useQuery(claimsOnMyListingsQuery);
  const listings = useQuery(listingsSharedByQuery(personId));
  const error = claims.error ?? listings.error;
  if (error && (!claims.data || !listings.data))
    return (
      <ErrorState
        title={<Trans>We couldn't load today's pickups.</Trans>}
        onRetry={() => void Promise.all([claims.refetch(), listings.refetch()])}
        retrying={claims.isFetching || listings.isFetching}
      >
        {errorMessage(error)}
      </ErrorState>
    );
  if (!claims.data || !listings.data) return <Skeleton className="h-28 rounded-card" />;
  const pickups = pickupsToday(claims.data, nowMs, timeZone);
  const done = handedOverToday(claims.data, nowMs, timeZone);
  if (search.has(REPEAT_PARAM)) return pickups.length > 0 && <BackToPickups count={pickups.length} />;
  const whole = earlierTable(listings.data, nowMs, timeZone);
  const table = { ...whole, again: whole.again.filter(({ title }) => !askedAbout.includes(title)) };
  const clock = { nowMs, timeZone };
  const queue = pickups.length + done.length > 0 && <PickupQueue pickups={pickups} done={done} {...clock} />;
  const earlier = (
    <SameAsYesterday personId={personId} table={table} onNewDonation={onNewDonation} {...clock} />
  );
  return <Arranged hasQueueFirst={isBusyHour(pickups, nowMs)} queue={queue} earlier={earlier} />;
}

type ArrangedProps = {
  readonly hasQueueFirst: boolean;
  readonly queue: ReactNode;
  readonly earlier: ReactNode;
};

const QUEUE_FIRST = ['queue', 'earlier'] as const;
const EARLIER_FIRST = ['earlier', 'queue'] as const;

/** The two parts; they change places only while nobody touches them. */
function Arranged({ hasQueueFirst, ...parts }: ArrangedProps) {
  const { order, part, handlers } = useHeldOrder<HTMLDivElement>(
    hasQueueFirst ? QUEUE_FIRST : EARLIER_FIRST,
    () => true,
    false,
  );
  return (
    <div ref={part} {...handlers} className="flex flex-col gap-6 empty:hidden">
      {order.map((name) => (
        <Fragment key={name}>{name === 'queue' ? parts.queue : parts.earlier}</Fragment>
      ))}
    </div>
  );
}

/** While an earlier donation is being edited, the form stands alone; those who wait stay one tap away. */
const BackToPickups = ({ count }: { readonly count: number }) => (
  <Link
    href={`${paths.tab('share')}&${KIND_PARAM}=${kindParam(true)}`}
    className="inline-flex min-h-11 items-center gap-2 rounded-small font-semibold text-brand underline underline-offset-4"
  >
    <Plural value={count} one="# pickup waiting" other="# pickups waiting" />
  </Link>
);
