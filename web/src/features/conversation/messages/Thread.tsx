import { t as translate } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Conversation, Message } from '@openlarder/domain/messaging/message-contract.ts';
import { ArrowDown } from 'lucide-react';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useNow } from '#web/lib/use-now.ts';
import { useInView } from '#web/lib/use-in-view.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import type { useOutbox } from './messaging-store.ts';
import { eventSentence } from '#web/features/messaging/event-labels.ts';
import type { useThread } from '#web/features/messaging/messaging.queries.ts';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { countNewFromOthers, firstUnreadId, previousId } from './thread-rows.ts';
import { ThreadList } from './ThreadList.tsx';
import { useMarkRead } from './use-mark-read.ts';

type Props = {
  readonly conversation: Conversation;
  readonly meId: string;
  readonly query: ReturnType<typeof useThread>['query'];
  /** All loaded messages, oldest first. */
  readonly thread: readonly Message[];
  readonly outbox: ReturnType<typeof useOutbox>;
  readonly renderEventAction?: ((message: Message) => ReactNode) | undefined;
};

/** The first unread and the newest message when the thread was opened. */
type Opened = { readonly unreadFromId: string | null; readonly newestId: string | null };

/** The messages of a conversation, oldest at the top; older pages load above. */
export function Thread({ conversation, meId, query, thread, outbox, renderEventAction }: Props) {
  const { t } = useLingui();
  const { id, otherUser, unreadCount, lastMessage } = conversation;
  const name = otherUser.displayName;
  const newestId = thread.at(-1)?.id ?? null;
  const waiting = outbox.outgoing.at(-1);

  // The list may have a newer message than the thread has loaded; that one is unseen.
  const hasNewest = lastMessage === null || thread.some((message) => message.id === lastMessage.id);
  const [opened, setOpened] = useState<Opened | null>(null);
  // The last message when the end was last visible; newer ones count as new.
  const [seenId, setSeenId] = useState<string | null>(null);
  if (!opened && !query.isPending && (hasNewest || !query.isFetching)) {
    const unreadFromId = firstUnreadId(thread, meId, unreadCount);
    setOpened({ unreadFromId, newestId });
    setSeenId(unreadFromId === null ? newestId : previousId(thread, unreadFromId));
  }

  const { box, content, isAtEnd, onScroll, toEnd } = useThreadScroll({
    firstId: opened && (thread[0]?.id ?? ''),
    endKey: `${newestId}${waiting?.key}${waiting?.state}`,
    isOwnEnd: waiting !== undefined,
  });
  useMarkRead(id, unreadCount, isAtEnd && hasNewest ? newestId : null);

  if (isAtEnd && seenId !== newestId) setSeenId(newestId);
  const newCount = countNewFromOthers(thread, seenId, meId);

  const loadOlder = () => {
    if (!query.isFetching) void query.fetchNextPage();
  };
  const top = useInView<HTMLDivElement>(query.hasNextPage && !query.isFetchNextPageError, loadOlder, 200);
  const olderButton = useRef<HTMLButtonElement>(null);
  useOlderButtonFocus(query.hasNextPage, olderButton, box);

  return (
    <div className="relative flex min-h-24 shrink! grow basis-[0px] flex-col">
      <div
        ref={box}
        onScroll={onScroll}
        role="log"
        // Older messages load above and are not news; ThreadAnnouncement reads out new ones.
        aria-live="off"
        aria-label={t`Messages with ${name}`}
        aria-busy={query.isPending}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4 -outline-offset-3 [overflow-anchor:none]"
      >
        {query.isPending && <ThreadSkeleton />}
        {query.isError && thread.length === 0 && (
          <QueryError of={query} title={<Trans>We couldn't load these messages.</Trans>} />
        )}
        {query.hasNextPage && (
          <div ref={top} className="flex min-h-15 flex-col items-center gap-1 pb-4">
            {query.isFetchNextPageError && (
              <p role="alert" className="text-center text-sm text-muted">
                <Trans>We couldn't load older messages.</Trans>
              </p>
            )}
            <Button ref={olderButton} variant="quiet" busy={query.isFetchingNextPage} onClick={loadOlder}>
              {query.isFetchNextPageError ? <Trans>Try Again</Trans> : <Trans>Show older messages</Trans>}
            </Button>
          </div>
        )}
        <ThreadList
          ref={content}
          thread={thread}
          meId={meId}
          name={name}
          unreadFromId={opened?.unreadFromId ?? null}
          otherReadAt={conversation.otherReadAt}
          outbox={outbox}
          canWrite={!conversation.readOnly}
          renderEventAction={renderEventAction}
        />
        {query.isRefetchError && thread.length > 0 && (
          <div className="flex flex-wrap items-center justify-center gap-x-2 pt-3 text-sm text-muted">
            <p role="alert">
              <Trans>We couldn't load new messages.</Trans>
            </p>
            <Button variant="quiet" busy={query.isFetching} onClick={() => void query.refetch()}>
              <Trans>Try Again</Trans>
            </Button>
          </div>
        )}
      </div>
      {!isAtEnd && thread.length > 0 && (
        <Button
          variant="secondary"
          onClick={toEnd}
          className="absolute inset-x-0 bottom-3 mx-auto w-fit text-sm shadow-float low:bottom-1"
        >
          <ArrowDown className="size-4" />
          {newCount > 0 ? (
            <Plural value={newCount} one="Jump to newest, # new" other="Jump to newest, # new" />
          ) : (
            <Trans>Jump to newest</Trans>
          )}
        </Button>
      )}
      <ThreadAnnouncement
        thread={thread}
        sinceId={opened && opened.newestId}
        isReady={opened !== null}
        meId={meId}
        name={name}
      />
    </div>
  );
}

/** Moves the focus to the thread when the focused "older messages" button disappears. */
function useOlderButtonFocus(
  hasMore: boolean,
  button: RefObject<HTMLButtonElement | null>,
  box: RefObject<HTMLDivElement | null>,
): void {
  const hadFocus = useRef(false);
  useEffect(() => {
    const element = button.current;
    if (!element) {
      if (hadFocus.current && !hasMore) box.current?.focus({ preventScroll: true });
      hadFocus.current = false;
      return undefined;
    }
    const note = () => {
      hadFocus.current = document.activeElement === element;
    };
    element.addEventListener('focus', note);
    element.addEventListener('blur', note);
    return () => {
      element.removeEventListener('focus', note);
      element.removeEventListener('blur', note);
    };
  }, [hasMore, button, box]);
}

function ThreadSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="h-12 w-2/3 rounded-card" />
      <Skeleton className="h-12 w-1/2 self-end rounded-card" />
      <Skeleton className="h-16 w-3/5 rounded-card" />
    </div>
  );
}

type ThreadAnnouncementProps = {
  readonly thread: readonly Message[];
  /** The newest message when the thread was opened; null if there was none. */
  readonly sinceId: string | null;
  readonly isReady: boolean;
  readonly meId: string;
  readonly name: string;
};

/** A live region that reads out new messages and events of the other person since the thread was opened. */
function ThreadAnnouncement({ thread, sinceId, isReady, meId, name }: ThreadAnnouncementProps) {
  const nowMs = useNow();
  const opened = sinceId === null ? -1 : thread.findIndex(({ id }) => id === sinceId);
  const newest = isReady ? thread.slice(opened + 1).findLast(({ senderId }) => senderId !== meId) : undefined;
  return <output className="sr-only">{newest && announcement(newest, name, nowMs)}</output>;
}

function announcement(message: Message, name: string, nowMs: number): string {
  const { event, content, photo } = message;
  if (event) return eventSentence({ ...message, event }, false, name, nowMs);
  const words = content || (photo ? translate`Photo` : '');
  return translate`${name}: ${words}`;
}

/** Closer to the end than this counts as at the end. */
const NEAR_END_PX = 80;
/** Space above the first unread message when a thread opens there. */
const ABOVE_UNREAD_PX = 12;

/** A scroll position: the distance to the end in pixels, and the first and last message. */
type Scroll = { readonly fromEnd: number; readonly firstId: string | null; readonly endKey: string };

type ThreadEnds = {
  readonly firstId: string | null;
  /** Changes with every change at the end. */
  readonly endKey: string;
  readonly isOwnEnd: boolean;
};

type ThreadScroll = {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLOListElement | null>;
  readonly isAtEnd: boolean;
  readonly onScroll: () => void;
  readonly toEnd: () => void;
};

/**
 * Controls the scroll position of a thread. Opens at the first unread message (`data-unread`) or at the end. Stays at
 * the end when a message arrives, after an own message, and when the on-screen keyboard opens. Stays on the same
 * message when older ones load above, as not every browser has scroll anchoring.
 */
function useThreadScroll({ firstId, endKey, isOwnEnd }: ThreadEnds): ThreadScroll {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLOListElement>(null);
  const last = useRef<Scroll>({ fromEnd: 0, firstId: null, endKey: '' });
  // Nothing is seen before the first layout.
  const [isAtEnd, setAtEnd] = useState(false);

  const note = useCallback((it: HTMLDivElement, ends: Partial<Scroll> = {}): void => {
    const fromEnd = it.scrollHeight - it.scrollTop;
    last.current = { ...last.current, ...ends, fromEnd };
    setAtEnd(last.current.firstId !== null && fromEnd - it.clientHeight < NEAR_END_PX);
  }, []);
  const onScroll = () => {
    if (box.current) note(box.current);
  };
  const toEnd = () => {
    const it = box.current;
    if (!it) return;
    it.scrollTop = it.scrollHeight;
    it.focus({ preventScroll: true });
    note(it);
  };

  useLayoutEffect(() => {
    const it = box.current;
    if (!it) return;
    // Makes the thread focusable, to scroll it by keyboard.
    it.tabIndex = 0;
    const { fromEnd, firstId: firstBefore, endKey: endBefore } = last.current;
    const wasAtEnd = fromEnd - it.clientHeight < NEAR_END_PX;
    const isOlderAbove = firstBefore !== null && firstBefore !== firstId && !wasAtEnd;
    if (isOlderAbove) it.scrollTop = it.scrollHeight - fromEnd;
    else if (wasAtEnd || firstBefore === null || (isOwnEnd && endBefore !== endKey))
      it.scrollTop = it.scrollHeight;
    if (firstBefore === null && firstId !== null) showUnread(it);
    note(it, { firstId, endKey });
  }, [firstId, endKey, isOwnEnd, note]);

  useEffect(() => {
    const [it, list] = [box.current, content.current];
    if (!it || !list || !('ResizeObserver' in window)) return undefined;
    let clientHeight = it.clientHeight;
    const observer = new ResizeObserver(() => {
      const wasAtEnd = last.current.fromEnd - clientHeight < NEAR_END_PX;
      clientHeight = it.clientHeight;
      if (wasAtEnd) it.scrollTop = it.scrollHeight;
      note(it);
    });
    observer.observe(it);
    observer.observe(list);
    return () => observer.disconnect();
  }, [note]);

  return { box, content, isAtEnd, onScroll, toEnd };
}

/** Scrolls up to the first unread message if the unread ones do not fit. */
function showUnread(it: HTMLDivElement): void {
  const mark = it.querySelector<HTMLElement>('[data-unread]');
  if (!mark) return;
  const aboveBy = it.getBoundingClientRect().top + ABOVE_UNREAD_PX - mark.getBoundingClientRect().top;
  if (aboveBy > 0) it.scrollTop -= aboveBy;
}
