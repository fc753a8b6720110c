import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { proposalRefusal } from '@openlarder/domain/handovers/handover-times.ts';
import { errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { handoverOwner } from '../handovers.hooks.ts';
import { getHandover } from '../handovers.queries.ts';
import * as store from '../handovers.store.ts';
import { announceStep, onOwnHandover, refuseAcrossBlock } from '../lifecycle/handover-actions.ts';
import { factsOf, sideOf } from '../lifecycle/handover-facts.ts';
import type { LockedHandover } from '../lifecycle/handover-locks.ts';
import { requireAllowed } from '../lifecycle/handover-refusals.ts';

/*
 * The time at which the two meet: one side proposes, the other accepts. An agreed time stands until both accept
 * another. Each step is posted in the conversation. Agreeing on a time is optional; without one the window counts.
 */

const minuteOf = (time: Date): Date => new Date(Math.floor(time.getTime() / MINUTE_MS) * MINUTE_MS);

/** Proposes a time, or accepts the other's if it is the same. Idempotent. 422 for one that is over or too late. */
export async function proposeTime(
  ctx: AppContext,
  caller: Caller,
  id: string,
  wanted: Date,
): Promise<Handover> {
  const time = minuteOf(wanted);
  // each proposal is a message
  await ctx.rateLimits.spend('person-message', caller.userId);
  await onOwnHandover(ctx, caller, id, async (tx, locked) => {
    const { row, subject } = locked;
    const facts = factsOf(row, subject, caller.userId, tx.clock.now());
    requireAllowed('propose_time', facts);
    await refuseAcrossBlock(tx, row);
    const refusal = proposalRefusal(time.getTime(), facts, facts.nowMs);
    if (refusal) throw unprocessable({ time: errorText(`${refusal}.propose-time`) });
    if (isSame(row.proposed_time, time))
      return row.proposed_by === facts.side ? undefined : agree(tx, locked, caller, time);
    if (isSame(row.agreed_time, time)) return keepAgreed(tx, locked, caller, time);
    const proposed = await store.updateOpenHandover(tx.db, row.id, {
      proposed_time: time,
      proposed_by: sideOf(row, caller.userId),
    });
    const step = { event: 'time_proposed', notice: 'time_proposed', time } as const;
    await announceStep(tx, { row: proposed, subject }, caller, step);
  });
  return getHandover(ctx, caller, id);
}

/** Accepts the time that the other side proposes. Idempotent; 409 `nothing-proposed` if it is another one by now. */
export async function acceptTime(
  ctx: AppContext,
  caller: Caller,
  id: string,
  wanted: Date,
): Promise<Handover> {
  const time = minuteOf(wanted);
  await onOwnHandover(ctx, caller, id, async (tx, locked) => {
    const { row, subject } = locked;
    if (row.status === 'open' && row.proposed_time === null && isSame(row.agreed_time, time)) return;
    const facts = factsOf(row, subject, caller.userId, tx.clock.now());
    const isMeant = isSame(row.proposed_time, time);
    requireAllowed('accept_time', isMeant ? facts : { ...facts, proposal: null });
    await refuseAcrossBlock(tx, row);
    await agree(tx, locked, caller, time);
  });
  return getHandover(ctx, caller, id);
}

/** Proposing the agreed time again takes back the proposal to change it. */
const keepAgreed = (tx: TxContext, locked: LockedHandover, caller: Caller, time: Date): Promise<void> =>
  locked.row.proposed_time === null ? Promise.resolve() : agree(tx, locked, caller, time);

async function agree(
  tx: TxContext,
  { row, subject }: LockedHandover,
  caller: Caller,
  time: Date,
): Promise<void> {
  const agreed = await store.updateOpenHandover(tx.db, row.id, {
    agreed_time: time,
    // "coming" was confirmed for the former time
    ...(!isSame(row.agreed_time, time) && { agreed_at: tx.clock.now(), coming_at: null }),
    proposed_time: null,
    proposed_by: null,
  });
  const step = { event: 'time_agreed', notice: 'time_agreed', time } as const;
  await announceStep(tx, { row: agreed, subject }, caller, step);
  for (const { onAgreed } of handoverOwner.handlersOf(tx)) await onAgreed?.(tx, agreed);
}

const isSame = (stored: Date | null, time: Date): boolean => stored?.getTime() === time.getTime();
