import { Trans, useLingui } from '@lingui/react/macro';
import type { Message } from '@openlarder/domain/messaging/message-contract.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, useMemo } from 'react';
import { formatDay } from '#web/lib/format.ts';
import { sentenceOf } from '#web/lib/http-error.ts';
import { useInView } from '#web/lib/use-in-view.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { MessageBubble, OutgoingBubble } from './MessageBubble.tsx';
import { messagePages, threadOf } from './messaging.queries.ts';
import type { useOutbox } from './use-outbox.ts';
import { useThreadScroll } from './use-thread-scroll.ts';

type Props = {
  readonly conversationId: string;
  readonly meId: string;
  readonly name: string;
  readonly outbox: ReturnType<typeof useOutbox>;
};

/** The messages of a conversation, oldest at the top, opened at its end; older ones come in above. */
export function Thread({ conversationId, meId, name, outbox }: Props) {
  const { t } = useLingui();
  const nowMs = useNow();
  const query = useInfiniteQuery(messagePages(conversationId));
  const thread = useMemo(() => threadOf(query.data?.pages ?? []), [query.data]);
  const newest = thread.at(-1);
  const waiting = outbox.outgoing.at(-1);
  const { box, onScroll } = useThreadScroll(
    thread[0]?.id ?? null,
    `${newest?.id}${waiting?.key}${waiting?.state}`,
    waiting !== undefined,
  );
  const loadOlder = () => {
    if (!query.isFetching) void query.fetchNextPage();
  };
  const top = useInView<HTMLDivElement>(query.hasNextPage && !query.isFetchNextPageError, loadOlder, 200);

  return (
    <div
      ref={box}
      onScroll={onScroll}
      role="log"
      aria-label={t`Messages with ${name}`}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4 -outline-offset-3"
    >
      {query.isPending && <ThreadSkeleton />}
      {query.isError && !query.data && (
        <ErrorState
          title={<Trans>We could not load these messages.</Trans>}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        >
          {sentenceOf(query.error)}
        </ErrorState>
      )}
      {query.hasNextPage && (
        <div ref={top} className="flex justify-center pb-4">
          <Button variant="quiet" busy={query.isFetchingNextPage} onClick={loadOlder}>
            <Trans>Show older messages</Trans>
          </Button>
        </div>
      )}
      <ol className="flex flex-col gap-2">
        {thread.map((message, index) => (
          <Fragment key={message.id}>
            {startsDay(thread[index - 1], message) && (
              <li className="self-center pt-2 text-sm font-semibold text-muted first-letter:uppercase">
                {formatDay(message.createdAt, nowMs)}
              </li>
            )}
            <MessageBubble message={message} isMine={message.senderId === meId} name={name} />
          </Fragment>
        ))}
        {outbox.outgoing.map((message) => (
          <OutgoingBubble
            key={message.key}
            message={message}
            onRetry={() => outbox.retry(message)}
            onDiscard={() => outbox.discard(message)}
          />
        ))}
      </ol>
    </div>
  );
}

/** Whether a message is the first of its day on the reader's calendar. */
function startsDay(before: Message | undefined, message: Message): boolean {
  if (!before) return true;
  return new Date(before.createdAt).toDateString() !== new Date(message.createdAt).toDateString();
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
