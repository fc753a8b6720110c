import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { conflict, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import * as claims from '#server/features/claims/claims.service.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { fulfilMatch } from '../requests/end-request.ts';
import { factsOf, type MatchedRequest, otherOf } from '../requests/request-facts.ts';
import { withRequest } from '../requests/request-locks.ts';
import { requestAfterAction, requireOwnRequest } from '../requests/request-queries.ts';
import { refuseUnless } from '../requests/request-refusals.ts';
import type { RequestRow } from '../requests/requests.store.ts';
import * as matches from './matches.store.ts';
import { announceChange } from '../emergency.events.ts';

/**
 * Confirms the handover: the request is fulfilled with both sides' confirmation, or with the code from the helper. 422
 * for a wrong `code`, 409 `code-locked` after five of them. Where a claim carries the handover, it is the claim's.
 */
export async function fulfilRequest(
  ctx: AppContext,
  caller: Caller,
  requestId: string,
  code: string | null = null,
): Promise<EmergencyRequest> {
  await requireOwnRequest(ctx, caller, requestId);
  const open = await matches.selectOpenMatch(ctx.db, requestId);
  if (open?.claim_id) await claims.completeClaim(ctx, caller, open.claim_id, code);
  else await fulfilWithoutClaim(ctx, caller, requestId, { matchId: open?.id, code });
  return requestAfterAction(ctx, caller, requestId);
}

async function fulfilWithoutClaim(
  ctx: AppContext,
  caller: Caller,
  requestId: string,
  { matchId, code }: { readonly matchId: string | undefined; readonly code: string | null },
): Promise<void> {
  const isWrong = await withRequest(ctx, requestId, async (tx, { row, match }) => {
    if (row.status === 'fulfilled' && (await isOneOfTwo(tx, row, caller.userId))) return false;
    if (!match) {
      refuseUnless('fulfil', factsOf({ row, match }, caller.userId, tx.clock.now()));
      return false;
    }
    // the match that the caller meant has ended, and there is another helper
    if (match.id !== matchId) throw conflict('request-ended', 'Somebody else is helping now.');
    if (code !== null) return fulfilByCode(tx, { row, match }, caller, code);
    await confirm(tx, { row, match }, caller);
    return false;
  });
  // after the commit: a wrong try counts although it is refused
  if (isWrong) throw unprocessable({ code: 'That is not the code on the ticket.' });
}

/** One side's confirmation; with the other's the request is fulfilled. */
async function confirm(tx: TxContext, matched: MatchedRequest, caller: Caller): Promise<void> {
  const { row, match } = matched;
  const isRequester = row.requester_id === caller.userId;
  if (isRequester ? match.requester_confirmed_at : match.helper_confirmed_at) return;
  refuseUnless('fulfil', factsOf(matched, caller.userId, tx.clock.now()));
  const by = { requester: isRequester, helper: !isRequester };
  await matches.confirmMatch(tx.db, match.id, by, tx.clock.now());
  if (isRequester ? match.helper_confirmed_at : match.requester_confirmed_at)
    return fulfilMatch(tx, matched, caller.userId);
  await messaging.postSystemMessage(tx, match.conversation_id, 'handover_confirmed', caller.userId);
  await notifications.notify(tx, {
    personId: otherOf(matched, caller.userId),
    kind: 'request_confirmed',
    subject: { type: 'request', id: row.id },
    actorId: caller.userId,
    listingTitle: row.title,
  });
  await announceChange(tx, row, match.helper_id);
}

/** The ticket's code from the helper, which counts as both sides' confirmation. Returns true if it is wrong. */
async function fulfilByCode(
  tx: TxContext,
  matched: MatchedRequest,
  caller: Caller,
  code: string,
): Promise<boolean> {
  const now = tx.clock.now();
  refuseUnless('fulfil_by_code', factsOf(matched, caller.userId, now));
  if (code !== matched.match.code) {
    await matches.countWrongCode(tx.db, matched.match.id);
    return true;
  }
  // the code is on the requester's ticket: telling it is their confirmation
  await matches.confirmMatch(tx.db, matched.match.id, { requester: true, helper: true }, now);
  await fulfilMatch(tx, matched, caller.userId);
  return false;
}

/** Whether the person is the requester or the helper of a fulfilled request. */
async function isOneOfTwo(tx: TxContext, row: RequestRow, personId: string): Promise<boolean> {
  const shown = (await matches.selectShownMatches(tx.db, [row.id])).get(row.id);
  return row.requester_id === personId || shown?.helper_id === personId;
}
