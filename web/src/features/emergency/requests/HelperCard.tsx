import { Trans } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { MessageCircle } from 'lucide-react';
import { useId } from 'react';
import { nameInSentence } from '#web/features/accounts/profile/person-labels.ts';
import { GivenFoodContents } from '#web/features/claims/ticket/ClaimedFoodContents.tsx';
import { handoverTimeLabel } from '#web/features/handovers/handover-labels.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx';
import { helperNews, meetingLine } from '../request-labels.ts';
import { ForLaterNote } from './ForLaterNote.tsx';
import { isMeetingPlaceKnown, RevealedAddressNote } from './MatchAddress.tsx';
import { MatchRule } from './MatchRule.tsx';
import { OtherHelp } from './OtherHelp.tsx';
import { RevealAddressButtons } from './RevealAddress.tsx';

export type HelperProps = {
  readonly request: EmergencyRequest;
  readonly match: NonNullable<EmergencyRequest['match']>;
};

/** Who is helping me, what they have, and the two things to do about it. */
export function HelperCard({ request, match }: HelperProps) {
  const nowMs = useNow();
  const titleId = useId();
  const { helper, handover } = match;
  const when = handoverTimeLabel(handover, nowMs);
  const news = helperNews(handover, nowMs);
  const giver = nameInSentence(handover.giver.displayName);
  return (
    <section
      aria-labelledby={titleId}
      className="edge flex flex-col gap-4 rounded-card bg-brand-soft p-5 text-center text-brand-soft-ink wide:grid wide:grid-cols-[1fr_22rem] wide:items-center wide:gap-x-8 wide:text-start"
    >
      <div className="flex flex-col items-center gap-2 wide:flex-row wide:items-start wide:gap-5">
        <PersonAvatar person={helper} size="large" />
        <div className="flex min-w-0 flex-1 flex-col gap-2 max-wide:items-center">
          {/* names the region, and is no heading, as it stands before the page's own */}
          <p
            id={titleId}
            className="font-display text-2xl font-bold tracking-tight text-balance wrap-anywhere"
          >
            <Trans>{helper.displayName} is helping you</Trans>
          </p>
          <p className="wrap-anywhere">
            {handover.claimId === null ? (
              meetingLine(request, handover)
            ) : (
              <Trans>
                “<bdi>{handover.title}</bdi>” is saved for you. You pick it up at {giver}'s.
              </Trans>
            )}
          </p>
          {handover.claimId !== null && <GivenFoodContents claimId={handover.claimId} />}
          {news !== null && <p className="font-semibold">{news}</p>}
          {when !== null && <p className="font-medium first-letter:uppercase">{when}</p>}
          <MatchRule request={request} />
        </div>
      </div>
      <div className="mx-auto flex w-full max-w-md flex-col gap-2">
        <ForLaterNote request={request} />
        <LinkButton href={paths.conversation(match.conversationId)} className="w-full">
          <MessageCircle className="size-5" />
          <Trans>Write to {helper.displayName}</Trans>
        </LinkButton>
        {handover.claimId !== null && (
          <LinkButton href={paths.claim(handover.claimId)} variant="secondary" className="w-full">
            <Trans>See the ticket</Trans>
          </LinkButton>
        )}
        {/* where food is brought to, the card says above once it is known */}
        {handover.claimId === null && !isMeetingPlaceKnown(request) && (
          <RevealAddressButtons request={request} isPrimary={false} />
        )}
        {handover.claimId !== null && isMeetingPlaceKnown(request) && (
          <RevealedAddressNote request={request} />
        )}
      </div>
      <div className="wide:col-span-2">
        <OtherHelp />
      </div>
    </section>
  );
}
