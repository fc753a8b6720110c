import {
  type RequestFacts,
  type RequestAction,
  type RequestActionRefusal,
  type RequestStatus,
  requestActionRefusal,
} from '@openlarder/domain/emergency/request-states.ts';
import { AppError, conflict } from '@openlarder/domain/kernel/app-error.ts';

/** The refusal of a match that comes too late, because another donor was faster or the request has ended. */
export const notPending = (status: Exclude<RequestStatus, 'pending'>): AppError =>
  conflict(`not-pending.${status}`);

function errorFor(refusal: RequestActionRefusal, { side, status }: RequestFacts): AppError {
  switch (refusal) {
    case 'not-yours':
      return new AppError(403, `not-yours.${side}`);
    case 'not-pending':
      // refused although it is pending: another donor is being faster
      return notPending(status === 'pending' ? 'matched' : status);
    case 'too-late':
      return notPending('expired');
    case 'request-ended':
      return conflict(`request-ended.${status}`);
    case 'handover-said':
      return conflict('handover-said.request');
    default:
      return refusal satisfies never;
  }
}

/** Throws if the action is not allowed: 409 under the refusal's name, 403 for an action of the other side. */
export function refuseUnless(action: RequestAction, facts: RequestFacts): void {
  const refusal = requestActionRefusal(action, facts);
  if (refusal) throw errorFor(refusal, facts);
}
