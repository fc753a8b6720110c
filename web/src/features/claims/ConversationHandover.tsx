import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { formatPickupWindow, formatServings } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { claimsOnMine, myClaims } from './claims.queries.ts';
import { hasMoreToShare } from './claim-facts.ts';
import { claimSentence } from './claim-words.ts';
import { ConversationFold } from './ConversationFold.tsx';
import { HandoverMoves } from './HandoverMoves.tsx';
import { HandoverPlace } from './HandoverPlace.tsx';
import { waitsForAnswer } from './offered-moves.ts';

/** Of all claims two people talked about here, the open one, else the newest. */
function claimToShow(claims: readonly Claim[], conversationId: string): Claim | undefined {
  const here = claims.filter((claim) => claim.conversationId === conversationId);
  const newest = here.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  return newest.find((claim) => claim.status === 'open') ?? newest[0];
}

/** The ticket of a claim above the messages of its two people; nothing where they talk about no claim. */
export function ConversationHandover({ conversationId }: { readonly conversationId: string }) {
  const mine = useQuery(myClaims);
  const theirs = useQuery(claimsOnMine);
  const claim = claimToShow([...(mine.data ?? []), ...(theirs.data ?? [])], conversationId);
  return claim ? <TicketStrip claim={claim} /> : null;
}

function TicketStrip({ claim }: { readonly claim: Claim }) {
  const nowMs = useNow();
  const sentence = claimSentence(claim, nowMs);
  const { listing } = claim;
  const isOpen = claim.status === 'open';
  const isAnswerWaited = waitsForAnswer(claim, nowMs);
  const isAwaited = isAnswerWaited || (isOpen && claim.side === 'donor' && hasMoreToShare(claim));
  return (
    <ConversationFold
      sentence={sentence}
      detail={isOpen && formatPickupWindow(listing.availableFrom, listing.availableUntil, nowMs)}
      code={claim.code}
      stage={`${sentence}${String(isAwaited)}`}
      opensByItself={isOpen || isAnswerWaited}
      awaited={isAwaited && <HandoverMoves claim={claim} isBrief />}
    >
      <div>
        <HandoverPlace claim={claim} />
        <p className="text-sm text-muted">{formatServings(claim.servings)}</p>
      </div>
      <HandoverMoves claim={claim} />
    </ConversationFold>
  );
}
