import {
  type RequestAction,
  type RequestActionRefusal,
  requestActionRefusal,
  type RequestFacts,
  type RequestSide,
  type RequestStatus,
} from '@openlarder/domain/emergency/request-states.ts';
import { AppError, conflict } from '@openlarder/domain/kernel/app-error.ts';
import type { MatchRow } from '../matching/matches.store.ts';
import type { RequestRow } from './requests.store.ts';

export type LockedRequest = { readonly row: RequestRow; readonly match: MatchRow | undefined };

export function sideOf(row: RequestRow, match: MatchRow | undefined, personId: string): RequestSide {
  if (row.requester_id === personId) return 'requester';
  return match?.helper_id === personId ? 'helper' : 'donor';
}

const isConfirmed = (match: Pick<MatchRow, 'giver_confirmed_at' | 'receiver_confirmed_at'>): boolean =>
  match.giver_confirmed_at !== null || match.receiver_confirmed_at !== null;

/** The input of the request rules. */
export const factsOf = ({ row, match }: LockedRequest, personId: string, now: Date): RequestFacts => ({
  status: row.status,
  side: sideOf(row, match, personId),
  isConfirmed: match !== undefined && isConfirmed(match),
  expiresAtMs: row.expires_at.getTime(),
  nowMs: now.getTime(),
});

/** The refusal of a match that comes too late, because another donor was faster or the request has ended. */
export const notPending = (status: Exclude<RequestStatus, 'pending'>): AppError =>
  conflict(`not-pending.${status}`);

function errorFor(refusal: RequestActionRefusal, { side, status }: RequestFacts): AppError {
  switch (refusal) {
    case 'not-yours':
      return new AppError(403, `not-yours.${side}`);
    case 'not-pending':
      // refused although pending: a concurrent match of another donor is about to commit
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
export function requireAllowed(action: RequestAction, facts: RequestFacts): void {
  const refusal = requestActionRefusal(action, facts);
  if (refusal) throw errorFor(refusal, facts);
}
