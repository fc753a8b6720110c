import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { MapsHint } from '#web/features/handovers/address/Directions.tsx';
import { nextActions } from '#web/features/conversation/handover/next-actions.ts';
import { ConversationPanel } from '#web/features/conversation/handover/ConversationPanel.tsx';
import { NextActionButtons } from '#web/features/conversation/handover/NextActionButtons.tsx';
import { formatServings } from '#web/lib/format.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useNow } from '#web/lib/use-now.ts';
import { handoverOf } from '../../claims/claim-handover.ts';
import { claimsOnMyListingsQuery, myClaimsQuery } from '../../claims/claims.queries.ts';
import { isAddressShown, shownPoint } from '#web/features/claims/ticket/PickupAddress.tsx';
import { RevealAddress } from '../../claims/ticket/PickupAddress.tsx';
import { ticketDetail, ticketHeadline } from '../../claims/ticket/ticket-labels.ts';

/** The open claim of a conversation, else its newest. */
function claimToShow(claims: readonly Claim[], conversationId: string): Claim | undefined {
  const here = claims.filter((claim) => claim.conversationId === conversationId);
  const newest = here.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  return newest.find((claim) => claim.status === 'open') ?? newest[0];
}

type Props = { readonly conversationId: string; readonly meId: string };

export function ConversationClaim({ conversationId, meId }: Props) {
  const mine = useQuery(myClaimsQuery);
  const theirs = useQuery(claimsOnMyListingsQuery);
  const claim = claimToShow([...(mine.data ?? []), ...(theirs.data ?? [])], conversationId);
  if (!claim) return null;
  return <ConversationTicket key={claim.id} claim={claim} meId={meId} />;
}

const TicketDetails = lazyPart(
  async () => (await import('../../claims/ticket/TicketDetails.tsx')).TicketDetails,
);

type ConversationTicketProps = { readonly claim: Claim; readonly meId: string };

function ConversationTicket({ claim, meId }: ConversationTicketProps) {
  const nowMs = useNow();
  const handover = handoverOf(claim);
  const point = shownPoint(claim);
  const next = nextActions(handover, isAddressShown(claim), nowMs);
  const amount = formatServings(claim.servings, claim.handover.countedAs);
  const isPlaceShown = point !== null && handover.status === 'open';
  const hasButtons = next.buttons.length > 0 || isPlaceShown;
  return (
    <ConversationPanel
      handover={handover}
      amount={amount}
      next={next}
      headline={ticketHeadline(claim, nowMs)}
      detail={ticketDetail(claim, handover, nowMs)}
      renderButtons={(open) =>
        hasButtons ? (
          <NextActionButtons
            handover={handover}
            next={next}
            amount={amount}
            meId={meId}
            conversationId={claim.conversationId}
            place={point && { point, address: claim.listing.pickupLocation }}
            renderReveal={() => <RevealAddress claim={claim} isPrimary isBrief />}
            onOpen={open}
          />
        ) : null
      }
      below={isPlaceShown && next.question === null ? <MapsHint /> : null}
      renderDetails={(onClose) => <TicketDetails claim={claim} onClose={onClose} />}
    />
  );
}
