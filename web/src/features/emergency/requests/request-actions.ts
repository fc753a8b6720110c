import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import type { CANCEL_REASONS, MatchReleaseReason } from '@openlarder/domain/emergency/request-fields.ts';
import { availableRequestActions, type RequestAction } from '@openlarder/domain/emergency/request-states.ts';

/** The actions that the rules allow this side now. If a claim carries the handover, its ticket has the confirmation. */
export function allowedRequestActions(request: EmergencyRequest, nowMs: number): readonly RequestAction[] {
  const { match, status, side } = request;
  const allowed = availableRequestActions({
    status,
    side,
    requesterConfirmed: Boolean(match?.requesterConfirmedAt),
    helperConfirmed: Boolean(match?.helperConfirmedAt),
    codeLocked: match?.codeLocked ?? false,
    expiresAtMs: Date.parse(request.expiresAt),
    nowMs,
  });
  return match?.claimId
    ? allowed.filter((action) => action !== 'fulfil' && action !== 'fulfil_by_code')
    : allowed;
}

/** Whether it still waits for a helper or for the food. */
export const isOpenRequest = ({ status }: Pick<EmergencyRequest, 'status'>): boolean =>
  status === 'pending' || status === 'matched';

/** Whether it ended without food, so that it can be repeated. */
export const endedWithoutFood = ({ status }: Pick<EmergencyRequest, 'status'>): boolean =>
  status === 'expired' || status === 'cancelled';

/** The action that the other side of a match waits for; null for none. */
export function awaitedAction({ side, status, match, placeShared, meetingPoint }: EmergencyRequest) {
  if (status !== 'matched' || !match) return null;
  const [own, others] =
    side === 'requester'
      ? [match.requesterConfirmedAt, match.helperConfirmedAt]
      : [match.helperConfirmedAt, match.requesterConfirmedAt];
  if (others !== null && own === null && match.claimId === null) return 'fulfil';
  const isWhereKnown = placeShared || meetingPoint !== null;
  return side === 'requester' && own === null && !isWhereKnown ? 'share_place' : null;
}

/** An action of either side. An empty `meetingPoint` reveals the address. */
export type ActionInput =
  | { readonly kind: 'cancel'; readonly reason: (typeof CANCEL_REASONS)[number] }
  | { readonly kind: 'release'; readonly reason: MatchReleaseReason }
  | { readonly kind: 'fulfil' }
  | { readonly kind: 'fulfil_by_code'; readonly code: string }
  | { readonly kind: 'share_place'; readonly meetingPoint: string };
