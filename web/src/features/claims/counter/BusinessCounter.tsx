import { Plural, Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { CodeSheet } from '#web/features/handovers/code/CodeSheet.tsx';
import { useAddress } from '#web/lib/address.ts';
import { formatServings } from '#web/lib/format.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { claimsOnMyListingsQuery, ownListingsQuery } from '../claims.queries.ts';
import { previousDayListings } from './previous-day-listings.ts';
import { handedOverToday, isBusyHour, isExpectedNow, openPickups, type Pickup } from './pickup-queue.ts';
import { DoneRow, PickupRow } from './PickupRow.tsx';
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

type PickupQueueProps = {
  /** All on the giver's listings; at least one is open or was handed over today. */
  readonly claims: readonly Claim[];
  readonly nowMs: number;
  readonly timeZone: string;
};

/** Who comes for one's food by time, whatever they come for, each with the entry of their code. */
export function PickupQueue({ claims, nowMs, timeZone }: PickupQueueProps) {
  // those of another day are listed too: some come with their code nevertheless
  const { today: pickups, others } = openPickups(claims, nowMs, timeZone);
  const done = handedOverToday(claims, nowMs, timeZone);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusAfter = useRef<HTMLElement>(null);
  const [enteredId, setEnteredId] = useState<string | null>(null);
  const entered = [...pickups, ...others].find(({ claim }) => claim.id === enteredId);
  const openById = new Map(pickups.map((pickup) => [pickup.claim.id, pickup]));
  const doneById = new Map(done.map((claim) => [claim.id, claim]));
  const { order, part, handlers } = useHeldOrder<HTMLUListElement>(
    [...openById.keys()],
    (id) => openById.has(id) || doneById.has(id),
    entered !== undefined,
  );
  const justDone = doneById.get(enteredId ?? '');
  useLayoutEffect(() => {
    // the button that opened the sheet is gone
    if (justDone) focusAfter.current = heading.current;
  }, [justDone]);
  const first = order.find((id) => openById.has(id));
  const folded = done.filter(({ id }) => !order.includes(id));
  const clock = { nowMs, timeZone };
  const enterCode = (one: Claim, button: HTMLElement) => {
    focusAfter.current = button;
    setEnteredId(one.id);
  };
  const doneName = justDone?.handover.receiver.displayName;
  return (
    <section aria-labelledby="todays-pickups">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="todays-pickups" ref={heading} tabIndex={-1} className="text-lg outline-none">
          {pickups.length + done.length > 0 ? <Trans>Today's pickups</Trans> : <Trans>Next pickups</Trans>}
        </h2>
        {pickups.length > 0 && (
          <p className="text-sm font-semibold text-brand">
            <Plural value={pickups.length} one="# waiting" other="# waiting" />
          </p>
        )}
      </div>
      <output className="sr-only">{doneName && <Trans>Handed over to {doneName}.</Trans>}</output>
      {enteredId !== null && !entered && !justDone && (
        <Notice announce>
          <Trans>That pickup isn't open anymore.</Trans>
        </Notice>
      )}
      <ul ref={part} {...handlers} className="mt-1 flex flex-col">
        {order.map((id, place) => {
          const pickup = openById.get(id);
          const claim = doneById.get(id);
          const isNext = id === first && pickup !== undefined && isExpectedNow(pickup, nowMs);
          return (
            <li key={id} className={place > 0 ? 'border-t border-line' : undefined}>
              {pickup && (
                <PickupRow
                  pickup={pickup}
                  isNext={isNext}
                  onEnterCode={enterCode}
                  elseFocus={heading}
                  {...clock}
                />
              )}
              {!pickup && claim && <DoneRow claim={claim} {...clock} />}
            </li>
          );
        })}
      </ul>
      {done.length > 0 && <DoneToday done={done} folded={folded} waiting={pickups.length} {...clock} />}
      {others.length > 0 && (
        <AlsoWaiting
          pickups={others}
          isOpen={pickups.length === 0}
          onEnterCode={enterCode}
          elseFocus={heading}
          {...clock}
        />
      )}
      {entered && (
        <CodeSheet
          handover={entered.claim.handover}
          name={entered.claim.claimer.displayName}
          amount={formatServings(entered.claim.servings, entered.claim.handover.countedAs)}
          elseFocus={focusAfter}
          onClose={() => setEnteredId(null)}
        />
      )}
    </section>
  );
}

type AlsoWaitingProps = {
  readonly pickups: readonly Pickup[];
  /** Whether they are shown from the start, as where no one else is waiting. */
  readonly isOpen: boolean;
  readonly onEnterCode: (claim: Claim, button: HTMLElement) => void;
  readonly elseFocus: RefObject<HTMLElement | null>;
  readonly nowMs: number;
  readonly timeZone: string;
};

/** Who has food here that is not picked up today, folded to one line while others come today. */
function AlsoWaiting({ pickups, isOpen, onEnterCode, elseFocus, ...clock }: AlsoWaitingProps) {
  const count = pickups.length;
  return (
    <details open={isOpen} className="border-t border-line">
      <summary className="min-h-11 content-center rounded-small font-semibold text-brand">
        <Trans>Also waiting: {count}</Trans>
        <span className="sr-only">
          <Trans>, show them</Trans>
        </span>
      </summary>
      <ul className="flex flex-col divide-y divide-line">
        {pickups.map((pickup) => (
          <li key={pickup.claim.id}>
            <PickupRow
              pickup={pickup}
              isNext={false}
              onEnterCode={onEnterCode}
              elseFocus={elseFocus}
              {...clock}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

type DoneProps = {
  readonly done: readonly Claim[];
  readonly folded: readonly Claim[];
  /** How many are still expected today. */
  readonly waiting: number;
  readonly nowMs: number;
  readonly timeZone: string;
};

function DoneToday({ done, folded, waiting, ...clock }: DoneProps) {
  const count = done.length;
  const total = count + waiting;
  // with no one left it is no share of today: who came early is among them
  const words =
    waiting === 0 ? (
      <Trans>Handed over today: {count}</Trans>
    ) : (
      <Trans>
        {count} of {total} done
      </Trans>
    );
  if (folded.length === 0) return <p className="min-h-11 content-center font-semibold text-brand">{words}</p>;
  return (
    <details className="border-t border-line">
      <summary className="min-h-11 content-center rounded-small font-semibold text-brand">
        {words}
        <span className="sr-only">
          <Trans>, show them</Trans>
        </span>
      </summary>
      <ul className="flex flex-col divide-y divide-line">
        {folded.map((claim) => (
          <li key={claim.id}>
            <DoneRow claim={claim} {...clock} />
          </li>
        ))}
      </ul>
    </details>
  );
}
