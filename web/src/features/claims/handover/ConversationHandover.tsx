import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { formatPickupWindow, formatServings } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { claimsOnMyListingsQuery, myClaimsQuery } from '../claims.queries.ts';
import { hasMoreToReveal, needsReply } from './claim-actions.ts';
import { claimSentence } from './claim-labels.ts';
import { ConversationDisclosure } from './ConversationDisclosure.tsx';
import { HandoverActions } from './HandoverActions.tsx';
import { PickupAddress } from './PickupAddress.tsx';

/** The open claim of a conversation, else its newest. */
function claimToShow(claims: readonly Claim[], conversationId: string): Claim | undefined {
  const here = claims.filter((claim) => claim.conversationId === conversationId);
  const newest = here.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  return newest.find((claim) => claim.status === 'open') ?? newest[0];
}

/** The claim panel above a conversation's messages; nothing without a claim. */
export function ConversationHandover({ conversationId }: { readonly conversationId: string }) {
  const mine = useQuery(myClaimsQuery);
  const theirs = useQuery(claimsOnMyListingsQuery);
  const claim = claimToShow([...(mine.data ?? []), ...(theirs.data ?? [])], conversationId);
  return claim ? <ClaimPanel claim={claim} /> : null;
}

function ClaimPanel({ claim }: { readonly claim: Claim }) {
  const nowMs = useNow();
  const sentence = claimSentence(claim, nowMs);
  const { listing } = claim;
  const isOpen = claim.status === 'open';
  const isReplyAwaited = needsReply(claim, nowMs);
  const isAwaited = isReplyAwaited || (isOpen && claim.side === 'donor' && hasMoreToReveal(claim));
  return (
    <ConversationDisclosure
      sentence={sentence}
      detail={isOpen && formatPickupWindow(listing.availableFrom, listing.availableUntil, nowMs)}
      code={claim.code}
      stage={`${sentence}${String(isAwaited)}`}
      startsOpen={isOpen || isReplyAwaited}
      awaited={isAwaited && <HandoverActions claim={claim} isBrief />}
    >
      <div>
        <PickupAddress claim={claim} />
        <p className="text-sm text-muted">{formatServings(claim.servings)}</p>
      </div>
      <HandoverActions claim={claim} />
    </ConversationDisclosure>
  );
}
