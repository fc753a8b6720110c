import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useAddress } from '#web/lib/address.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { claimsOnMyListingsQuery, ownListingsQuery } from '../claims.queries.ts';
import { previousDayListings } from './previous-day-listings.ts';
import { handedOverToday, isBusyHour, openPickups } from './pickup-queue.ts';
import { PickupQueue } from './PickupQueue.tsx';
import { SameAsYesterday } from './SameAsYesterday.tsx';
import { useHeldOrder } from './use-held-order.ts';

type Props = {
  readonly personId: string;
  /** The community's zone: days and times at the counter are those of this zone, whatever the device's is. */
  readonly timeZone: string;
  /** The names of food that is asked about above, and need not be offered twice. */
  readonly askedAbout?: readonly string[];
  readonly onNewDonation: () => void;
  /** Pickups come first at any hour. */
  readonly isQueueFirst?: boolean;
  /** Shown where there is neither a pickup of today nor anything to share again. */
  readonly otherwise?: ReactNode;
};

/** Pickups come first if someone is here or due within the hour, else what was on offer last time. */
export function BusinessCounter({
  personId,
  timeZone,
  askedAbout = [],
  onNewDonation,
  isQueueFirst = false,
  otherwise,
}: Props) {
  const nowMs = useNow();
  const [{ again }] = useAddress();
  const claims = useQuery(claimsOnMyListingsQuery);
  const listings = useQuery(ownListingsQuery(personId));
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
  const { today: pickups, others } = openPickups(claims.data, nowMs, timeZone);
  if (again !== null) return pickups.length > 0 && <BackToPickups count={pickups.length} />;
  const whole = previousDayListings(listings.data, nowMs, timeZone);
  const previousDay = { ...whole, again: whole.again.filter(({ title }) => !askedAbout.includes(title)) };
  const done = handedOverToday(claims.data, nowMs, timeZone);
  const earlier = (
    <SameAsYesterday
      personId={personId}
      previousDay={previousDay}
      onNewDonation={onNewDonation}
      nowMs={nowMs}
      timeZone={timeZone}
    />
  );
  const hasQueue = pickups.length + done.length + others.length > 0;
  const queue = hasQueue && <PickupQueue claims={claims.data} nowMs={nowMs} timeZone={timeZone} />;
  const isEmpty = !hasQueue && whole.out.length + whole.again.length === 0;
  if (isEmpty && otherwise !== undefined) return otherwise;
  return (
    <Arranged hasQueueFirst={isQueueFirst || isBusyHour(pickups, nowMs)} queue={queue} earlier={earlier} />
  );
}

type ArrangedProps = {
  readonly hasQueueFirst: boolean;
  readonly queue: ReactNode;
  readonly earlier: ReactNode;
};

const QUEUE_FIRST = ['queue', 'earlier'] as const;
const EARLIER_FIRST = ['earlier', 'queue'] as const;

/** The two parts, which swap only while neither is in use. */
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

/** While an earlier donation is being edited, only the form is shown; waiting people are one tap away. */
const BackToPickups = ({ count }: { readonly count: number }) => (
  <Link
    href={paths.shareInBulk}
    className="inline-flex min-h-11 items-center gap-2 rounded-small font-semibold text-brand underline underline-offset-4"
  >
    <Plural value={count} one="# pickup waiting" other="# pickups waiting" />
  </Link>
);
