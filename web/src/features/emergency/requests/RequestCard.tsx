import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { Check, Clock, Hand, type LucideIcon, MessageCircle, Undo2, Users } from 'lucide-react';
import { useRef } from 'react';
import {
  householdLabel,
  requestDateSentence,
  requestStatusLabel,
  restrictionName,
  silenceSentence,
  waitingHelpersSentence,
} from '../request-labels.ts';
import { GivenFoodContents } from '#web/features/claims/ticket/ClaimedFoodContents.tsx';
import { awaitedAction, offeredActions } from '#web/features/handovers/actions/handover-actions.ts';
import { FoldedActions, HandoverActions } from '#web/features/handovers/actions/HandoverActions.tsx';
import { AgreedTime } from '#web/features/handovers/agreed-time/AgreedTime.tsx';
import { CalendarLink } from '#web/features/handovers/calendar/CalendarLink.tsx';
import { handoverTimeLabel } from '#web/features/handovers/handover-labels.ts';
import { CodeButton } from '#web/features/handovers/code/CodeButton.tsx';
import { SafetyMenu } from '#web/features/moderation/SafetyMenu.tsx';
import { formatDistance } from '#web/lib/distances.ts';
import { formatDayTime, formatList } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useFocusRecovery } from '#web/lib/focus.ts';
import { useNow } from '#web/lib/use-now.ts';
import { shownTitle } from '#web/lib/tile-title.ts';
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { ForLaterNote, laterTime } from './ForLaterNote.tsx';
import { isMeetingPlaceKnown, RevealedAddressNote } from './MatchAddress.tsx';
import { MatchRule } from './MatchRule.tsx';
import { endedWithoutFood } from './request-actions.ts';
import { RequestActions } from './RequestActions.tsx';
import { RevealAddressButtons } from './RevealAddress.tsx';

const MARKS: Readonly<Record<EmergencyRequest['status'], { icon: LucideIcon; tone: BadgeTone }>> = {
  pending: { icon: Clock, tone: 'today' },
  matched: { icon: Hand, tone: 'fresh' },
  fulfilled: { icon: Check, tone: 'fresh' },
  expired: { icon: Clock, tone: 'plain' },
  cancelled: { icon: Undo2, tone: 'plain' },
};

type Props = {
  readonly request: EmergencyRequest;
  /** Null while the person may not ask. */
  readonly onRepeat: ((request: EmergencyRequest) => void) | null;
};

export function RequestCard({ request, onRepeat }: Props) {
  const { t } = useLingui();
  const nowMs = useNow();
  const { icon: Icon, tone } = MARKS[request.status];
  const { match } = request;
  const facts = [
    ...(request.urgencyLevel === 'emergency' ? [t`We have nothing to eat`] : []),
    householdLabel(request.householdSize),
    ...(request.dietaryRestrictions.length > 0
      ? [formatList(request.dietaryRestrictions.map(restrictionName))]
      : []),
  ];
  const card = useRef<HTMLDivElement>(null);
  // The actions of a match disappear with it.
  const focusRecovery = useFocusRecovery(card, request.status);
  return (
    <div ref={card} tabIndex={-1} {...focusRecovery} className="outline-none">
      <Card as="article" data-request={request.id} className="flex flex-col gap-4 border border-line">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1 basis-56">
            <h3 className="text-lg font-semibold wrap-anywhere">
              <bdi>{shownTitle(request.title)}</bdi>
            </h3>
            <p className="mt-1 flex items-center gap-2 text-sm text-muted">
              <Users className="size-4 shrink-0" />
              {facts.join(' · ')}
            </p>
          </div>
          <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
            {requestStatusLabel(request, laterTime(request, nowMs) !== null)}
          </Badge>
        </div>
        {request.helperLeft !== null && (
          <p className="font-semibold">
            <Trans>
              {request.helperLeft.displayName} can't make it after all. We're asking others again.
            </Trans>
          </p>
        )}
        {/* until when a match needs something stands with it, and says what this does */}
        {silenceSentence(request, nowMs) === null && <p>{requestDateSentence(request, nowMs)}</p>}
        {request.usualWaitHours !== null && (
          <p>
            <Plural
              value={request.usualWaitHours}
              one="Around here, help usually comes within an hour."
              other="Around here, help usually comes within # hours."
            />
          </p>
        )}
        <WaitingHelpers request={request} />
        {match && (
          <div className="flex flex-col gap-3 border-t border-line pt-4">
            <div className="flex items-center gap-3">
              <PersonAvatar person={match.helper} size="small" />
              <p className="min-w-0 flex-1">
                {request.status === 'matched' ? (
                  <Trans>
                    <strong translate="no" className="font-semibold">
                      {match.helper.displayName}
                    </strong>{' '}
                    is helping you
                  </Trans>
                ) : (
                  <Trans>
                    <strong translate="no" className="font-semibold">
                      {match.helper.displayName}
                    </strong>{' '}
                    helped you
                  </Trans>
                )}
              </p>
              <SafetyMenu person={match.helper} subject={{ type: 'person', id: match.helper.id }} />
            </div>
            <MatchHandover request={request} match={match} />
          </div>
        )}
        {request.status === 'pending' && (
          <LinkButton href={paths.home} className="sm:self-start">
            <Trans>See food near you meanwhile</Trans>
          </LinkButton>
        )}
        {request.status === 'pending' && (
          <p className="text-sm text-muted">
            <Trans>
              Until {formatDayTime(request.expiresAt, nowMs)}, donors within{' '}
              {formatDistance(request.radiusKm)} see:{' '}
              {request.showsFirstName ? request.requester.firstName : t`A neighbor`},{' '}
              <bdi translate="no">{request.pickupLocation}</bdi>
            </Trans>
          </p>
        )}
        {request.status !== 'matched' && <RequestActions request={request} />}
        {onRepeat && endedWithoutFood(request) && (
          <Button variant="secondary" className="self-start" onClick={() => onRepeat(request)}>
            <Trans>Still need food</Trans>
          </Button>
        )}
      </Card>
    </div>
  );
}

function WaitingHelpers({ request }: { readonly request: EmergencyRequest }) {
  const sentence = waitingHelpersSentence(request);
  if (sentence === null) return null;
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <p className="font-semibold">{sentence}</p>
      <div className="flex flex-wrap gap-2">
        {request.waitingHelpers.map(({ helper, conversationId }) => (
          <LinkButton key={conversationId} href={paths.conversation(conversationId)}>
            <MessageCircle className="size-5" />
            <Trans>Write to {helper.displayName}</Trans>
          </LinkButton>
        ))}
      </div>
    </div>
  );
}

type MatchHandoverProps = {
  readonly request: EmergencyRequest;
  readonly match: NonNullable<EmergencyRequest['match']>;
};

/**
 * The place, time, code and actions of a match, in one stack: what comes next, and what changes or ends it behind
 * "More". What was claimed for it has a ticket, which shows the code and the actions of the handover.
 */
function MatchHandover({ request, match }: MatchHandoverProps) {
  const { t } = useLingui();
  const nowMs = useNow();
  const { handover, conversationId } = match;
  const isMatched = request.status === 'matched';
  const hasTicket = handover.claimId !== null;
  const timeLine = isMatched ? handoverTimeLabel(handover, nowMs) : null;
  const isPlaceKnown = isMeetingPlaceKnown(request);
  const hasProposal = handover.proposal !== null;
  // The first thing to do, unless the handover waits for something.
  const isTalkFirst =
    isMatched && offeredActions(handover, nowMs).primary === null && awaitedAction(handover, nowMs) === null;
  return (
    <>
      {handover.code && !hasTicket && (
        <div className="flex items-center justify-between gap-4 rounded-control bg-brand-soft px-4 py-3 text-brand-soft-ink">
          <p className="text-sm">
            <Trans>Share this code once you have the food.</Trans>
          </p>
          <CodeButton handover={handover} />
        </div>
      )}
      {isMatched && handover.claimId !== null && (
        <div className="flex flex-col items-start gap-1.5">
          <p className="font-semibold">
            <bdi>{shownTitle(handover.title)}</bdi>
          </p>
          <GivenFoodContents claimId={handover.claimId} />
        </div>
      )}
      {timeLine !== null && <p className="font-medium first-letter:uppercase">{timeLine}</p>}
      <ForLaterNote request={request} />
      {isMatched && (isPlaceKnown || !hasTicket) && <RevealedAddressNote request={request} />}
      {isMatched && <MatchRule request={request} />}
      {hasProposal && <AgreedTime handover={handover} />}
      <div className="flex flex-wrap gap-2">
        <LinkButton
          href={paths.conversation(conversationId)}
          variant={isTalkFirst ? 'primary' : 'secondary'}
          className="max-sm:flex-auto"
        >
          <MessageCircle className="size-5" />
          <Trans>Open conversation</Trans>
        </LinkButton>
        {isMatched && handover.claimId !== null && (
          <LinkButton href={paths.claim(handover.claimId)} variant="secondary">
            <Trans>See the ticket</Trans>
          </LinkButton>
        )}
      </div>
      {!isPlaceKnown && !hasTicket && <RevealAddressButtons request={request} isPrimary={!isTalkFirst} />}
      {!hasTicket && !isTalkFirst && <HandoverActions handover={handover} />}
      {isMatched && (
        <FoldedActions label={isTalkFirst && !hasTicket ? t`Change, finish, or cancel` : t`Change or cancel`}>
          {!hasProposal && <AgreedTime handover={handover} />}
          {isTalkFirst && !hasTicket && <HandoverActions handover={handover} />}
          {(isPlaceKnown || hasTicket) && <RevealAddressButtons request={request} isPrimary={false} />}
          {timeLine !== null && !hasTicket && (
            <div>
              <CalendarLink handover={handover} />
            </div>
          )}
          <RequestActions request={request} />
        </FoldedActions>
      )}
    </>
  );
}
