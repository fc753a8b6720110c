import { Trans, useLingui } from '@lingui/react/macro';
import { isUploadPending, type PhotoItem } from '#web/features/photos/upload/photo-list.ts';
import { PhotoPreview } from '#web/features/photos/choose/PhotoPreview.tsx';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { usePhotoItem } from '../compose/messaging-store.ts';
import type { OutgoingMessage } from '../compose/outbox.ts';
import { bubbleStyle, MessageText } from './MessageBubble.tsx';
import { PHOTO_FRAME } from './MessagePhoto.tsx';

type Props = {
  readonly message: OutgoingMessage;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
  /** Puts it back into the composer; null in a read-only conversation. */
  readonly onRecall: (() => void) | null;
};

/** An unsent message: waiting, sending, or failed. */
export function OutgoingBubble({ message, onRetry, onDiscard, onRecall }: Props) {
  const { t } = useLingui();
  const { content, photo, state, reason } = message;
  const item = usePhotoItem(photo);
  const hasFailed = state === 'failed' || state === 'refused';
  const isUploading = item !== null && isUploadPending(item) && !hasFailed;
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
          <VisuallyHidden>
            <Trans>You:</Trans>
          </VisuallyHidden>
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
            <State state={state} item={isUploading ? item : null} />
          </p>
        </div>
        {hasFailed && reason && <p className="mt-1 text-end text-sm text-tomato">{reason}</p>}
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
          {hasFailed && (
            <Button variant="secondary" onClick={onRetry}>
              <Trans>Try Again</Trans>
            </Button>
          )}
        </li>
      )}
    </>
  );
}

/** The state of an unsent message. `item` is its photo while it uploads. */
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
