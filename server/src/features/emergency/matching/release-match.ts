import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import type { MatchReleaseReason } from '@openlarder/domain/emergency/request-fields.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { releaseMatch } from '../requests/end-request.ts';
import { requestText } from '../requests/report-evidence.ts';
import { factsOf, type MatchedRequest } from '../requests/request-facts.ts';
import { withRequest } from '../requests/request-locks.ts';
import { requestAfterAction, requireOwnRequest } from '../requests/request-queries.ts';
import { refuseUnless } from '../requests/request-refusals.ts';

/** Releases a match, by either side: the request is open to others again while its time lasts. Idempotent. */
export async function releaseRequest(
  ctx: AppContext,
  caller: Caller,
  requestId: string,
  reason: MatchReleaseReason | null = null,
): Promise<EmergencyRequest> {
  await requireOwnRequest(ctx, caller, requestId);
  await withRequest(ctx, requestId, async (tx, { row, match }) => {
    const isHelper = match?.helper_id === caller.userId;
    // a former helper's match is released already
    if (row.requester_id !== caller.userId && !isHelper) return;
    if (row.status === 'pending') return;
    refuseUnless('release', factsOf({ row, match }, caller.userId, tx.clock.now()));
    if (!match) return;
    await releaseMatch(tx, { row, match }, caller.userId, reason);
    if (isHelper && reason === 'not_genuine') await reportNotGenuine(tx, { row, match });
  });
  return requestAfterAction(ctx, caller, requestId);
}

/** Reports to the admins that a helper found the request not genuine. */
async function reportNotGenuine(tx: TxContext, { row, match }: MatchedRequest): Promise<void> {
  await moderation.fileReport(tx, {
    reporterId: match.helper_id,
    subject: { type: 'request', id: row.id },
    reason: 'not_genuine',
    details: '',
    aboutId: row.requester_id,
    evidence: await requestText(tx, row),
  });
}
