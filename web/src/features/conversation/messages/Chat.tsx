import { Trans, useLingui } from '@lingui/react/macro';
import type { Conversation, Message } from '@openlarder/domain/messaging/message-contract.ts';
import type { MessageEvent } from '@openlarder/domain/messaging/message-events.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { StandingLine } from '#web/features/accounts/StandingLine.tsx';
import { ListingPicture } from '#web/features/listings/ListingPicture.tsx';
import { useThread } from '#web/features/messaging/messaging.queries.ts';
import { UnblockButton } from '#web/features/moderation/BlockedPeople.tsx';
import { blockedPeopleQuery } from '#web/features/moderation/moderation.queries.ts';
import { PersonLink, SafetyMenu } from '#web/features/moderation/SafetyMenu.tsx';
import { paths } from '#web/lib/paths.ts';
import { shownTitle } from '#web/lib/tile-title.ts';
import { useIsWide, useOnline } from '#web/lib/browser-state.ts';
import { useLiveSubscription, useConnectionLost, useReconnect } from '#web/live/live-context.ts';
import { classNames } from '#web/ui/class-names.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx';
import { ToastSlot } from '#web/ui/ToastRow.tsx';
import { Composer } from './Composer.tsx';
import { useOutbox } from './messaging-store.ts';
import { QuickReplies, type QuickReply } from './QuickReplies.tsx';
import { Thread } from './Thread.tsx';

type Props = {
  readonly conversation: Conversation;
  readonly meId: string;
  /** Back to the list on phones, where the conversation fills the screen, and after blocking. */
  readonly onBack: () => void;
  readonly handover: ReactNode;
  readonly quickReplies?: readonly QuickReply[];
  /** A quick reply that does more than to send a message. */
  readonly firstReply?: ReactNode;
  /** The current action for an event. */
  readonly renderEventAction?: (message: Message) => ReactNode;
};

/** In a form field Escape must not close the conversation: the person may be writing. */
const isInField = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.matches('input, textarea, select');

/** On a phone the conversation fills the screen: it takes the focus, and Escape leads back to the list. */
function useFullScreen(isFullScreen: boolean, onBack: () => void) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFullScreen) heading.current?.focus({ preventScroll: true });
  }, [isFullScreen]);
  useEffect(() => {
    if (!isFullScreen) return undefined;
    // a dialog over the conversation handles it first
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isInField(event)) onBack();
    };
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  });
  return heading;
}

/** One conversation. Where its parts do not fit, as with large text, it scrolls. */
export function Chat(props: Props) {
  const { conversation, meId, onBack, handover, quickReplies = [], firstReply, renderEventAction } = props;
  const { t } = useLingui();
  const { id, otherUser, foodListing, emergencyRequest, readOnly } = conversation;
  const name = otherUser.displayName;
  const outbox = useOutbox(id);
  const { query, thread } = useThread(id);
  const lastEvent = thread.findLast(({ event }) => event !== null && event !== 'removed')?.event ?? null;
  const isFullScreen = !useIsWide();
  const heading = useFullScreen(isFullScreen, onBack);
  useLiveSubscription({ type: 'join_conversation', conversationId: id, userId: meId });
  return (
    <section
      aria-labelledby="chat-with"
      className="@container flex h-full min-h-0 flex-col overflow-y-auto *:shrink-0"
    >
      {/* what stands above the messages takes two fifths of the window at most, a little more of a low one, where the next
          step would be cut; thanks come after the last of them */}
      <div className="flex max-h-[max(40dvh,9.5rem)] low:max-h-[max(45dvh,9.5rem)] flex-col has-data-completion:max-h-[75dvh]">
        <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line px-3 py-1.5 sm:px-4 low:py-0.5">
          <IconButton
            label={t`Back to messages`}
            icon={<ChevronLeft className="rtl:-scale-x-100" />}
            onClick={onBack}
            className="-ms-2 wide:hidden"
          />
          {/* on the smallest phones, and at large text, the name needs the room */}
          <div className="shrink-0 @max-[21rem]:hidden">
            <PersonAvatar person={otherUser} isAnonymous={otherUser.isAnonymous} size="small" />
          </div>
          {/* in a low window name and subject share a line */}
          <div className="min-w-0 flex-1 low:flex low:items-baseline low:gap-x-2 low:*:first:shrink-0">
            <h2
              ref={heading}
              id="chat-with"
              tabIndex={-1}
              className="font-sans text-base font-semibold tracking-normal outline-none"
            >
              {otherUser.isAnonymous ? (
                <bdi translate="no" className="block wrap-anywhere">
                  {name}
                </bdi>
              ) : (
                <PersonLink id={otherUser.id}>
                  <bdi translate="no">{name}</bdi>
                </PersonLink>
              )}
            </h2>
            {foodListing && (
              <Link
                href={paths.listing(foodListing.id, paths.conversation(id))}
                className="line-clamp-1 py-0.5 text-sm text-muted wrap-anywhere hover:underline"
              >
                <bdi>{foodListing.title}</bdi>
              </Link>
            )}
            {emergencyRequest && (
              <p className="line-clamp-1 text-sm text-muted wrap-anywhere">
                <bdi>{shownTitle(emergencyRequest.title)}</bdi>
              </p>
            )}
          </div>
          {foodListing && !otherUser.isAnonymous && (
            <ListingPicture
              photo={foodListing.photo}
              title={foodListing.title}
              category={foodListing.category}
              sizes="2.5rem"
              shape="square"
              eager
              className="w-10 shrink-0 rounded-small @max-[18rem]:hidden"
            />
          )}
          <SafetyMenu person={otherUser} subject={{ type: 'conversation', id }} onBlocked={onBack} />
          {/* a phone has it in the person's profile, behind the name */}
          <StandingLine standing={otherUser.standing} className="w-full ps-12 text-xs max-wide:hidden" />
        </header>
        <HandoverBox>{handover}</HandoverBox>
      </div>
      <Thread
        conversation={conversation}
        meId={meId}
        query={query}
        thread={thread}
        outbox={outbox}
        renderEventAction={renderEventAction}
      />
      <ConnectionLostNotice />
      {isFullScreen && (
        <ToastSlot
          kind="row"
          className="px-3 has-[[data-toast]]:py-1.5 low:max-h-[35dvh] low:overflow-y-auto"
        />
      )}
      {readOnly ? (
        <ReadOnlyNote conversation={conversation} lastEvent={lastEvent} />
      ) : (
        <>
          <QuickReplies
            conversationId={id}
            offered={quickReplies}
            first={firstReply}
            thread={thread}
            outgoing={outbox.outgoing}
            meId={meId}
            onSay={outbox.sendOnce}
          />
          <Composer conversationId={id} name={name} />
        </>
      )}
    </section>
  );
}

/**
 * Holds the handover panel above the messages. It scrolls where it needs more height than there is: its lower edge then
 * fades until the end is in sight.
 */
function HandoverBox({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const [hasMore, setMore] = useState(false);
  useEffect(() => {
    if (!end.current || !('IntersectionObserver' in window)) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setMore(entries.at(-1)?.isIntersecting === false),
      { root: box.current },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div className="relative flex min-h-0 flex-col">
      <div ref={box} className="min-h-0 overflow-y-auto">
        <div className="not-empty:border-b not-empty:border-line">{children}</div>
        <div ref={end} className="-mt-px h-px" />
      </div>
      <div
        aria-hidden="true"
        className={classNames(
          'pointer-events-none absolute inset-x-0 bottom-0 h-10 border-b border-line bg-linear-to-t from-surface to-transparent transition-opacity duration-150',
          hasMore ? 'opacity-100' : 'opacity-0',
        )}
      />
    </div>
  );
}

type ReadOnlyNoteProps = {
  readonly conversation: Pick<Conversation, 'id' | 'otherUser' | 'foodListing' | 'emergencyRequest'>;
  readonly lastEvent: MessageEvent | null;
};

function ReadOnlyNote({ conversation, lastEvent }: ReadOnlyNoteProps) {
  const { id, otherUser, foodListing, emergencyRequest } = conversation;
  const name = otherUser.displayName;
  const blocks = useQuery(blockedPeopleQuery);
  const block = blocks.data?.find(({ person }) => person.id === otherUser.id);
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-t border-line px-4 py-3 text-center text-sm text-muted">
      {block ? (
        <>
          <p>
            <Trans>You've blocked {name}, so neither of you can write here.</Trans>
          </p>
          <UnblockButton person={block.person} />
        </>
      ) : (
        <p className="py-1">
          {emergencyRequest ? helpEndedBecause(lastEvent) : endedBecause(lastEvent)}{' '}
          {/* who asked without a name has claimed nothing themselves */}
          {foodListing && !otherUser.isAnonymous && mayClaimAgain(lastEvent) && (
            <Trans>
              You can write again once{' '}
              <Link
                href={paths.listing(foodListing.id, paths.conversation(id))}
                className="font-semibold text-ink underline"
              >
                the food
              </Link>{' '}
              is claimed again.
            </Trans>
          )}
        </p>
      )}
    </div>
  );
}

const mayClaimAgain = (event: MessageEvent | null): boolean =>
  event === 'released' || event === 'stopped_waiting' || event === 'no_show' || event === 'lapsed';

function endedBecause(event: MessageEvent | null): ReactNode {
  switch (event) {
    case 'released':
    case 'stopped_waiting':
      return <Trans>This pickup was canceled, so the conversation has ended.</Trans>;
    case 'no_food':
      return <Trans>The food wasn't there, so the conversation has ended.</Trans>;
    case 'no_show':
    case 'lapsed':
      return <Trans>This pickup didn't happen, so the conversation has ended.</Trans>;
    case 'helper_silent':
      return <Trans>No one wrote in time, so the conversation has ended.</Trans>;
    case 'request_cancelled':
      return <Trans>The request was canceled, so the conversation has ended.</Trans>;
    case 'account_closed':
      return <Trans>This account was closed, so the conversation has ended.</Trans>;
    default:
      return <Trans>This conversation has ended. You can still read it.</Trans>;
  }
}

function helpEndedBecause(event: MessageEvent | null): ReactNode {
  switch (event) {
    case 'released':
    case 'stopped_waiting':
      return <Trans>This match has ended, and so has the conversation.</Trans>;
    case 'lapsed':
      return <Trans>Time ran out, so the conversation has ended.</Trans>;
    default:
      return endedBecause(event);
  }
}

export function ConnectionLostNotice() {
  const isLost = useConnectionLost();
  const retry = useReconnect();
  // here `ConnectionStrip` leaves it to this note to say that there is no network
  const isOnline = useOnline();
  if (!isLost && isOnline) return null;
  return (
    <div className="flex min-h-11 items-center gap-2 bg-amber-soft px-4 py-1 text-sm text-amber-soft-ink">
      <WifiOff className="size-4 shrink-0" />
      <output className="flex-1">
        <Trans>Connection lost. Messages may not be sent in real-time.</Trans>
      </output>
      {isOnline && (
        <button type="button" onClick={retry} className="min-h-11 shrink-0 font-semibold underline">
          <Trans>Try again</Trans>
        </button>
      )}
    </div>
  );
}
