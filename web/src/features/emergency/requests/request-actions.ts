import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import type { CANCEL_REASONS, MatchReleaseReason } from '@openlarder/domain/emergency/request-fields.ts';
import { openRequestMoves, type RequestMove } from '@openlarder/domain/emergency/request-states.ts';

/** What this side may do with a request now. Where a claim carries the handover, that is said on its ticket. */
export function allowedRequestActions(request: EmergencyRequest, nowMs: number): readonly RequestMove[] {
  const { match, status, side } = request;
  const moves = openRequestMoves({
    status,
    side,
    requesterConfirmed: Boolean(match?.requesterConfirmedAt),
    helperConfirmed: Boolean(match?.helperConfirmedAt),
    codeLocked: match?.codeLocked ?? false,
    expiresAtMs: Date.parse(request.expiresAt),
    nowMs,
  });
  return match?.claimId ? moves.filter((move) => move !== 'fulfil' && move !== 'fulfil_by_code') : moves;
}

/** Whether it still waits for somebody, or for the food. */
export const isOpenRequest = ({ status }: Pick<EmergencyRequest, 'status'>): boolean =>
  status === 'pending' || status === 'matched';

/** Whether what was asked for may be needed still, so that it can be asked for again. */
export const endedWithoutFood = ({ status }: Pick<EmergencyRequest, 'status'>): boolean =>
  status === 'expired' || status === 'cancelled';

/** The one move that the other side of a match waits for; null where nothing is waited for. */
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

/** A move of either side of a match, or of who asked. `meetingPoint` is empty where the address is shared. */
export type ActionInput =
  | { readonly kind: 'cancel'; readonly reason: (typeof CANCEL_REASONS)[number] }
  | { readonly kind: 'release'; readonly reason: MatchReleaseReason }
  | { readonly kind: 'fulfil' }
  | { readonly kind: 'fulfil_by_code'; readonly code: string }
  | { readonly kind: 'share_place'; readonly meetingPoint: string };
