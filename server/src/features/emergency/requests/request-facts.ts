import type { RequestFacts, RequestSide } from '@openlarder/domain/emergency/request-states.ts';
import type { MatchRow } from '../matching/matches.store.ts';
import type { RequestRow } from './requests.store.ts';

/** A request and its open match, if it has one. */
export type LockedRequest = { readonly row: RequestRow; readonly match: MatchRow | undefined };

/** The side of this person in a request. */
export function sideOf(row: RequestRow, match: MatchRow | undefined, personId: string): RequestSide {
  if (row.requester_id === personId) return 'requester';
  return match?.helper_id === personId ? 'helper' : 'donor';
}

/** Whether one side has confirmed the handover. */
export const isConfirmed = (match: Pick<MatchRow, 'giver_confirmed_at' | 'receiver_confirmed_at'>): boolean =>
  match.giver_confirmed_at !== null || match.receiver_confirmed_at !== null;

/** The input of the request rules. */
export const factsOf = ({ row, match }: LockedRequest, personId: string, now: Date): RequestFacts => ({
  status: row.status,
  side: sideOf(row, match, personId),
  isConfirmed: match !== undefined && isConfirmed(match),
  expiresAtMs: row.expires_at.getTime(),
  nowMs: now.getTime(),
});
