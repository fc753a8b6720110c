import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { ConversationHandover } from '#web/features/handovers/conversation/ConversationHandover.tsx';
import { formatServings } from '#web/lib/format.ts';
import { claimsOnMyListingsQuery, myClaimsQuery } from '../claims.queries.ts';
import { handoverOf, PickupAddress, RevealAddress } from './PickupAddress.tsx';

/** The open claim of a conversation, else its newest. */
function claimToShow(claims: readonly Claim[], conversationId: string): Claim | undefined {
  const here = claims.filter((claim) => claim.conversationId === conversationId);
  const newest = here.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  return newest.find((claim) => claim.status === 'open') ?? newest[0];
}

/** The claim panel above a conversation's messages; nothing without a claim. */
export function ConversationClaim({ conversationId }: { readonly conversationId: string }) {
  const mine = useQuery(myClaimsQuery);
  const theirs = useQuery(claimsOnMyListingsQuery);
  const claim = claimToShow([...(mine.data ?? []), ...(theirs.data ?? [])], conversationId);
  if (!claim) return null;
  return (
    <ConversationHandover
      handover={handoverOf(claim)}
      renderReveal={(isPrimary, isBrief) => (
        <RevealAddress claim={claim} isPrimary={isPrimary} isBrief={isBrief} />
      )}
    >
      <div>
        <PickupAddress claim={claim} />
        <p className="text-sm text-muted">{formatServings(claim.servings)}</p>
      </div>
    </ConversationHandover>
  );
}
