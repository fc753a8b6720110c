import { Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { allowedActions } from '#web/features/handovers/actions/handover-actions.ts';
import { handoverTimeLabel } from '#web/features/handovers/agreed-time/handover-time-label.ts';
import { CalendarLink } from '#web/features/handovers/calendar/CalendarLink.tsx';
import { HandoverNotes } from '#web/features/handovers/HandoverNotes.tsx';
import { handoverSentence } from '#web/features/handovers/handover-labels.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { claimedServings, claimedServingsLine, handoverOf } from '../claim-handover.ts';
import { ClaimedFoodWarning } from './ClaimedFoodWarning.tsx';
import { PickupAddress, RevealAddress } from './PickupAddress.tsx';

type Props = { readonly claim: Claim; readonly onClose: () => void };

export function TicketDetails({ claim, onClose }: Props) {
  const nowMs = useNow();
  const { listing } = claim;
  const handover = handoverOf(claim);
  return (
    <Dialog
      open
      size="small"
      title={<bdi>{listing.title}</bdi>}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
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
