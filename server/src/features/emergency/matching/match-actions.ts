import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import type { ReleaseReason } from '@openlarder/domain/handovers/handover-states.ts';
import { conflict } from '@openlarder/domain/kernel/app-error.ts';
import * as handovers from '#server/features/handovers/handovers.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { requestAfterAction, requireOwnRequest } from '../requests/request-queries.ts';
import { selectLatestMatchWith } from './matches.store.ts';

/*
 * The calls of the requests' own paths: each is an action on the handover of the caller's latest match, and answers with
 * the request. 404 to anyone but its requester and its helpers.
 */

/** Releases a match, by either side: the request is open to others again while its time lasts. Idempotent. */
export async function releaseRequest(
  ctx: AppContext,
  caller: Caller,
  requestId: string,
  reason: ReleaseReason | null = null,
): Promise<EmergencyRequest> {
  const row = await requireOwnRequest(ctx, caller, requestId);
  // a request that is open to all has no match to release any more
  if (row.status !== 'pending')
    await handovers.releaseHandover(ctx, caller, await ownHandoverId(ctx, caller, requestId), reason);
  return requestAfterAction(ctx, caller, requestId);
}

/**
 * Confirms the handover: the request is fulfilled with both sides' confirmation, or with the code from the helper. 422
 * for a wrong `code`, 409 `code-locked` after five of them.
 */
export async function fulfilRequest(
  ctx: AppContext,
  caller: Caller,
  requestId: string,
  code: string | null = null,
): Promise<EmergencyRequest> {
  await requireOwnRequest(ctx, caller, requestId);
  await handovers.completeHandover(ctx, caller, await ownHandoverId(ctx, caller, requestId), code);
  return requestAfterAction(ctx, caller, requestId);
}

async function ownHandoverId(ctx: AppContext, caller: Caller, requestId: string): Promise<string> {
  const match = await selectLatestMatchWith(ctx.db, requestId, caller.userId);
  if (!match) throw conflict('handover-ended.no-helper');
  return match.handover_id;
}
