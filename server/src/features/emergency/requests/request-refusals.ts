import {
  type RequestFacts,
  type RequestAction,
  type RequestActionRefusal,
  type RequestSide,
  type RequestStatus,
  requestActionRefusal,
} from '@openlarder/domain/emergency/request-states.ts';
import { AppError, conflict } from '@openlarder/domain/kernel/app-error.ts';

const ENDED: Readonly<Record<RequestStatus, string>> = {
  pending: 'Nobody is helping with this request yet.',
  matched: 'Somebody is helping with this request already.',
  fulfilled: 'This request has been fulfilled already.',
  expired: 'This request has expired.',
  cancelled: 'This request was taken back.',
};

const NOT_YOURS: Readonly<Record<RequestSide, string>> = {
  requester: 'Only the person who helps can do that.',
  helper: 'Only the person who asked can do that.',
  donor: 'Only the two people of this request can do that.',
};

/** The refusal of a match that comes too late, because another donor was faster or the request has ended. */
export const notPending = (status: RequestStatus): AppError =>
  conflict(
    'not-pending',
    status === 'matched' ? 'Somebody was faster: this request has found its helper.' : ENDED[status],
  );

function sentenceFor(refusal: RequestActionRefusal, facts: RequestFacts): AppError {
  switch (refusal) {
    case 'not-yours':
      return new AppError(403, refusal, NOT_YOURS[facts.side]);
    case 'not-pending':
      return notPending(facts.status);
    case 'too-late':
      return notPending('expired');
    case 'request-ended':
      return conflict(refusal, ENDED[facts.status]);
    case 'already-done':
      return conflict(refusal, 'You have already done that.');
    case 'code-locked':
      return conflict(refusal, 'That was too many wrong codes. Please both say that the food changed hands.');
    case 'handover-said':
      return conflict(
        refusal,
        facts.requesterConfirmed && facts.side === 'requester'
          ? 'You have said that you got the food. If that was a mistake, let the help go first.'
          : 'The other side says that the food changed hands. Please confirm it.',
      );
    default:
      return refusal satisfies never;
  }
}

/** Throws if the action is not allowed: 409 under the refusal's name, 403 for an action of the other side. */
export function refuseUnless(move: RequestAction, facts: RequestFacts): void {
  const refusal = requestActionRefusal(move, facts);
  if (refusal) throw sentenceFor(refusal, facts);
}
