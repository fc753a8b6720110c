import { Trans } from '@lingui/react/macro';
import { type RefObject, Suspense, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import type { Message } from '@openlarder/domain/messaging/message-contract.ts';
import type { MessageEvent } from '@openlarder/domain/messaging/message-events.ts';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { LivePickup } from '#web/features/claims/live-pickup/LivePickup.tsx';
import { claimedServingsLine } from '#web/features/claims/claim-labels.ts';
import { ConversationClaim } from '#web/features/conversation/handover/ConversationClaim.tsx';
import { actionLabels, type ButtonAction } from '#web/features/handovers/actions/action-labels.ts';
import { allowedActions } from '#web/features/handovers/actions/handover-actions.ts';
import { GiverHours } from '#web/features/handovers/agreed-time/AgreedTime.tsx';
import { TimeReplies } from '#web/features/conversation/messages/QuickReplies.tsx';
import { Chat, ConnectionLostNotice } from '#web/features/conversation/messages/Chat.tsx';
import { ConversationList } from '#web/features/messaging/ConversationList.tsx';
import { useConversations } from '#web/features/messaging/messaging.queries.ts';
import { useMarkVisibleRead, useShownSubjects } from '#web/features/notifications/notifications.queries.ts';
import { useAddress } from '#web/lib/address.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { useAvoids } from '#web/features/listings/search/feed-filter.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { paths } from '#web/lib/paths.ts';
import type { Older } from '#web/lib/use-older-pages.ts';
import { useIsWide } from '#web/lib/browser-state.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import {
  quickRepliesOf,
  useOpenClaims,
  useConversationClaim,
  useConversationOfRequest,
  useConversationRequest,
} from '#web/features/conversation/conversation-subject.ts';
import { useGiverHours } from '../use-giver-hours.ts';
import { ErrorState, QueryError } from '#web/ui/ErrorState.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';

const ConversationRequest = lazyPart(
  async () =>
    (await import('#web/features/conversation/request/ConversationRequest.tsx')).ConversationRequest,
);

const PANEL = 'overflow-hidden rounded-card bg-surface shadow-card';

/** The conversation list and the open conversation; on phones one of the two, and the conversation fills the screen. */
export function MessagesTab() {
  const me = useCurrentUser();
  const [, navigate] = useLocation();
  const isTalking = useAddress()[0].conversation !== null;
  const wantedId = useWantedConversation();
  const { newest, all, wanted: selected, isSearching, older } = useConversations(wantedId);
  const claim = useConversationClaim(selected?.id ?? null);
  const claimIn = useOpenClaims();
  const help = useConversationRequest(selected, claim);
  const hoursOf = useGiverHours();
  const nowMs = useNow();
  const avoids = useAvoids();
  const handover = claim?.handover ?? help.request?.match?.handover ?? null;
  // a helper's or requester's word waits for an answer, which is a time
  const last = selected?.lastMessage ?? null;
  const theirLastWords = last?.event === null && last.senderId !== me.id ? last.content : null;
  // who has said where says when next
  const hasSaidWhere =
    last?.senderId === me.id && (last.event === 'place_shared' || last.event === 'meeting_point_named');
  const mayAnswerTime =
    help.request !== null && (theirLastWords !== null || hasSaidWhere) && isTimeOpen(handover, nowMs);
  const isWide = useIsWide();
  const isOpen = isTalking || selected !== null;
  const isListShown = isWide || !isOpen;
  const list = useRef<HTMLDivElement>(null);
  useReturnToRow(list, isOpen ? wantedId : null);
  useShownSubjects([
    selected && { type: 'conversation', id: selected.id },
    claim && { type: 'claim', id: claim.id },
    help.request && { type: 'request', id: help.request.id },
  ]);
  useMarkVisibleRead();
  return (
    <div
      className={classNames(
        // The page itself does not scroll, only its panels.
        'grid grid-cols-1 gap-5 wide:min-h-100 wide:grow wide:basis-0 wide:grid-cols-[22rem_minmax(0,1fr)] wide:grid-rows-[minmax(0,1fr)]',
        isTalking && 'max-wide:min-h-0 max-wide:flex-1 max-wide:grid-rows-[minmax(0,1fr)]',
      )}
    >
      {isOpen && (
        <h1 className="sr-only wide:hidden">
          <Trans>Messages</Trans>
        </h1>
      )}
      <div ref={list} className={classNames('min-h-0 flex-col gap-4', isOpen ? 'hidden wide:flex' : 'flex')}>
        <PageHeading>
          <Trans>Messages</Trans>
        </PageHeading>
        {isWide && <LivePickup />}
        <div className={classNames(PANEL, 'wide:min-h-0 wide:flex-1 wide:overflow-y-auto')}>
          {newest.isPending && <ListSkeleton />}
          {isListShown && newest.isError && !newest.data && <ListFailure newest={newest} />}
          {newest.data && all.length === 0 && <NoMessages />}
          {all.length > 0 && (
            <ConversationList
              conversations={all}
              meId={me.id}
              selectedId={selected?.id ?? null}
              claimIn={claimIn}
            />
          )}
          {older.hasMore && <OlderConversations older={older} />}
        </div>
      </div>
      <div
        className={classNames(
          'min-h-0 overflow-hidden bg-surface wide:rounded-card wide:shadow-card',
          !isOpen && 'hidden wide:block',
        )}
      >
        {selected ? (
          <Chat
            key={selected.id}
            conversation={selected}
            meId={me.id}
            onBack={() => navigate(paths.tab('messages'))}
            handover={
              <GiverHours value={hoursOf}>
                <ConversationClaim conversationId={selected.id} meId={me.id} request={help.request} />
                {help.isAbout && help.isKnown && (
                  <Suspense fallback={null}>
                    <ConversationRequest
                      conversationId={selected.id}
                      request={help.request}
                      hasTicket={selected.emergencyRequest === null}
                    />
                  </Suspense>
                )}
              </GiverHours>
            }
            quickReplies={
              mayAnswerTime
                ? []
                : quickRepliesOf(
                    {
                      claim,
                      request: help.request,
                      conversationId: selected.id,
                      theirLastWords: theirLastWords ?? '',
                      avoids,
                    },
                    nowMs,
                  )
            }
            firstReply={
              mayAnswerTime &&
              handover && (
                <GiverHours value={hoursOf}>
                  <TimeReplies handover={handover} />
                </GiverHours>
              )
            }
            renderEventAction={(message) => claim && <EventAction claim={claim} message={message} />}
          />
        ) : (
          <div className="flex h-full flex-col">
            {isTalking && <ConnectionLostNotice />}
            <div className="grid flex-1 place-items-center">
              <NoConversation
                wantedId={wantedId}
                newest={newest}
                older={older}
                isSearching={isSearching}
                isBesideList={isListShown}
              />
            </div>
          </div>
        )}
      </div>
    </div>
  );
}

/** The conversation named by the address, directly or by its request, as live events do. */
function useWantedConversation(): string | null {
  const [{ conversation, request }] = useAddress();
  const [, navigate] = useLocation();
  const ofRequest = useConversationOfRequest(request);
  useEffect(() => {
    // The address then keeps this conversation, whatever arrives in others.
    if (ofRequest !== null) navigate(paths.conversation(ofRequest), { replace: true });
  }, [ofRequest, navigate]);
  return conversation ?? ofRequest;
}

const isTimeOpen = (handover: Handover | null, nowMs: number): boolean =>
  handover?.agreedTime === null &&
  handover.proposal === null &&
  allowedActions(handover, nowMs).includes('propose_time');

/** On a phone, Back from a conversation leads to its row in the list. */
function useReturnToRow(list: RefObject<HTMLElement | null>, openId: string | null): void {
  const left = useRef<string | null>(null);
  useEffect(() => {
    const { current: id } = left;
    left.current = openId;
    if (id === null || openId !== null) return;
    const row = list.current?.querySelector<HTMLElement>(`a[href="${paths.conversation(id)}"]`);
    row?.focus({ preventScroll: true });
  }, [list, openId]);
}

function OlderConversations({ older }: { readonly older: Older<unknown> }) {
  return (
    <div className="flex flex-col items-center gap-1 px-4 py-3">
      {older.error && (
        <p role="alert" className="text-sm text-muted">
          {errorMessage(older.error)}
        </p>
      )}
      <Button variant="quiet" busy={older.isLoading} onClick={older.showMore}>
        {older.error ? <Trans>Try Again</Trans> : <Trans>Show older</Trans>}
      </Button>
    </div>
  );
}

function NoMessages() {
  return (
    <EmptyState
      illustration="letters"
      headingLevel={2}
      title={<Trans>No Messages</Trans>}
      action={
        <LinkButton href={paths.tab('discover')}>
          <Trans>Find Food Near You</Trans>
        </LinkButton>
      }
    >
      <Trans>When you claim food, or someone claims yours, you can message each other here.</Trans>
    </EmptyState>
  );
}

function ListSkeleton() {
  return (
    <div className="flex flex-col gap-4 p-4">
      {[1, 2, 3, 4].map((place) => (
        <div key={place} className="flex gap-3">
          <Skeleton className="size-11 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-4 w-11/12" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** The reply offered to an action of the other person. */
const ANSWERS: Partial<Readonly<Record<MessageEvent, ButtonAction>>> = {
  no_show: 'dispute',
  handover_confirmed: 'confirm',
  completed_alone: 'dispute',
};

type Props = { readonly claim: Claim; readonly message: Message };

/** Next to an event: how much was claimed, or a link to the ticket, labeled with the action that is possible now. */
function EventAction({ claim, message }: Props) {
  const nowMs = useNow();
  const answer = message.event && ANSWERS[message.event];
  const isOfThisClaim = Date.parse(message.createdAt) >= Date.parse(claim.createdAt);
  if (message.event === 'claimed' && isOfThisClaim)
    return <span className="font-semibold">{claimedServingsLine(claim)}</span>;
  const meId = claim.side === 'donor' ? claim.donor.id : claim.claimer.id;
  if (!answer || !isOfThisClaim || message.senderId === meId) return null;
  if (!allowedActions(claim.handover, nowMs).includes(answer)) return null;
  return (
    <Link
      href={paths.claim(claim.id)}
      className="inline-flex min-h-11 items-center font-semibold text-ink underline"
    >
      {actionLabels(answer, claim.handover, nowMs).label}
    </Link>
  );
}

type Conversations = ReturnType<typeof useConversations>;

/** The list could not be loaded. */
const ListFailure = ({ newest }: Pick<Conversations, 'newest'>) => (
  <QueryError of={newest} title={<Trans>We couldn't load your messages.</Trans>} />
);

type NoConversationProps = Pick<Conversations, 'newest' | 'older' | 'isSearching'> & {
  readonly wantedId: string | null;
  /** Whether the list, which says that it failed, is beside it. */
  readonly isBesideList: boolean;
};

/** In place of a conversation: none is chosen, it is loading, it does not exist, or loading failed. */
function NoConversation({ wantedId, newest, older, isSearching, isBesideList }: NoConversationProps) {
  if (isSearching || newest.isPending) return <Spinner className="text-muted" />;
  const isListMissing = newest.isError && !newest.data;
  if (isListMissing && isBesideList) return null;
  if (wantedId === null)
    return (
      <EmptyState illustration="letters" title={<Trans>Select a Conversation</Trans>}>
        <Trans>Choose one from the list to read and reply.</Trans>
      </EmptyState>
    );
  const back = (
    <LinkButton href={paths.tab('messages')}>
      <Trans>Back to messages</Trans>
    </LinkButton>
  );
  if (isListMissing || older.error)
    return (
      <div className="flex flex-col items-center gap-4 p-4">
        {older.error ? (
          <ErrorState
            title={<Trans>We couldn't load your messages.</Trans>}
            onRetry={older.showMore}
            retrying={older.isLoading}
          >
            {errorMessage(older.error)}
          </ErrorState>
        ) : (
          <ListFailure newest={newest} />
        )}
        {back}
      </div>
    );
  return (
    <EmptyState illustration="letters" title={<Trans>We can't find this conversation</Trans>} action={back} />
  );
}
