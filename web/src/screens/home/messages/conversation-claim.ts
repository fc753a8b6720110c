import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { REMINDER_HOURS } from '@openlarder/domain/claims/pickup-times.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { useQuery } from '@tanstack/react-query';
import { claimsOnMyListingsQuery, myClaimsQuery } from '#web/features/claims/claims.queries.ts';

/** The newest claim two people talk about in a conversation; null where there is none, or it is not here yet. */
export function useConversationClaim(conversationId: string | null): Claim | null {
  const mine = useQuery(myClaimsQuery);
  const theirs = useQuery(claimsOnMyListingsQuery);
  const here = [...(mine.data ?? []), ...(theirs.data ?? [])].filter(
    (claim) => claim.conversationId === conversationId,
  );
  return here.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))[0] ?? null;
}

/** Whether an open claim is about to be picked up, or being picked up: from an hour before it begins to an hour after its end. */
export function isPickupNear({ status, listing }: Claim, nowMs: number): boolean {
  const aroundMs = REMINDER_HOURS * HOUR_MS;
  return (
    status === 'open' &&
    nowMs >= Date.parse(listing.availableFrom) - aroundMs &&
    nowMs <= Date.parse(listing.availableUntil) + aroundMs
  );
}
