import { Plural, Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { CodeSheet } from '#web/features/handovers/code/CodeSheet.tsx';
import { formatServings } from '#web/lib/format.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { handedOverToday, isExpectedNow, openPickups, type Pickup } from './pickup-queue.ts';
import { DoneRow, PickupRow, type RowContext } from './PickupRow.tsx';
import { useHeldOrder } from './use-held-order.ts';

type PickupQueueProps = {
  /** All on the giver's listings; at least one is open or was handed over today. */
  readonly claims: readonly Claim[];
  readonly nowMs: number;
  readonly timeZone: string;
  /** They are for one listing, which stands around them: rows say no title, and offer to show its address. */
  readonly isUnderListing?: boolean;
};

/**
 * Who comes for one's food by time, whatever they come for, each with the entry of their code; nothing if no one has come
 * today or is to come.
 */
export function PickupQueue({ claims, nowMs, timeZone, isUnderListing = false }: PickupQueueProps) {
  // those of another day are listed too: some come with their code nevertheless
  const { today: pickups, others } = openPickups(claims, nowMs, timeZone);
  const done = handedOverToday(claims, nowMs, timeZone);
  const headingId = useId();
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
  const titles = new Set(pickups.map(({ claim }) => claim.listing.title));
  // where all come for the same food, the heading says it, not each row
  const [named] = isUnderListing || pickups.length < 2 || titles.size > 1 ? [] : titles;
  const row = { nowMs, timeZone, isUnderListing, named };
  const enterCode = (one: Claim, button: HTMLElement) => {
    focusAfter.current = button;
    setEnteredId(one.id);
  };
  if (order.length + done.length + others.length === 0) return null;
  const doneName = justDone?.handover.receiver.displayName;
  return (
    <section aria-labelledby={headingId}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={headingId} ref={heading} tabIndex={-1} className="text-lg outline-none">
          {pickups.length + done.length > 0 ? <Trans>Today's pickups</Trans> : <Trans>Next pickups</Trans>}
        </h2>
        {pickups.length > 0 && (
          <p className="text-sm font-semibold text-brand">
            <Plural value={pickups.length} one="# waiting" other="# waiting" />
          </p>
        )}
        {named !== undefined && (
          <p className="basis-full text-sm">
            <bdi>{named}</bdi>
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
                  {...row}
                />
              )}
              {!pickup && claim && <DoneRow claim={claim} {...row} />}
            </li>
          );
        })}
      </ul>
      {done.length > 0 && <DoneToday done={done} folded={folded} waiting={pickups.length} {...row} />}
      {others.length > 0 && (
        <AlsoWaiting
          pickups={others}
          isOpen={pickups.length === 0}
          onEnterCode={enterCode}
          elseFocus={heading}
          {...row}
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

type AlsoWaitingProps = RowContext & {
  readonly pickups: readonly Pickup[];
  /** Whether they are shown from the start, as where no one else is waiting. */
  readonly isOpen: boolean;
  readonly onEnterCode: (claim: Claim, button: HTMLElement) => void;
  readonly elseFocus: RefObject<HTMLElement | null>;
};

/** Who has food here that is not picked up today, folded to one line while others come today. */
function AlsoWaiting({ pickups, isOpen, onEnterCode, elseFocus, ...row }: AlsoWaitingProps) {
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
              {...row}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

type DoneProps = RowContext & {
  readonly done: readonly Claim[];
  readonly folded: readonly Claim[];
  /** How many are still expected today. */
  readonly waiting: number;
};

function DoneToday({ done, folded, waiting, ...row }: DoneProps) {
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
            <DoneRow claim={claim} {...row} />
          </li>
        ))}
      </ul>
    </details>
  );
}
