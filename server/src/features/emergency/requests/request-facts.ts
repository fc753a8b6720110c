import { MAX_CODE_TRIES } from '@openlarder/domain/claims/claim-states.ts';
import type { RequestFacts, RequestSide } from '@openlarder/domain/emergency/request-states.ts';
import type { RequestRow } from './requests.store.ts';
import type { MatchRow } from '../matching/matches.store.ts';

/** A request and its open match, if it has one. */
export type LockedRequest = { readonly row: RequestRow; readonly match: MatchRow | undefined };
/** A request with its open match. */
export type MatchedRequest = { readonly row: RequestRow; readonly match: MatchRow };

/** The side of this person in a request. */
export function sideOf(row: RequestRow, match: MatchRow | undefined, personId: string): RequestSide {
  if (row.requester_id === personId) return 'requester';
  return match?.helper_id === personId ? 'helper' : 'donor';
}

/** The other person of a match. */
export const otherOf = ({ row, match }: MatchedRequest, personId: string): string =>
  row.requester_id === personId ? match.helper_id : row.requester_id;

/** Whether one side has confirmed the handover. */
export const isConfirmed = (match: MatchRow): boolean =>
  match.requester_confirmed_at !== null || match.helper_confirmed_at !== null;

/** The input of the request rules. */
export function factsOf({ row, match }: LockedRequest, personId: string, now: Date): RequestFacts {
  return {
    status: row.status,
    side: sideOf(row, match, personId),
    requesterConfirmed: match !== undefined && match.requester_confirmed_at !== null,
    helperConfirmed: match !== undefined && match.helper_confirmed_at !== null,
    codeLocked: match !== undefined && match.code_tries >= MAX_CODE_TRIES,
    expiresAtMs: row.expires_at.getTime(),
    nowMs: now.getTime(),
  };
}
