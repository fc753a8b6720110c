import { useQuery } from '@tanstack/react-query';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { comparePickups, isLivePickup, type PickupTimes } from '@openlarder/domain/handovers/live-pickup.ts';
import { isOnMyWay } from '#web/features/handovers/actions/handover-actions.ts';
import { claimsOnMyListingsQuery, myClaimsQuery } from '../claims.queries.ts';

/** What the rules of live pickups ask of a claim. */
export function timesOf({ handover }: Pick<Claim, 'handover'>, nowMs: number): PickupTimes {
  return {
    agreedTimeMs: handover.agreedTime === null ? null : Date.parse(handover.agreedTime),
    windowFromMs: Date.parse(handover.windowFrom),
    windowUntilMs: Date.parse(handover.windowUntil),
    isOnMyWay: isOnMyWay(handover, 'me', nowMs) || isOnMyWay(handover, 'other', nowMs),
  };
}

/** The open claims among these, on the way first, then by time. */
function openByTime(claims: readonly Claim[], nowMs: number): Claim[] {
  return claims
    .filter(({ status }) => status === 'open')
    .toSorted((a, b) => comparePickups(timesOf(a, nowMs), timesOf(b, nowMs)));
}

/**
 * My open pickups and those of what I share that are close enough to follow me from screen to screen, the next first;
 * null until they are loaded. What fails to load is left out: these are shown elsewhere, with the error.
 */
export function useLivePickups(nowMs: number): readonly Claim[] | null {
  const open = useNextPickups(nowMs);
  return open?.filter((claim) => isLivePickup(timesOf(claim, nowMs), nowMs)) ?? null;
}

/** My open pickups and those of what I share, however far away, the next first; null until they are loaded. */
export function useNextPickups(nowMs: number): readonly Claim[] | null {
  const lists = [useQuery(myClaimsQuery), useQuery(claimsOnMyListingsQuery)];
  if (lists.some(({ isPending }) => isPending)) return null;
  return openByTime(
    lists.flatMap(({ data }) => data ?? []),
    nowMs,
  );
}
