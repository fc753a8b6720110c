import { t } from '@lingui/core/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import {
  allowedActions,
  isOnMyWay,
  otherConfirmationAt,
} from '#web/features/handovers/actions/handover-actions.ts';
import { handoverSentence } from '#web/features/handovers/handover-labels.ts';
import { formatDayTime } from '#web/lib/format.ts';

/** What the helper has done that the requester should know of, or answer; null for nothing. */
export function helperNews(handover: Handover, nowMs: number): string | null {
  const { giver, proposal } = handover;
  const name = giver.displayName;
  if (otherConfirmationAt(handover) !== null) return handoverSentence(handover, nowMs);
  if (proposal !== null && allowedActions(handover, nowMs).includes('accept_time')) {
    const when = formatDayTime(proposal.time, nowMs);
    return t`${name} proposes ${when}. Does that work?`;
  }
  return isOnMyWay(handover, 'other', nowMs) ? t`${name} is on the way` : null;
}
