import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { formatPickupWindow, formatServings } from '#web/lib/format.ts';
import { useIsWide } from '#web/lib/use-media-query.ts';
import { useNow } from '#web/lib/use-now.ts';
import { claimsOnMine, myClaims } from './claims.queries.ts';
import { hasMoreToShare } from './claim-facts.ts';
import { claimSentence } from './claim-words.ts';
import { HandoverMoves } from './HandoverMoves.tsx';
import { HandoverPlace } from './HandoverPlace.tsx';
import { waitsForAnswer } from './offered-moves.ts';
import { TicketCode } from './TicketCode.tsx';

/** Of all claims two people talked about here, the open one, else the newest. */
function claimToShow(claims: readonly Claim[], conversationId: string): Claim | undefined {
  const here = claims.filter((claim) => claim.conversationId === conversationId);
  const newest = here.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  return newest.find((claim) => claim.status === 'open') ?? newest[0];
}

/**
 * The ticket of a conversation at its top: the sentence and the code always, the rest unfolded where there is room,
 * and on a phone too as long as the other waits for the donor's address, or for an answer.
 */
export function ConversationHandover({ conversationId }: { readonly conversationId: string }) {
  const nowMs = useNow();
  const isWide = useIsWide();
  const mine = useQuery(myClaims);
  const theirs = useQuery(claimsOnMine);
  const claim = claimToShow([...(mine.data ?? []), ...(theirs.data ?? [])], conversationId);
  if (!claim) return null;
  const { listing } = claim;
  const isOpen = claim.status === 'open';
  const isAwaited = (claim.side === 'donor' && hasMoreToShare(claim)) || waitsForAnswer(claim, nowMs);
  return (
    <details
      open={isOpen ? isWide || isAwaited : waitsForAnswer(claim, nowMs)}
      className="group shrink-0 border-b border-line bg-brand-soft text-brand-soft-ink"
    >
      <summary className="flex min-h-11 list-none items-center gap-3 px-4 py-2.5 -outline-offset-3 [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 transition-transform duration-150 group-open:rotate-180"
        />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{claimSentence(claim, nowMs)}</span>
          {isOpen && (
            <span className="block text-sm first-letter:uppercase">
              {formatPickupWindow(listing.availableFrom, listing.availableUntil, nowMs)}
            </span>
          )}
        </span>
        {claim.code && <TicketCode code={claim.code} />}
      </summary>
      <div className="flex max-h-[38dvh] sm:max-h-[46dvh] flex-col gap-3 overflow-y-auto border-t border-dashed border-brand/40 bg-surface px-4 py-4 text-ink">
        <div>
          <HandoverPlace claim={claim} />
          <p className="text-sm text-muted">{formatServings(claim.servings)}</p>
        </div>
        <HandoverMoves claim={claim} />
      </div>
    </details>
  );
}
