import type { Handover, RevealAddressBody } from '@openlarder/domain/handovers/handover-contract.ts';
import {
  MAX_CODE_TRIES,
  releaseActionOf,
  type ReleaseReason,
  releaseReasonsOf,
} from '@openlarder/domain/handovers/handover-states.ts';
import {
  AppError,
  conflict,
  type ErrorText,
  errorText,
  unprocessable,
} from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import type { MessageEvent } from '@openlarder/domain/messaging/message-events.ts';
import { postSystemMessage } from '#server/features/messaging/messages/send-message.ts';
import { requireOwnConversation } from '#server/features/messaging/messaging.service.ts';
import { DISPUTE_REASON } from '@openlarder/domain/moderation/report-reasons.ts';
import { isAcrossBlock } from '#server/features/moderation/blocks/blocks.ts';
import { insertReport } from '#server/features/moderation/reports/create-report.ts';
import { grantAddress } from '#server/features/places/address-access.ts';
import { requireExactLocation, writeExactLocation } from '#server/features/places/places.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { type HandoverNotice, notifyOfHandover } from '../handover-notices.internal.ts';
import { announceChange } from '../handovers.events.ts';
import { completedOf, getHandover, requireOwnHandover } from '../handovers.queries.ts';
import { handoverOwner, handoverUndone, type HandoverSubject } from '../handovers.hooks.ts';
import { isPlaceRevealed, placeToShow, presentHandovers } from '../handovers.presenter.ts';
import * as store from '../handovers.store.ts';
import type { HandoverRow } from '../handovers.tables.ts';
import * as ends from './end-handover.internal.ts';
import { factsOf, otherOf, sideOf } from './handover-facts.ts';
import { type LockedHandover, withHandover } from './handover-locks.ts';
import { isNewAction, requireAllowed } from './handover-refusals.ts';

/*
 * What the two people of a handover do. Every action is idempotent. It is refused with 409 under the name that
 * `handoverActionRefusal` gives, with 403 where it belongs to the other side, and with 404 to anyone else.
 */

type Step<Result> = (tx: TxContext, locked: LockedHandover) => Promise<Result>;

/** Runs `step` on the caller's handover, locked; 404 if it is not theirs. */
export async function onOwnHandover<Result>(
  ctx: AppContext,
  caller: Caller,
  id: string,
  step: Step<Result>,
): Promise<Result> {
  await requireOwnHandover(ctx, caller, id);
  return withHandover(ctx, id, step);
}

async function act(ctx: AppContext, caller: Caller, id: string, step: Step<void>): Promise<Handover> {
  await onOwnHandover(ctx, caller, id, step);
  return getHandover(ctx, caller, id);
}

/** Releases a handover, by either side; 422 for a `reason` of the other side. */
export const releaseHandover = (
  ctx: AppContext,
  caller: Caller,
  id: string,
  reason: ReleaseReason | null = null,
): Promise<Handover> =>
  act(ctx, caller, id, async (tx, locked) => {
    const facts = factsOf(locked.row, locked.subject, caller.userId, tx.clock.now());
    if (reason && !releaseReasonsOf(facts).includes(reason))
      throw unprocessable({ reason: errorText('not-your-reason') });
    if (facts.status === 'released') return;
    requireAllowed(releaseActionOf(reason), facts);
    await ends.endReleased(tx, locked, caller.userId, reason);
  });

/** The giver reports that the receiver, who knew the place, did not come. */
export const reportNoShow = (ctx: AppContext, caller: Caller, id: string): Promise<Handover> =>
  act(ctx, caller, id, async (tx, locked) => {
    const isRevealed = await isPlaceRevealed(tx, caller.userId, locked);
    const facts = factsOf(locked.row, locked.subject, caller.userId, tx.clock.now(), isRevealed);
    if (facts.status === 'no_show' && facts.side === 'giver') return;
    requireAllowed('report_no_show', facts);
    await ends.endNoShow(tx, locked);
  });

/** The side that travels confirms after a reminder that they still come. */
export const confirmComing = (ctx: AppContext, caller: Caller, id: string): Promise<Handover> =>
  act(ctx, caller, id, async (tx, { row, subject }) => {
    const now = tx.clock.now();
    if (!isNewAction('say_coming', factsOf(row, subject, caller.userId, now))) return;
    const changed = await store.updateOpenHandover(tx.db, row.id, { coming_at: now });
    await announceStep(tx, { row: changed, subject }, caller, { event: 'coming', notice: 'coming' });
  });

/** Answers "On your way?" with yes, which holds off the other side's report. */
export const sayOnMyWay = (ctx: AppContext, caller: Caller, id: string): Promise<Handover> =>
  act(ctx, caller, id, async (tx, { row, subject }) => {
    const now = tx.clock.now();
    if (!isNewAction('say_on_my_way', factsOf(row, subject, caller.userId, now))) return;
    const changed = await store.updateOpenHandover(
      tx.db,
      row.id,
      sideOf(row, caller.userId) === 'giver' ? { giver_on_my_way_at: now } : { receiver_on_my_way_at: now },
    );
    await announceStep(tx, { row: changed, subject }, caller, { event: 'on_my_way', notice: 'on_my_way' });
  });

/**
 * Confirms the handover: it is complete with both sides' confirmation, or with the code from the giver. 422 for a wrong
 * `code` and for more `servings` than were promised, 409 `code-locked` after five wrong codes.
 */
export async function completeHandover(
  ctx: AppContext,
  caller: Caller,
  id: string,
  code: string | null = null,
  servings: number | null = null,
): Promise<Handover> {
  const wrong = await onOwnHandover(ctx, caller, id, async (tx, locked) => {
    const { row, subject } = locked;
    if (row.status === 'completed') return null;
    const said = subject.listingId === null ? null : servings;
    if (said !== null && said > subject.servings)
      throw unprocessable({ servings: errorText('servings.max', { max: subject.servings }) });
    if (code !== null) return completeByCode(tx, locked, caller, { code, said });
    await confirm(tx, locked, caller, said);
    return null;
  });
  // after the commit: a wrong try counts although it is refused
  if (wrong) throw unprocessable({ code: await wrongCode(ctx, caller, wrong) });
  return getHandover(ctx, caller, id);
}

/**
 * Reveals the caller's exact address to the other person of a conversation until their handover ends, or with
 * `meetingPoint` only where a receiver who asked for food wants to meet. Only from now on is their address stored. 422
 * for `address` if a receiver gives none and none is known.
 */
export async function revealAddress(
  ctx: AppContext,
  caller: Caller,
  conversationId: string,
  revealed: Partial<RevealAddressBody> = {},
): Promise<Handover> {
  const { meetingPoint = '' } = revealed;
  const conversation = await requireOwnConversation(ctx, caller, conversationId);
  const latest = await store.selectLatestIn(ctx.db, conversation.id);
  if (!latest) throw conflict('handover-ended.no-pickup');
  return act(ctx, caller, latest.id, async (tx, locked) => {
    const { row, subject } = locked;
    const isRevealed = await isPlaceRevealed(tx, caller.userId, locked);
    const facts = factsOf(row, subject, caller.userId, tx.clock.now(), isRevealed);
    const isNew = isNewAction('reveal_address', facts);
    if (meetingPoint !== '') {
      if (facts.side === 'giver') throw new AppError(403, 'not-yours.giver');
      await refuseAcrossBlock(tx, row);
      for (const owner of handoverOwner.handlersOf(tx)) await owner.nameMeetingPoint?.(tx, row, meetingPoint);
      return;
    }
    if (isNew) await refuseAcrossBlock(tx, row);
    await storeOwnPlace(tx, locked, caller.userId, revealed);
    if (!isNew) return;
    await grantOwnPlace(tx, locked, caller.userId);
    await announceStep(tx, locked, caller, { event: 'place_shared', notice: 'place_shared' });
  });
}

/**
 * Disputes the other side's confirmation, which ends the handover; or a completed one; or a no-show, which then does
 * not count. Posted in the conversation, and reported to the admins with `details`. Idempotent by person.
 */
export const disputeHandover = (
  ctx: AppContext,
  caller: Caller,
  id: string,
  details = '',
): Promise<Handover> =>
  act(ctx, caller, id, async (tx, locked) => {
    const { row, subject } = locked;
    const facts = factsOf(row, subject, caller.userId, tx.clock.now());
    if (row.disputed_by === facts.side) return;
    requireAllowed('dispute', facts);
    if (row.status === 'open') await ends.endDisputed(tx, locked, caller.userId);
    else await ends.disputeEnded(tx, locked, caller.userId);
    await insertReport(tx, {
      reporterId: caller.userId,
      subject: subject.claimId
        ? { type: 'claim', id: subject.claimId }
        : { type: 'request', id: subject.requestId ?? '' },
      reason: DISPUTE_REASON,
      details,
      aboutId: otherOf(row, caller.userId),
    });
    if (row.status !== 'completed') return;
    for (const undo of handoverUndone.handlersOf(tx)) await undo(tx, completedOf(row, subject));
  });

/** Stores the address of a receiver who asked for food; a listing has its own. */
async function storeOwnPlace(
  tx: TxContext,
  { row, subject }: LockedHandover,
  ownerId: string,
  { address = '', latitude = null, longitude = null }: Partial<RevealAddressBody>,
): Promise<void> {
  const place = placeToShow(row, subject, ownerId);
  if (place?.type !== 'request') return;
  if (address === '') return requireExactLocation(tx, place, ownerId);
  const point = latitude === null || longitude === null ? null : { latitude, longitude };
  await writeExactLocation(tx, place, ownerId, { point, address, instructions: '', phone: null });
}

/** Shows the place of this person's side to the other: the listing's for the giver, the request's for the receiver. */
async function grantOwnPlace(
  tx: TxContext,
  { row, subject }: LockedHandover,
  ownerId: string,
): Promise<void> {
  const place = placeToShow(row, subject, ownerId);
  if (place) await grantAddress(tx, place, otherOf(row, ownerId), tx.clock.now());
}

/** 409 `conversation-closed` across a block. */
export async function refuseAcrossBlock(
  tx: TxContext,
  { id, giver_id, receiver_id }: HandoverRow,
): Promise<void> {
  if (await isAcrossBlock(tx, giver_id, { id, otherId: receiver_id })) throw conflict('conversation-closed');
}

/** One side's confirmation; with the other's the handover is complete. */
async function confirm(
  tx: TxContext,
  locked: LockedHandover,
  caller: Caller,
  said: number | null,
): Promise<void> {
  const { row, subject } = locked;
  const now = tx.clock.now();
  const facts = factsOf(row, subject, caller.userId, now);
  if (!isNewAction('confirm', facts)) return;
  const confirmed = await store.updateOpenHandover(
    tx.db,
    row.id,
    facts.side === 'giver'
      ? { giver_confirmed_at: now, giver_servings: said }
      : { receiver_confirmed_at: now, receiver_servings: said },
  );
  if (confirmed.giver_confirmed_at && confirmed.receiver_confirmed_at)
    return ends.endCompleted(tx, { row: confirmed, subject }, caller.userId, 'both');
  await announceStep(tx, { row: confirmed, subject }, caller, {
    event: 'handover_confirmed',
    notice: 'confirmed',
  });
}

type WrongCode = { readonly code: string; readonly triesLeft: number };

/** The ticket's code from the giver, which counts as both sides' confirmation. Returns null unless it is wrong. */
async function completeByCode(
  tx: TxContext,
  { row, subject }: LockedHandover,
  caller: Caller,
  { code, said }: { readonly code: string; readonly said: number | null },
): Promise<WrongCode | null> {
  const now = tx.clock.now();
  requireAllowed('complete_by_code', factsOf(row, subject, caller.userId, now));
  if (code !== row.code) {
    await store.countWrongCode(tx.db, row.id);
    return { code, triesLeft: MAX_CODE_TRIES - row.code_tries - 1 };
  }
  // the code is on the receiver's ticket: telling it is their confirmation
  const confirmed = await store.updateOpenHandover(tx.db, row.id, {
    giver_confirmed_at: row.giver_confirmed_at ?? now,
    receiver_confirmed_at: row.receiver_confirmed_at ?? now,
    giver_servings: said ?? row.giver_servings,
  });
  await ends.endCompleted(tx, { row: confirmed, subject }, caller.userId, 'code');
  return null;
}

/**
 * Says whose code it is if it was read under the wrong name: that of another pickup of this giver, or of one that it
 * has completed within a day. Never that of a request, which would tell who in front of them asked as "A neighbor".
 */
async function wrongCode(ctx: AppContext, caller: Caller, wrong: WrongCode): Promise<ErrorText> {
  const plain = errorText(wrong.triesLeft === 1 ? 'wrong-code.last-try' : 'wrong-code');
  if (!(await ctx.rateLimits.isWithin('code-elsewhere', caller.userId))) return plain;
  const nowMs = ctx.clock.now().getTime();
  const rows = await store.selectWithCode(ctx.db, caller.userId, wrong.code, new Date(nowMs - DAY_MS));
  const found = [...(await presentHandovers(ctx, caller.userId, rows)).values()];
  const open = found.filter(({ status }) => status === 'open');
  const [other, second] = open.length > 0 ? open : found;
  if (!other || second || other.emergencyRequestId !== null) return plain;
  const whose = { name: other.receiver.displayName, title: other.title };
  if (other.endedAt !== null)
    return errorText('wrong-code.used', { ...whose, waitMs: nowMs - Date.parse(other.endedAt) });
  const linked = { ...whose, handoverId: other.id };
  return errorText('wrong-code.other-pickup', linked);
}

/** Posts a change of an open handover in the conversation, notifies the other person, and announces it live. */
export async function announceStep(
  tx: TxContext,
  { row, subject }: { readonly row: HandoverRow; readonly subject: HandoverSubject },
  { userId }: Caller,
  step: { readonly event: MessageEvent; readonly notice: HandoverNotice; readonly time?: Date },
): Promise<void> {
  await postSystemMessage(tx, row.conversation_id, step.event, userId, step);
  await notifyOfHandover(tx, subject, otherOf(row, userId), step.notice, userId);
  await announceChange(tx, row);
}
