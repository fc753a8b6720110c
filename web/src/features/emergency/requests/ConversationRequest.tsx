import { Trans } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { useRef } from 'react';
import { Link } from 'wouter';
import { dietName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { ConversationDisclosure } from '#web/features/handovers/conversation/ConversationDisclosure.tsx';
import { ConversationHandover } from '#web/features/handovers/conversation/ConversationHandover.tsx';
import { categoryLabel } from '#web/features/listings/listing-labels.ts';
import { formatList } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useFocusRecovery } from '#web/lib/use-focus-recovery.ts';
import { useNow } from '#web/lib/use-now.ts';
import {
  householdLabel,
  requestDateSentence,
  requestStatusLabel,
  silenceSentence,
  waitingHelpersSentence,
} from '../request-labels.ts';
import { isMeetingPlaceKnown, MeetingPlace, meetingPlaceLine, RevealedAddressNote } from './MatchAddress.tsx';
import { allowedRequestActions } from './request-actions.ts';
import { RejoinRequest } from './RejoinRequest.tsx';
import { RequestActions } from './RequestActions.tsx';
import { RevealAddressButtons, RevealAddressLater } from './RevealAddress.tsx';

type Match = NonNullable<EmergencyRequest['match']>;

type Props = {
  readonly conversationId: string;
  /** As I may see it now; null if I may not see it any more. */
  readonly request: EmergencyRequest | null;
  /** Whether a claim carries the handover and shows its own panel. */
  readonly hasTicket: boolean;
};

/** The panel of a request above the messages of requester and helper. */
export function ConversationRequest({ conversationId, request, hasTicket }: Props) {
  const match = request?.match?.conversationId === conversationId ? request.match : null;
  const waiting = waitingSide(request, match, conversationId);
  if (!hasTicket || waiting !== null)
    return <RequestPanel request={request} match={match} waiting={waiting} />;
  const isOpen = match !== null && request?.status === 'matched';
  return isOpen ? <ClaimPanelAddition request={request} name={otherName(request, match)} /> : null;
}

/** Whose side this is of a match that ended in silence, while the request is open; null for none. */
function waitingSide(
  request: EmergencyRequest | null,
  match: Match | null,
  conversationId: string,
): 'helper' | 'requester' | null {
  if (match !== null || request?.status !== 'pending') return null;
  if (request.earlierHelp === 'may-rejoin') return 'helper';
  return request.waitingHelpers.some((one) => one.conversationId === conversationId) ? 'requester' : null;
}

const otherName = ({ side, requester }: EmergencyRequest, { helper }: Match): string =>
  side === 'requester' ? helper.displayName : requester.firstName;

type RequestPanelProps = {
  readonly request: EmergencyRequest | null;
  /** The match of this conversation; null once it has ended, whatever the request's status is. */
  readonly match: Match | null;
  /** The viewer's side of a match that ended in silence; null for none. */
  readonly waiting: 'helper' | 'requester' | null;
};

function RequestPanel({ request, match, waiting }: RequestPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  // The whole panel of a match that ends is replaced.
  const focusRecovery = useFocusRecovery(panel, match === null ? 'ended' : 'matched');
  return (
    <div ref={panel} tabIndex={-1} {...focusRecovery} className="shrink-0 outline-none">
      <PanelOfRequest request={request} match={match} waiting={waiting} />
    </div>
  );
}

function PanelOfRequest({ request, match, waiting }: RequestPanelProps) {
  const nowMs = useNow();
  if (request !== null && waiting !== null)
    return (
      <ConversationDisclosure
        stage={`waiting ${waiting}`}
        startsOpen
        awaited={waiting === 'helper' && <RejoinRequest request={request} />}
        sentence={
          waiting === 'helper' ? (
            <Trans>Others can help with this now. Can you still?</Trans>
          ) : (
            waitingHelpersSentence(request)
          )
        }
        detail={waiting === 'requester' && <RequestSinceMatch request={request} />}
      >
        {waiting === 'helper' && <RejoinRequest request={request} />}
      </ConversationDisclosure>
    );
  if (request === null || match === null) {
    const isMine = request?.side === 'requester';
    return (
      <ConversationDisclosure
        stage="ended"
        startsOpen={false}
        awaited={null}
        sentence={isMine ? requestStatusLabel(request) : <Trans>You're not helping with this anymore.</Trans>}
        detail={isMine && <RequestSinceMatch request={request} />}
      />
    );
  }
  const name = otherName(request, match);
  const isMatched = request.status === 'matched';
  const isMine = request.side === 'requester';
  const isPlaceAwaited = isMatched && isMine && !isMeetingPlaceKnown(request);
  return (
    <ConversationHandover
      handover={match.handover}
      detail={
        silenceSentence(request, nowMs) ??
        (isMatched && !isMine && match.handover.agreedTime === null && meetingPlaceLine(request))
      }
      awaited={isPlaceAwaited && <RevealAddressButtons request={request} />}
      more={isMine && <RequestActions request={request} />}
    >
      {isMatched && (
        <>
          <MatchNeeds request={request} />
          {isMine ? (
            <>
              <RevealedAddressNote request={request} />
              <RevealAddressButtons request={request} />
            </>
          ) : (
            <MeetingPlace request={request} name={name} />
          )}
        </>
      )}
    </ConversationHandover>
  );
}

/** What has happened to my request since this match ended. */
function RequestSinceMatch({ request }: { readonly request: EmergencyRequest }) {
  const nowMs = useNow();
  return (
    <>
      {requestDateSentence(request, nowMs)}{' '}
      <Link href={paths.requests} className="inline-block py-1.5 font-semibold underline">
        <Trans>See my request</Trans>
      </Link>
    </>
  );
}

/** Below the claim's panel: the deadline for a first message, and where to bring the food. */
function ClaimPanelAddition({
  request,
  name,
}: {
  readonly request: EmergencyRequest;
  readonly name: string;
}) {
  const nowMs = useNow();
  const isMine = request.side === 'requester';
  const upcoming = silenceSentence(request, nowMs);
  const mayReveal = allowedRequestActions(request, nowMs).includes('name_meeting_point');
  const showsPlace = !isMine && isMeetingPlaceKnown(request);
  if (upcoming === null && !mayReveal && !showsPlace) return null;
  return (
    <div className="flex flex-col gap-1.5 border-t border-line bg-surface px-4 py-2.5">
      {upcoming !== null && <p className="text-sm">{upcoming}</p>}
      {mayReveal && <RevealAddressLater request={request} />}
      {showsPlace && <MeetingPlace request={request} name={name} />}
    </div>
  );
}

/** Household and needs, as the requester entered them. */
function MatchNeeds({ request }: { readonly request: EmergencyRequest }) {
  const { description, specialNeeds, dietaryRestrictions: diets, preferredCategories: categories } = request;
  return (
    <div className="flex flex-col gap-1 wrap-anywhere">
      <p className="font-semibold">{householdLabel(request.householdSize)}</p>
      {diets.length > 0 && (
        <p>
          <Trans>Diet: {formatList(diets.map(dietName))}</Trans>
        </p>
      )}
      {categories.length > 0 && (
        <p>
          <Trans>Would like {formatList(categories.map(categoryLabel))}</Trans>
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
