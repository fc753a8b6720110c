import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { MapsHint } from '#web/features/handovers/address/Directions.tsx';
import { CalendarLink } from '#web/features/handovers/calendar/CalendarLink.tsx';
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
import { ClaimedFoodContents } from '#web/features/claims/ticket/ClaimedFoodContents.tsx';
import {
  isAddressShown,
  shownDestination,
  PickupAddress,
  RevealAddressButton,
  WhoSeesAddress,
} from '#web/features/claims/ticket/PickupAddress.tsx';
import { Trans, useLingui } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { Suspense, useRef, useState } from 'react';
import { isNeededToday, NeedToday } from '#web/features/emergency/requests/ForLaterNote.tsx';
import { mayRevealAddress } from '#web/features/emergency/requests/request-actions.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { allowedActions } from '#web/features/handovers/actions/handover-actions.ts';
import { HandoverNotes } from '#web/features/handovers/HandoverNotes.tsx';
import { handoverTimeLabel, handoverSentence } from '#web/features/handovers/handover-labels.ts';
import { paths } from '#web/lib/paths.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';

const RequestOfClaim = lazyPart(
  async () => (await import('../request/ConversationRequest.tsx')).RequestOfClaim,
);
const PlaceDialog = lazyPart(
  async () => (await import('#web/features/emergency/requests/RevealAddress.tsx')).PlaceDialog,
);

/** The open claim of a conversation, else its newest. */
function claimToShow(claims: readonly Claim[], conversationId: string): Claim | undefined {
  const here = claims.filter((claim) => claim.conversationId === conversationId);
  const newest = here.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  return newest.find((claim) => claim.status === 'open') ?? newest[0];
}

type Props = {
  readonly conversationId: string;
  readonly meId: string;
  /** The request that the claim answers; null for none. */
  readonly request: EmergencyRequest | null;
};

export function ConversationClaim({ conversationId, meId, request }: Props) {
  const mine = useQuery(myClaimsQuery);
  const theirs = useQuery(claimsOnMyListingsQuery);
  const claim = claimToShow([...(mine.data ?? []), ...(theirs.data ?? [])], conversationId);
  if (!claim) return null;
  return <ConversationTicket key={claim.id} claim={claim} meId={meId} request={request} />;
}

type ConversationTicketProps = Pick<Props, 'meId' | 'request'> & { readonly claim: Claim };

function ConversationTicket({ claim, meId, request }: ConversationTicketProps) {
  const { t } = useLingui();
  const nowMs = useNow();
  const panel = useRef<HTMLDivElement>(null);
  const [isAskingPlace, setAskingPlace] = useState(false);
  const handover = handoverOf(claim);
  const destination = shownDestination(claim);
  const next = nextActions(handover, isAddressShown(claim), nowMs);
  const amount = formatServings(claim.servings, claim.handover.countedAs);
  const isPlaceShown = destination !== null && handover.status === 'open';
  const answered = request?.match?.conversationId === claim.conversationId ? request : null;
  const isSooner = answered !== null && isNeededToday(answered, nowMs);
  const hasButtons = next.buttons.length > 0 || isPlaceShown || isSooner;
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
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
              place={destination === null ? null : { to: destination, address: claim.listing.pickupLocation }}
              renderReveal={() => <RevealAddressButton claim={claim} />}
              onOpen={open}
            >
              {isSooner && <NeedToday request={answered} />}
            </NextActionButtons>
          ) : null
        }
        below={
          <>
            <ClaimedFoodContents claim={claim} />
            {answered && (
              <Suspense fallback={null}>
                <RequestOfClaim request={answered} />
              </Suspense>
            )}
            {next.buttons.includes('reveal_address') && <WhoSeesAddress claim={claim} />}
            {isPlaceShown && next.question === null && <MapsHint />}
          </>
        }
        belowKey={answered?.status ?? ''}
        extraItems={
          answered !== null && mayRevealAddress(answered)
            ? [{ label: t`Can't pick it up?`, onSelect: () => setAskingPlace(true) }]
            : []
        }
        renderDetails={(onClose) => <TicketDetails claim={claim} onClose={onClose} />}
      />
      {isAskingPlace && answered && (
        <Suspense fallback={null}>
          <PlaceDialog request={answered} onClose={() => setAskingPlace(false)} elseFocus={panel} />
        </Suspense>
      )}
    </div>
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
          <ClaimedFoodContents claim={claim} />
        </div>
        <div>
          <PickupAddress claim={claim} />
        </div>
        {allowedActions(handover, nowMs).includes('reveal_address') && claim.side === 'donor' && (
          <div className="flex flex-col items-start gap-1.5">
            <RevealAddressButton claim={claim} />
            <WhoSeesAddress claim={claim} />
          </div>
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
