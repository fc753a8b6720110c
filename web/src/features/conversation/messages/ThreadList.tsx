import { Trans, useLingui } from '@lingui/react/macro';
import type { Message } from '@openlarder/domain/messaging/message-contract.ts';
import { Fragment, type ReactNode, type Ref, useMemo, useState } from 'react';
import { ReportDialog } from '#web/features/moderation/ReportDialog.tsx';
import { PhotoPreview } from '#web/features/photos/choose/PhotoPreview.tsx';
import { isUploadPending, type PhotoItem } from '#web/features/photos/upload/photo-list.ts';
import { formatDay, formatTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useOnline } from '#web/lib/browser-state.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { type useOutbox, usePhotoItem } from './messaging-store.ts';
import type { OutgoingMessage } from './outbox.ts';
import { eventSentence } from '../../messaging/event-labels.ts';
import { bubbleStyle, MessageBubble, MessageText } from './MessageBubble.tsx';
import { PHOTO_FRAME } from './MessagePhoto.tsx';
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
  // what may hurt who eats it is not a line among others
  const isWarning = message.event === 'food_corrected' && !isMine;
  return (
    <li
      className={classNames(
        'mt-2.5 flex flex-col items-center self-center px-6 py-1 text-center text-sm',
        isWarning
          ? 'mx-4 rounded-control bg-amber-soft py-3 font-semibold text-amber-soft-ink'
          : 'text-muted',
      )}
    >
      <p className="wrap-anywhere whitespace-pre-line">{eventSentence(message, isMine, name, nowMs)}</p>
      {/* On a line of its own: the sentence may name a time too. */}
      <time dateTime={message.createdAt} className="text-xs">
        {formatTime(message.createdAt)}
      </time>
      {action}
      {!isMine && message.note !== null && (
        <button type="button" onClick={onReport} className="min-h-11 underline underline-offset-4">
          <Trans>Report this message</Trans>
        </button>
      )}
    </li>
  );
}

type OutgoingBubbleProps = {
  readonly message: OutgoingMessage;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
  /** Puts it back into the composer; null in a read-only conversation. */
  readonly onRecall: (() => void) | null;
};

/** An unsent message: waiting, sending, or failed. */
function OutgoingBubble({ message, onRetry, onDiscard, onRecall }: OutgoingBubbleProps) {
  const { t } = useLingui();
  const { content, photo, state, reason } = message;
  const item = usePhotoItem(photo);
  const hasFailed = state === 'failed' || state === 'refused';
  const isUploading = item !== null && isUploadPending(item) && !hasFailed;
  const isOnline = useOnline();
  const waitsForNetwork = state === 'failed' && !isOnline;
  return (
    <>
      <li className="mt-2.5 flex max-w-[85%] flex-col items-end self-end">
        <div
          className={classNames(
            bubbleStyle({ isMine: true, isLast: true, hasPhoto: item !== null }),
            'max-w-[34rem]',
            !hasFailed && 'opacity-75',
          )}
        >
          <span className="sr-only">
            <Trans>You:</Trans>
          </span>
          {item && (
            <div className={PHOTO_FRAME}>
              <PhotoPreview item={item} alt={t`Your photo`} onLost={() => photo?.markMissing(item.key)} />
            </div>
          )}
          {content !== '' && (
            <div className={item ? 'w-64 max-w-full px-2 pt-1.5' : ''}>
              <MessageText content={content} />
            </div>
          )}
          <p className={classNames('mt-0.5 text-end text-xs', item && 'px-2')}>
            {waitsForNetwork ? (
              <Trans>We'll send it once you're back online</Trans>
            ) : (
              <State state={state} item={isUploading ? item : null} />
            )}
          </p>
        </div>
        {hasFailed && !waitsForNetwork && reason && (
          <p className="mt-1 text-end text-sm text-tomato">{reason}</p>
        )}
      </li>
      {(hasFailed || (isUploading && onRecall)) && (
        <li className="flex flex-wrap justify-end gap-2 self-end">
          {hasFailed && (
            <Button variant="quiet" onClick={onDiscard}>
              <Trans>Discard</Trans>
            </Button>
          )}
          {state === 'refused' && onRecall && (
            <Button variant="quiet" onClick={onRecall}>
              <Trans>Edit message</Trans>
            </Button>
          )}
          {isUploading && onRecall && (
            <Button variant="quiet" onClick={onRecall}>
              <Trans>Cancel</Trans>
            </Button>
          )}
          {hasFailed && !waitsForNetwork && (
            <Button variant="secondary" onClick={onRetry}>
              <Trans>Try Again</Trans>
            </Button>
          )}
        </li>
      )}
    </>
  );
}

function State({
  state,
  item,
}: {
  readonly state: OutgoingMessage['state'];
  readonly item: PhotoItem | null;
}) {
  if (state === 'failed' || state === 'refused') return <Trans>Not sent</Trans>;
  if (item) {
    const percent = Math.round(item.progress * 100);
    return percent < 100 ? <Trans>Sending photo, {percent}%</Trans> : <Trans>Sending photo…</Trans>;
  }
  return state === 'waiting' ? <Trans>Waiting</Trans> : <Trans>Sending…</Trans>;
}
