import { Trans } from '@lingui/react/macro';
import type { Message } from '@openlarder/domain/messaging/message-contract.ts';
import { Fragment, type ReactNode, type Ref, useMemo, useState } from 'react';
import { ReportDialog } from '#web/features/moderation/ReportDialog.tsx';
import { formatDay, formatTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import type { useOutbox } from '../compose/messaging-store.ts';
import { eventSentence } from '../event-labels.ts';
import { MessageBubble } from './MessageBubble.tsx';
import { OutgoingBubble } from './OutgoingBubble.tsx';
import { lastOwnMessage, type ThreadRow, threadRows } from './thread-rows.ts';

type Props = {
  readonly ref: Ref<HTMLOListElement>;
  readonly thread: readonly Message[];
  readonly meId: string;
  readonly name: string;
  readonly unreadFromId: string | null;
  readonly otherReadAt: string;
  readonly outbox: ReturnType<typeof useOutbox>;
  readonly canWrite: boolean;
  readonly renderEventAction?: ((message: Message) => ReactNode) | undefined;
};

/** Messages and events by day, then the unsent messages. */
export function ThreadList(props: Props) {
  const { ref, thread, meId, name, unreadFromId, otherReadAt, outbox, canWrite, renderEventAction } = props;
  const [reportedId, setReportedId] = useState<string | null>(null);
  const [isReporting, setReporting] = useState(false);
  const rows = useMemo(() => threadRows(thread, unreadFromId), [thread, unreadFromId]);
  const ownEnd = lastOwnMessage(thread, meId);

  const rowOf = (row: ThreadRow): ReactNode => {
    if (row.kind === 'day') return <DayRow at={row.at} />;
    if (row.kind === 'unread') return <UnreadRow />;
    const { message, isFirst, isLast } = row;
    const isMine = message.senderId === meId;
    const { event } = message;
    const report = () => {
      setReportedId(message.id);
      setReporting(true);
    };
    if (event)
      return (
        <EventRow
          message={{ ...message, event }}
          isMine={isMine}
          name={name}
          action={renderEventAction?.(message)}
          onReport={report}
        />
      );
    return (
      <MessageBubble
        message={message}
        isMine={isMine}
        isFirst={isFirst}
        isLast={isLast}
        name={name}
        onReport={report}
      />
    );
  };

  return (
    <>
      <ol ref={ref} className="flex flex-col">
        {rows.map((row) => (
          <Fragment key={row.key}>
            {rowOf(row)}
            {row.kind === 'message' && row.message === ownEnd && (
              <li className="mt-0.5 self-end pe-1 text-xs text-muted">
                {Date.parse(otherReadAt) >= Date.parse(ownEnd.createdAt) ? (
                  <Trans>Read</Trans>
                ) : (
                  <Trans>Sent</Trans>
                )}
              </li>
            )}
          </Fragment>
        ))}
        {outbox.outgoing.map((message) => (
          <OutgoingBubble
            key={message.key}
            message={message}
            onRetry={() => outbox.retry(message.key)}
            onDiscard={() => outbox.discard(message.key)}
            onRecall={canWrite ? () => outbox.recall(message.key) : null}
          />
        ))}
      </ol>
      {reportedId !== null && (
        <ReportDialog
          key={reportedId}
          subject={{ type: 'message', id: reportedId }}
          open={isReporting}
          onOpenChange={setReporting}
        />
      )}
    </>
  );
}

function DayRow({ at }: { readonly at: string }) {
  const nowMs = useNow();
  return (
    <li className="mt-3 self-center text-sm font-semibold text-muted first-letter:uppercase first:mt-0">
      {formatDay(at, nowMs)}
    </li>
  );
}

/** The line above the first unread message. */
function UnreadRow() {
  return (
    <li
      data-unread=""
      className="mt-3 flex items-center gap-3 text-sm font-semibold text-brand before:h-px before:flex-1 before:bg-current after:h-px after:flex-1 after:bg-current"
    >
      <Trans>New</Trans>
    </li>
  );
}

type EventRowProps = {
  readonly message: Message & { readonly event: NonNullable<Message['event']> };
  readonly isMine: boolean;
  readonly name: string;
  /** What the reader can do about it now. */
  readonly action: ReactNode;
  readonly onReport: () => void;
};

/** An event in a thread. What the other wrote with it can be reported like a message. */
function EventRow({ message, isMine, name, action, onReport }: EventRowProps) {
  const nowMs = useNow();
  return (
    <li className="mt-2.5 flex flex-col items-center self-center px-6 py-1 text-center text-sm text-muted">
      <p className="wrap-anywhere whitespace-pre-line">{eventSentence(message, isMine, name, nowMs)}</p>
      {/* On a line of its own: the sentence may name a time too. */}
      <time dateTime={message.createdAt} className="text-xs">
        {formatTime(message.createdAt)}
      </time>
      {action}
      {!isMine && message.content !== '' && (
        <button type="button" onClick={onReport} className="min-h-11 underline underline-offset-4">
          <Trans>Report this message</Trans>
        </button>
      )}
    </li>
  );
}
