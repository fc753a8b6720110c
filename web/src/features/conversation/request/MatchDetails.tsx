import { Trans } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { restrictionName, householdLabel } from '../../emergency/request-labels.ts';
import { otherParty } from '#web/features/handovers/actions/handover-actions.ts';
import { CalendarLink } from '#web/features/handovers/calendar/CalendarLink.tsx';
import { HandoverNotes } from '#web/features/handovers/HandoverNotes.tsx';
import {
  agreedSentence,
  handoverSentence,
  handoverTimeLabel,
} from '#web/features/handovers/handover-labels.ts';
import { foodWords } from '#web/features/listings/listing-labels.ts';
import { formatList } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { shownTitle } from '#web/lib/tile-title.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { MeetingPlace, RevealedAddressNote } from '../../emergency/requests/MatchAddress.tsx';

type Props = {
  readonly request: EmergencyRequest;
  readonly match: NonNullable<EmergencyRequest['match']>;
  readonly onClose: () => void;
};

export function MatchDetails({ request, match, onClose }: Props) {
  const nowMs = useNow();
  const { handover } = match;
  const isMine = request.side === 'requester';
  const isMatched = request.status === 'matched';
  const status = handoverSentence(handover, nowMs);
  const saysTime = status === agreedSentence(handover, nowMs);
  const when = isMatched && !saysTime ? handoverTimeLabel(handover, nowMs) : null;
  return (
    <Dialog size="small" title={<bdi>{shownTitle(request.title)}</bdi>} onOpenChange={onClose}>
      <div className="flex flex-col gap-4">
        <div>
          <p className="font-semibold">{status}</p>
          {when !== null && <p className="first-letter:uppercase">{when}</p>}
        </div>
        {isMatched && (
          <>
            <MatchNeeds request={request} />
            {isMine ? (
              <RevealedAddressNote request={request} />
            ) : (
              <MeetingPlace request={request} name={otherParty(handover).displayName} />
            )}
          </>
        )}
        <HandoverNotes handover={handover} nowMs={nowMs} />
        <div className="flex flex-wrap gap-2 empty:hidden">
          {isMine && (
            <LinkButton href={paths.requests} variant="secondary">
              <Trans>See my request</Trans>
            </LinkButton>
          )}
          {isMatched && handover.agreedTime !== null && <CalendarLink handover={handover} />}
        </div>
      </div>
    </Dialog>
  );
}

function MatchNeeds({ request }: { readonly request: EmergencyRequest }) {
  const { description, specialNeeds, dietaryRestrictions: diets, preferredCategories: categories } = request;
  return (
    <div className="flex flex-col gap-1 wrap-anywhere">
      <p className="font-semibold">{householdLabel(request.householdSize)}</p>
      {diets.length > 0 && (
        <p>
          <Trans>Diet: {formatList(diets.map(restrictionName))}</Trans>
        </p>
      )}
      {categories.length > 0 && (
        <p>
          <Trans>Would like {formatList(categories.map(foodWords))}</Trans>
        </p>
      )}
      {specialNeeds && (
        <p className="whitespace-pre-line">
          <Trans>Needs: {specialNeeds}</Trans>
        </p>
      )}
      {description && (
        <p dir="auto" className="text-sm whitespace-pre-line text-muted">
          {description}
        </p>
      )}
    </div>
  );
}
