import { t as translate } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { MapsHint } from '#web/features/handovers/address/Directions.tsx';
import { ConversationPanel } from '#web/features/conversation/handover/ConversationPanel.tsx';
import { nextActions } from '#web/features/conversation/handover/next-actions.ts';
import { NextActionButtons } from '#web/features/conversation/handover/NextActionButtons.tsx';
import { paths } from '#web/lib/paths.ts';
import { useFocusRecovery } from '#web/lib/focus.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useNow } from '#web/lib/use-now.ts';
import type { MenuItem } from '#web/ui/Menu.tsx';
import {
  requestDateSentence,
  requestStatusLabel,
  keepsMatchLine,
  silenceSentence,
  offeredSentence,
  waitingHelpersSentence,
  codeLine,
  matchHeadline,
  meetingLine,
  needsLine,
  revealedPoint,
} from '#web/features/emergency/request-labels.ts';
import { isNeededToday, NeedToday } from '#web/features/emergency/requests/ForLaterNote.tsx';
import {
  isMeetingPlaceKnown,
  MeetingPlace,
  RevealedAddressNote,
} from '#web/features/emergency/requests/MatchAddress.tsx';
import { allowedRequestActions, mayRevealAddress } from '#web/features/emergency/requests/request-actions.ts';
import { CancelRequestDialog } from '#web/features/emergency/requests/RequestActions.tsx';
import { PlaceDialog, RevealAddressButtons } from '#web/features/emergency/requests/RevealAddress.tsx';
import { errorMessage } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useMatchRequest } from '#web/features/emergency/emergency.queries.ts';

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

/** Whose side this is of a match that ended in silence, or an offer beside one, while it is open; null for none. */
function waitingSide(
  request: EmergencyRequest | null,
  match: Match | null,
  conversationId: string,
): 'helper' | 'offered' | 'requester' | null {
  if (match !== null || request === null) return null;
  if (request.earlierHelp === 'offered') return 'offered';
  if (request.earlierHelp === 'may-rejoin' && request.status === 'pending') return 'helper';
  return request.waitingHelpers.some((one) => one.conversationId === conversationId) ? 'requester' : null;
}

type RequestPanelProps = {
  readonly request: EmergencyRequest | null;
  /** The match of this conversation; null once it has ended, whatever the request's status is. */
  readonly match: Match | null;
  readonly waiting: ReturnType<typeof waitingSide>;
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

/** What a conversation about a match shows once that has ended, or has for now. */
function EndedMatch({ request, waiting }: Omit<RequestPanelProps, 'match'>) {
  const isMine = request?.side === 'requester';
  return (
    <div className="flex flex-col gap-1.5 border-b border-line bg-sunken px-4 py-2.5">
      <p className="font-semibold wrap-anywhere">
        {waiting === 'helper' ? (
          <Trans>Others can help with this now. Can you still?</Trans>
        ) : waiting === 'offered' ? (
          offeredSentence()
        ) : waiting === 'requester' && request !== null ? (
          waitingHelpersSentence(request)
        ) : isMine ? (
          requestStatusLabel(request)
        ) : request?.earlierHelp === 'kept-apart' ? (
          <Trans>This request isn't shown to you anymore.</Trans>
        ) : (
          <Trans>You're not helping with this anymore.</Trans>
        )}
      </p>
      {isMine && <RequestSinceMatch request={request} />}
      {request?.earlierHelp === 'kept-apart' && (
        <p className="text-sm">
          <Trans>
            Thank you for offering. Others near you could use your help. If you think this is a mistake,
            choose “Report” in the menu above and an organizer will take a look.
          </Trans>
        </p>
      )}
      {waiting === 'helper' && request !== null && <RejoinRequest request={request} />}
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
  const point = handover.status === 'open' ? revealedPoint(request) : null;
  const keeps = keepsMatchLine(request, nowMs) !== null;
  const isRevealShown = isPlaceAwaited && next.question !== 'outcome';
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
          next.buttons.length > 0 || point !== null ? (
            <NextActionButtons
              handover={handover}
              next={next}
              amount={null}
              meId={meId}
              conversationId={conversationId}
              place={point && { point, address: request.pickupLocation }}
              onOpen={open}
            />
          ) : isRevealShown ? (
            <RevealAddressButtons request={request} />
          ) : null
        }
        below={
          keeps || (isRevealShown && next.question === 'time') || point !== null ? (
            <>
              {isRevealShown && next.question === 'time' && <RevealAddressButtons request={request} />}
              {keeps && <WhatKeepsIt request={request} />}
              {point !== null && next.question === null && <MapsHint />}
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

/** What keeps the match, in one line; the rules behind it on a tap. */
function WhatKeepsIt({ request }: { readonly request: EmergencyRequest }) {
  const nowMs = useNow();
  return (
    <details className="text-sm">
      <summary className="flex min-h-8 list-none flex-wrap items-center gap-x-2 rounded-small [&::-webkit-details-marker]:hidden">
        <span className="font-medium">{keepsMatchLine(request, nowMs)}</span>
        <span className="text-muted underline underline-offset-4">
          <Trans>How this works</Trans>
        </span>
      </summary>
      <p className="pb-1 text-muted">{silenceSentence(request, nowMs)}</p>
    </details>
  );
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

function RequestSinceMatch({ request }: { readonly request: EmergencyRequest }) {
  const nowMs = useNow();
  return (
    <p className="text-sm">
      {requestDateSentence(request, nowMs)}{' '}
      <Link href={paths.requests} className="inline-block py-1.5 font-semibold underline">
        <Trans>See my request</Trans>
      </Link>
    </p>
  );
}

type RequestOfClaimProps = Pick<MatchPanelProps, 'request'>;

/** Below the actions of a claim that answers a request: that it is needed today, else what keeps it; where to meet. */
export function RequestOfClaim({ request }: RequestOfClaimProps) {
  const nowMs = useNow();
  if (request.status !== 'matched') return null;
  return (
    <>
      {request.side === 'helper' && isNeededToday(request, nowMs) ? (
        <NeedToday request={request} />
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

/** Takes up a request again whose match ended in silence. */
function RejoinRequest({ request }: { readonly request: EmergencyRequest }) {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const matching = useMatchRequest(request.id);
  const help = () =>
    matching.mutate(
      { listingId: null },
      {
        onSuccess: ({ match }) => {
          toast({ title: t`You're helping again. Thank you!`, tone: 'success' });
          if (match) navigate(paths.conversation(match.conversationId));
        },
      },
    );
  return (
    <div className="flex flex-col items-start gap-2">
      <Button busy={matching.isPending} onClick={help}>
        <Trans>I can still help</Trans>
      </Button>
      {matching.isError && (
        <Notice tone="error" announce title={<Trans>You're not matched yet.</Trans>}>
          {errorMessage(matching.error)}
        </Notice>
      )}
    </div>
  );
}
