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
  pending: 'No one is helping with this request yet.',
  matched: 'Someone is already helping with this request.',
  fulfilled: 'This request has been fulfilled already.',
  expired: 'This request has expired.',
  cancelled: 'This request was canceled.',
};

const NOT_YOURS: Readonly<Record<RequestSide, string>> = {
  requester: 'Only a donor can do that.',
  helper: 'Only the person who asked can do that.',
  donor: 'Only the two people of this request can do that.',
};

/** The refusal of a match that comes too late, because another donor was faster or the request has ended. */
export const notPending = (status: RequestStatus): AppError =>
  conflict(
    'not-pending',
    status === 'matched' ? 'Someone was faster: this request has found its helper.' : ENDED[status],
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
    case 'handover-said':
      return conflict(
        refusal,
        "One of you already said that you have the food. Please confirm it too, or say that you didn't get it.",
      );
    default:
      return refusal satisfies never;
  }
}

/** Throws if the action is not allowed: 409 under the refusal's name, 403 for an action of the other side. */
export function refuseUnless(action: RequestAction, facts: RequestFacts): void {
  const refusal = requestActionRefusal(action, facts);
  if (refusal) throw sentenceFor(refusal, facts);
}
