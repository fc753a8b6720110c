import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { MapsHint, CalendarLink } from '#web/features/handovers/address/Directions.tsx';
import { nextActions } from '#web/features/conversation/handover/next-actions.ts';
import { ConversationPanel } from '#web/features/conversation/handover/ConversationPanel.tsx';
import { NextActionButtons } from '#web/features/conversation/handover/NextActionButtons.tsx';
import { formatServings } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import {
  handoverOf,
  claimedServings,
  claimedServingsLine,
  ticketDetail,
  ticketHeadline,
} from '#web/features/claims/claim-labels.ts';
import { claimsOnMyListingsQuery, myClaimsQuery } from '../../claims/claims.queries.ts';
import {
  isAddressShown,
  shownPoint,
  PickupAddress,
  RevealAddress,
  ClaimedFoodWarning,
} from '#web/features/claims/ticket/PickupAddress.tsx';
import { Trans } from '@lingui/react/macro';
import { allowedActions } from '#web/features/handovers/actions/handover-actions.ts';
import { HandoverNotes } from '#web/features/handovers/HandoverNotes.tsx';
import { handoverTimeLabel, handoverSentence } from '#web/features/handovers/handover-labels.ts';
import { paths } from '#web/lib/paths.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';

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

type TicketDetailsProps = { readonly claim: Claim; readonly onClose: () => void };

function TicketDetails({ claim, onClose }: TicketDetailsProps) {
  const nowMs = useNow();
  const { listing } = claim;
  const handover = handoverOf(claim);
  return (
    <Dialog size="small" title={<bdi>{listing.title}</bdi>} onOpenChange={onClose}>
      <div className="flex flex-col gap-4">
        <div>
          <p className="font-semibold">{handoverSentence(handover, nowMs, claimedServings(claim))}</p>
          <p className="first-letter:uppercase">{handoverTimeLabel(handover, nowMs)}</p>
          <p>{claimedServingsLine(claim)}</p>
          <ClaimedFoodWarning claim={claim} />
        </div>
        <div>
          <PickupAddress claim={claim} />
        </div>
        {allowedActions(handover, nowMs).includes('reveal_address') && claim.side === 'donor' && (
          <RevealAddress claim={claim} isPrimary />
        )}
        <HandoverNotes handover={handover} nowMs={nowMs} />
        <div className="flex flex-wrap gap-2">
          <LinkButton href={paths.claim(claim.id)} variant="secondary">
            <Trans>See the ticket</Trans>
          </LinkButton>
          <CalendarLink handover={handover} />
        </div>
      </div>
    </Dialog>
  );
}
