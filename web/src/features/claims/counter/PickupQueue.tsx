import { Plural, Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { CodeSheet } from '#web/features/handovers/code/CodeSheet.tsx';
import { formatServings } from '#web/lib/format.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { isExpectedNow, type Pickup } from './pickup-queue.ts';
import { DoneRow, PickupRow } from './PickupRow.tsx';
import { useHeldOrder } from './use-held-order.ts';

type Props = {
  readonly pickups: readonly Pickup[];
  readonly done: readonly Claim[];
  readonly nowMs: number;
  readonly timeZone: string;
};

/** Today's pickups, whoever comes first at the top, with code entry in one tap. */
export function PickupQueue({ pickups, done, nowMs, timeZone }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const focusAfter = useRef<HTMLElement>(null);
  const [enteredId, setEnteredId] = useState<string | null>(null);
  const entered = pickups.find(({ claim }) => claim.id === enteredId);
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
  const doneName = justDone?.handover.receiver.displayName;
  return (
    <section aria-labelledby="todays-pickups">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="todays-pickups" ref={heading} tabIndex={-1} className="text-lg outline-none">
          <Trans>Today's pickups</Trans>
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
                  onEnterCode={(one, button) => {
                    focusAfter.current = button;
                    setEnteredId(one.id);
                  }}
                  {...clock}
                />
              )}
              {!pickup && claim && <DoneRow claim={claim} {...clock} />}
            </li>
          );
        })}
      </ul>
      {done.length > 0 && (
        <DoneToday done={done} folded={folded} total={done.length + pickups.length} {...clock} />
      )}
      {entered && (
        <CodeSheet
          handover={entered.claim.handover}
          name={entered.claim.claimer.displayName}
          amount={formatServings(entered.claim.servings)}
          elseFocus={focusAfter}
          onClose={() => setEnteredId(null)}
        />
      )}
    </section>
  );
}

type DoneProps = {
  readonly done: readonly Claim[];
  readonly folded: readonly Claim[];
  readonly total: number;
  readonly nowMs: number;
  readonly timeZone: string;
};

/** How many of today's pickups are done, and who had theirs. */
function DoneToday({ done, folded, total, ...clock }: DoneProps) {
  const count = done.length;
  const words = (
    <Trans>
      {count} of {total} done
    </Trans>
  );
  if (folded.length === 0) return <p className="min-h-11 content-center font-semibold text-brand">{words}</p>;
  return (
    <details className="border-t border-line">
      <summary className="min-h-11 content-center rounded-small font-semibold text-brand">
        {words}
        <VisuallyHidden>
          <Trans>, show them</Trans>
        </VisuallyHidden>
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
