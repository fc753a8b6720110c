import { Trans, useLingui } from '@lingui/react/macro';
import type { Message } from '@openlarder/domain/messaging/message-contract.ts';
import type { ReactNode } from 'react';
import { formatDate, formatTime } from '#web/lib/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { MessageMenu } from './MessageMenu.tsx';
import { MessagePhoto, PhotoGone } from './MessagePhoto.tsx';
import { MessageText } from './MessageText.tsx';

type BubbleStyle = { readonly isMine: boolean; readonly isLast: boolean; readonly hasPhoto: boolean };

/** The shape of what somebody said; only the last of what they said in one go has the corner that points at them. */
export const bubbleStyle = ({ isMine, isLast, hasPhoto }: BubbleStyle): string =>
  classNames(
    'min-w-0 rounded-card',
    hasPhoto ? 'px-2 pt-2 pb-2' : 'px-4 py-2',
    isMine ? 'bg-brand text-on-brand' : 'bg-sunken',
    isLast && (isMine ? 'rounded-ee-small' : 'rounded-es-small'),
  );

type Props = {
  readonly message: Message;
  readonly isMine: boolean;
  /** Whether it begins and ends what its writer said in one go. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly name: string;
  readonly onReport: () => void;
};

/** One message in a thread. Its time stands under the last of a group, and beside the others when one points at them. */
export function MessageBubble({ message, isMine, isFirst, isLast, name, onReport }: Props) {
  const { t } = useLingui();
  const { content, photo, createdAt } = message;
  const time = (className: string): ReactNode => (
    <time
      dateTime={createdAt}
      title={`${formatDate(createdAt)}, ${formatTime(createdAt)}`}
      className={classNames('text-xs whitespace-nowrap tabular-nums', className)}
    >
      {formatTime(createdAt)}
    </time>
  );
  return (
    <li
      className={classNames(
        'group flex items-center gap-1',
        isMine && 'flex-row-reverse',
        isFirst ? 'mt-2.5' : 'mt-0.5',
      )}
    >
      <div
        className={classNames(
          'max-w-[min(34rem,calc(100%-3rem))]',
          isMine && 'pointer-coarse:max-w-[85%]',
          bubbleStyle({ isMine, isLast, hasPhoto: photo !== null }),
        )}
      >
        <VisuallyHidden>{isMine ? <Trans>You:</Trans> : <Trans>{name}:</Trans>}</VisuallyHidden>
        {photo && <MessagePhoto photo={photo} alt={isMine ? t`Your photo` : t`Photo from ${name}`} />}
        {!photo && content === '' && <PhotoGone />}
        {content !== '' && (
          <div className={photo ? 'w-64 max-w-full px-2 pt-1.5' : ''}>
            <MessageText content={content} />
          </div>
        )}
        {isLast && time(classNames('mt-0.5 block text-end', photo !== null && 'px-2'))}
      </div>
      <MessageMenu message={message} isMine={isMine} onReport={onReport} />
      {!isLast && time('text-muted opacity-0 group-focus-within:opacity-100 group-hover:opacity-100')}
    </li>
  );
}
