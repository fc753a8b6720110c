import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
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
import { useKeptFocus } from './use-kept-focus.ts';

/** Of all claims two people talked about here, the open one, else the newest. */
function claimToShow(claims: readonly Claim[], conversationId: string): Claim | undefined {
  const here = claims.filter((claim) => claim.conversationId === conversationId);
  const newest = here.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  return newest.find((claim) => claim.status === 'open') ?? newest[0];
}

/**
 * The ticket of a conversation at its top: the sentence and the code always, the rest unfolded where there is room. On
 * a phone the messages come first: folded, it shows no more than the one thing that the other waits for.
 */
export function ConversationHandover({ conversationId }: { readonly conversationId: string }) {
  const mine = useQuery(myClaims);
  const theirs = useQuery(claimsOnMine);
  const claim = claimToShow([...(mine.data ?? []), ...(theirs.data ?? [])], conversationId);
  return claim ? <TicketStrip claim={claim} /> : null;
}

function TicketStrip({ claim }: { readonly claim: Claim }) {
  const nowMs = useNow();
  const isWide = useIsWide();
  const [isUnfolded, setUnfolded] = useState(isWide);
  const strip = useRef<HTMLDivElement>(null);
  const sentence = claimSentence(claim, nowMs);
  const { listing } = claim;
  const isOpen = claim.status === 'open';
  const isAnswerWaited = waitsForAnswer(claim, nowMs);
  const isAwaited = isAnswerWaited || (isOpen && claim.side === 'donor' && hasMoreToShare(claim));
  // what was pressed goes with what waited for it
  const keptFocus = useKeptFocus(strip, `${sentence}${isAwaited}`);
  return (
    <div
      ref={strip}
      tabIndex={-1}
      {...keptFocus}
      className="shrink-0 bg-brand-soft text-brand-soft-ink outline-none"
    >
      <details
        open={isWide && (isOpen || isAnswerWaited)}
        onToggle={(event) => {
          // folds inside it tell of themselves here too
          if (event.target === event.currentTarget) setUnfolded(event.currentTarget.open);
        }}
        className="group"
      >
        <summary className="flex min-h-11 list-none items-center gap-3 px-4 py-2.5 -outline-offset-3 [&::-webkit-details-marker]:hidden">
          <ChevronDown
            aria-hidden="true"
            className="size-5 shrink-0 transition-transform duration-150 group-open:rotate-180"
          />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{sentence}</span>
            {isOpen && (
              <span className="block text-sm first-letter:uppercase">
                {formatPickupWindow(listing.availableFrom, listing.availableUntil, nowMs)}
              </span>
            )}
          </span>
          {claim.code && <TicketCode code={claim.code} />}
        </summary>
        <div className="flex flex-col gap-3 border-t border-dashed border-brand/40 bg-surface px-4 py-4 text-ink">
          <div>
            <HandoverPlace claim={claim} />
            <p className="text-sm text-muted">{formatServings(claim.servings)}</p>
          </div>
          <HandoverMoves claim={claim} />
        </div>
      </details>
      {isAwaited && !isUnfolded && (
        <div className="border-t border-dashed border-brand/40 bg-surface px-4 py-2.5 text-ink">
          <HandoverMoves claim={claim} isBrief />
        </div>
      )}
    </div>
  );
}
