import type { EmergencyRequest, RequestLimits } from '@openlarder/domain/emergency/request-contract.ts';
import type { RequestLimitRefusal } from '@openlarder/domain/emergency/request-limits.ts';
import { availableRequestActions, type RequestAction } from '@openlarder/domain/emergency/request-states.ts';

/** The actions that the rules allow this side now, beside those of the match's handover. */
export function allowedRequestActions(request: EmergencyRequest, nowMs: number): readonly RequestAction[] {
  const { match, status, side } = request;
  return availableRequestActions({
    status,
    side,
    isConfirmed: Boolean(match?.handover.giverConfirmedAt ?? match?.handover.receiverConfirmedAt),
    expiresAtMs: Date.parse(request.expiresAt),
    nowMs,
  });
}

export const isOpenRequest = ({ status }: Pick<EmergencyRequest, 'status'>): boolean =>
  status === 'pending' || status === 'matched';

export const endedWithoutFood = ({ status }: Pick<EmergencyRequest, 'status'>): boolean =>
  status === 'expired' || status === 'cancelled';

export const mayRevealAddress = ({ side, status }: Pick<EmergencyRequest, 'side' | 'status'>): boolean =>
  side === 'requester' && status === 'matched';

/** Why the person may not ask now, by the server's limits; null if they may. */
export function currentRefusal(limits: RequestLimits, nowMs: number): RequestLimitRefusal | null {
  if (limits.openRequestId !== null) return 'request-open';
  return limits.nextAt !== null && nowMs < Date.parse(limits.nextAt) ? 'requests-today' : null;
}
