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

/** Of all claims two people talked about here, the open one, else the newest. */
function claimToShow(claims: readonly Claim[], conversationId: string): Claim | undefined {
  const here = claims.filter((claim) => claim.conversationId === conversationId);
  const newest = here.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  return newest.find((claim) => claim.status === 'open') ?? newest[0];
}

/** The ticket of a claim above the messages of its two people; nothing where they talk about no claim. */
export function ConversationHandover({ conversationId }: { readonly conversationId: string }) {
  const mine = useQuery(myClaimsQuery);
  const theirs = useQuery(claimsOnMyListingsQuery);
  const claim = claimToShow([...(mine.data ?? []), ...(theirs.data ?? [])], conversationId);
  return claim ? <TicketStrip claim={claim} /> : null;
}

function TicketStrip({ claim }: { readonly claim: Claim }) {
  const nowMs = useNow();
  const sentence = claimSentence(claim, nowMs);
  const { listing } = claim;
  const isOpen = claim.status === 'open';
  const isAnswerWaited = needsReply(claim, nowMs);
  const isAwaited = isAnswerWaited || (isOpen && claim.side === 'donor' && hasMoreToReveal(claim));
  return (
    <ConversationDisclosure
      sentence={sentence}
      detail={isOpen && formatPickupWindow(listing.availableFrom, listing.availableUntil, nowMs)}
      code={claim.code}
      stage={`${sentence}${String(isAwaited)}`}
      opensByItself={isOpen || isAnswerWaited}
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
