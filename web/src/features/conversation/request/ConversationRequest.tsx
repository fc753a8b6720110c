import { t as translate } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { useRef, useState } from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { MapsHint } from '#web/features/handovers/address/Directions.tsx';
import { ConversationPanel } from '#web/features/conversation/handover/ConversationPanel.tsx';
import { nextActions } from '#web/features/conversation/handover/next-actions.ts';
import { EndedMatch, type WaitingSide } from './EndedMatch.tsx';
import { NextActionButtons } from '#web/features/conversation/handover/NextActionButtons.tsx';
import { useThread } from '#web/features/messaging/messaging.queries.ts';
import { useFocusRecovery } from '#web/lib/focus.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useNow } from '#web/lib/use-now.ts';
import type { MenuItem } from '#web/ui/Menu.tsx';
import {
  keepsMatchLine,
  codeLine,
  matchHeadline,
  meetingLine,
  needsLine,
  destinationOf,
} from '#web/features/emergency/request-labels.ts';
import { isNeededToday } from '#web/features/emergency/requests/ForLaterNote.tsx';
import { MatchRule } from '#web/features/emergency/requests/MatchRule.tsx';
import {
  isMeetingPlaceKnown,
  MeetingPlace,
  RevealedAddressNote,
} from '#web/features/emergency/requests/MatchAddress.tsx';
import { allowedRequestActions, mayRevealAddress } from '#web/features/emergency/requests/request-actions.ts';
import { CancelRequestDialog } from '#web/features/emergency/requests/RequestActions.tsx';
import { PlaceDialog, RevealAddressButtons } from '#web/features/emergency/requests/RevealAddress.tsx';

const MatchDetails = lazyPart(async () => (await import('./MatchDetails.tsx')).MatchDetails);

type Match = NonNullable<EmergencyRequest['match']>;

type Props = {
  readonly conversationId: string;
  /** As I may see it now; null if I may not see it any more. */
  readonly request: EmergencyRequest | null;
  /** Whether a claim carries the handover and shows its own panel. */
  readonly hasTicket: boolean;
};

export function ConversationRequest({ conversationId, request, hasTicket }: Props) {
  const match = matchIn(request, conversationId);
  const waiting = waitingSide(request, match, conversationId);
  if (hasTicket && waiting === null) return null;
  return <RequestPanel request={request} match={match} waiting={waiting} />;
}

/** The match of this conversation; null once it has ended, whatever the request's status is. */
const matchIn = (request: EmergencyRequest | null, conversationId: string): Match | null =>
  request?.match?.conversationId === conversationId ? request.match : null;

function waitingSide(
  request: EmergencyRequest | null,
  match: Match | null,
  conversationId: string,
): WaitingSide {
  if (match !== null || request === null) return null;
  if (request.earlierHelp === 'offered') return 'offered';
  if (request.earlierHelp === 'may-rejoin' && request.status === 'pending') return 'helper';
  return request.waitingHelpers.some((one) => one.conversationId === conversationId) ? 'requester' : null;
}

type RequestPanelProps = {
  readonly request: EmergencyRequest | null;
  /** The match of this conversation; null once it has ended, whatever the request's status is. */
  readonly match: Match | null;
  readonly waiting: WaitingSide;
};

function RequestPanel({ request, match, waiting }: RequestPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  // The whole panel of a match that ends is replaced.
  const focusRecovery = useFocusRecovery(panel, match === null ? 'ended' : 'matched');
  return (
    <div ref={panel} tabIndex={-1} {...focusRecovery} className="shrink-0 outline-none">
      {request !== null && match !== null ? (
        <MatchPanel request={request} match={match} />
      ) : (
        <EndedMatch request={request} waiting={waiting} />
      )}
    </div>
  );
}

type MatchPanelProps = { readonly request: EmergencyRequest; readonly match: Match };

/** What is brought, above the messages about it: one line with time, place and code, and what is next. */
function MatchPanel({ request, match }: MatchPanelProps) {
  const nowMs = useNow();
  const { id: meId } = useCurrentUser();
  const [dialog, setDialog] = useState<'place' | 'cancel' | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const { handover, conversationId } = match;
  const isMine = request.side === 'requester';
  const mayCancel = allowedRequestActions(request, nowMs).includes('cancel');
  const mayReveal = mayRevealAddress(request);
  const isPlaceAwaited = mayReveal && !isMeetingPlaceKnown(request);
  const whole = nextActions(handover, !isMine && isMeetingPlaceKnown(request), nowMs);
  // first of all the helper has to know where to go
  const next = isPlaceAwaited ? { ...whole, buttons: [] } : whole;
  const place = handover.status === 'open' ? destinationOf(request) : null;
  const keeps = keepsMatchLine(request, nowMs) !== null;
  const isRevealShown = isPlaceAwaited && next.question === null;
  const close = { onClose: () => setDialog(null), elseFocus: panel };
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      <ConversationPanel
        handover={handover}
        amount={null}
        next={next}
        headline={matchHeadline(handover, nowMs)}
        detail={meetingLine(request, handover)}
        note={
          handover.status !== 'open'
            ? null
            : !isMine
              ? needsLine(request)
              : isPlaceAwaited
                ? null
                : codeLine(handover)
        }
        renderButtons={(open) =>
          next.buttons.length > 0 || place !== null ? (
            <NextActionButtons
              handover={handover}
              next={next}
              amount={null}
              meId={meId}
              conversationId={conversationId}
              place={place}
              onOpen={open}
            />
          ) : isRevealShown ? (
            <RevealAddressButtons request={request} />
          ) : null
        }
        below={
          next.question === null && (keeps || place !== null) ? (
            <>
              {keeps && <WhatKeepsIt request={request} />}
              {place !== null && <MapsHint />}
            </>
          ) : null
        }
        belowKey={`${String(isRevealShown)} ${String(keeps)}`}
        extraItems={requesterItems({ request, mayCancel, mayReveal, isRevealShown, ask: setDialog })}
        renderDetails={(onClose) => <MatchDetails request={request} match={match} onClose={onClose} />}
      />
      {dialog === 'place' && <PlaceDialog {...close} request={request} />}
      {dialog === 'cancel' && <CancelRequestDialog {...close} request={request} />}
    </div>
  );
}

/** What keeps the match, by who has written. */
function WhatKeepsIt({ request }: { readonly request: EmergencyRequest }) {
  const { id: meId } = useCurrentUser();
  const { thread } = useThread(request.match?.conversationId ?? '');
  const since = request.match?.matchedAt ?? '';
  const written = thread.find(({ event, createdAt }) => event === null && createdAt >= since);
  const firstWords = written === undefined ? null : written.senderId === meId ? 'mine' : 'theirs';
  return <MatchRule request={request} firstWords={firstWords} />;
}

type ItemFacts = {
  readonly request: EmergencyRequest;
  readonly mayCancel: boolean;
  readonly mayReveal: boolean;
  /** Whether the buttons for the place are in sight. */
  readonly isRevealShown: boolean;
  readonly ask: (what: 'place' | 'cancel') => void;
};

function requesterItems({
  request,
  mayCancel,
  mayReveal,
  isRevealShown,
  ask,
}: ItemFacts): readonly MenuItem[] {
  if (request.side !== 'requester') return [];
  const place = isMeetingPlaceKnown(request)
    ? translate`Meet somewhere else`
    : translate`Share where to meet`;
  return [
    ...(mayReveal && !isRevealShown ? [{ label: place, onSelect: () => ask('place') }] : []),
    ...(mayCancel ? [{ label: translate`Cancel request`, danger: true, onSelect: () => ask('cancel') }] : []),
  ];
}

type RequestOfClaimProps = Pick<MatchPanelProps, 'request'>;

/** Below the actions of a claim that answers a request: that it is needed today, else what keeps it; where to meet. */
export function RequestOfClaim({ request }: RequestOfClaimProps) {
  const nowMs = useNow();
  if (request.status !== 'matched') return null;
  return (
    <>
      {request.side === 'helper' && isNeededToday(request, nowMs) ? (
        <p className="text-sm">
          <Trans>They need some today.</Trans>
        </p>
      ) : (
        keepsMatchLine(request, nowMs) !== null && <WhatKeepsIt request={request} />
      )}
      {isMeetingPlaceKnown(request) &&
        (request.side === 'requester' ? (
          <RevealedAddressNote request={request} />
        ) : (
          <MeetingPlace request={request} name={request.requester.firstName} />
        ))}
    </>
  );
}
