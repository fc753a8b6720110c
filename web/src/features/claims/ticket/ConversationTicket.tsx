import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { lazy } from 'react';
import { MapsHint } from '#web/features/handovers/address/Directions.tsx';
import { ConversationPanel } from '#web/features/handovers/conversation/ConversationPanel.tsx';
import { conversationStage } from '#web/features/handovers/conversation/conversation-stage.ts';
import { StageButtons } from '#web/features/handovers/conversation/StageButtons.tsx';
import { formatServings } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { isAddressShown, shownPoint } from './AddressActions.tsx';
import { handoverOf } from '../claim-handover.ts';
import { RevealAddress } from './PickupAddress.tsx';
import { ticketDetail, ticketHeadline } from './ticket-lines.ts';

const TicketDetails = lazy(async () => ({ default: (await import('./TicketDetails.tsx')).TicketDetails }));

type Props = { readonly claim: Claim; readonly meId: string };

/** The ticket of a claim above the messages about it. */
export function ConversationTicket({ claim, meId }: Props) {
  const nowMs = useNow();
  const handover = handoverOf(claim);
  const point = shownPoint(claim);
  const stage = conversationStage(handover, isAddressShown(claim), nowMs);
  const amount = formatServings(claim.servings);
  const isPlaceShown = point !== null && handover.status === 'open';
  const hasButtons = stage.buttons.length > 0 || isPlaceShown;
  return (
    <ConversationPanel
      handover={handover}
      amount={amount}
      stage={stage}
      headline={ticketHeadline(claim, nowMs)}
      detail={ticketDetail(claim, handover, nowMs)}
      renderButtons={(open) =>
        hasButtons ? (
          <StageButtons
            handover={handover}
            stage={stage}
            amount={amount}
            meId={meId}
            conversationId={claim.conversationId}
            place={point && { point, address: claim.listing.pickupLocation }}
            renderReveal={() => <RevealAddress claim={claim} isPrimary isBrief />}
            onOpen={open}
          />
        ) : null
      }
      below={isPlaceShown && stage.question === null ? <MapsHint /> : null}
      renderDetails={(onClose) => <TicketDetails claim={claim} onClose={onClose} />}
    />
  );
}
