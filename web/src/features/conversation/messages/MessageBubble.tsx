import { Trans, useLingui } from '@lingui/react/macro';
import type { Message } from '@openlarder/domain/messaging/message-contract.ts';
import { Copy, EllipsisVertical, Flag } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatDateTime, formatTime } from '#web/lib/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { toast, toastFailure } from '#web/ui/toast-store.ts';
import { MessagePhoto, MissingPhoto } from './MessagePhoto.tsx';
import { splitLinks } from './text-links.ts';

type BubbleStyle = { readonly isMine: boolean; readonly isLast: boolean; readonly hasPhoto: boolean };

/** The classes of a bubble; only the last of a group has the corner that points at its writer. */
export const bubbleStyle = ({ isMine, isLast, hasPhoto }: BubbleStyle): string =>
  classNames(
    'min-w-0 rounded-card',
    hasPhoto ? 'px-2 pt-2 pb-2' : 'px-4 py-2',
    isMine ? 'bg-stage text-on-stage' : 'bg-sunken',
    isLast && (isMine ? 'rounded-ee-small' : 'rounded-es-small'),
  );

type Props = {
  readonly message: Message;
  readonly isMine: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly name: string;
  readonly onReport: () => void;
};

/** One message in a thread. The last of a group shows its time, the others on hover or focus. */
export function MessageBubble({ message, isMine, isFirst, isLast, name, onReport }: Props) {
  const { t } = useLingui();
  const { content, photo, createdAt } = message;
  const time = (className: string): ReactNode => (
    <time
      dateTime={createdAt}
      title={formatDateTime(createdAt)}
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
          'max-w-[min(34rem,calc(100%-(--spacing(12))))]',
          isMine && 'pointer-coarse:max-w-[85%]',
          bubbleStyle({ isMine, isLast, hasPhoto: photo !== null }),
        )}
      >
        <span className="sr-only">{isMine ? <Trans>You:</Trans> : <Trans>{name}:</Trans>}</span>
        {photo && <MessagePhoto photo={photo} alt={isMine ? t`Your photo` : t`Photo from ${name}`} />}
        {!photo && content === '' && <MissingPhoto />}
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

type MessageMenuProps = {
  readonly message: Message;
  readonly isMine: boolean;
  /** Not offered for own messages. */
  readonly onReport: () => void;
};

/** Shown on hover or focus; on touch devices always beside others' messages, which may need to be reported. */
function MessageMenu({ message, isMine, onReport }: MessageMenuProps) {
  const { t } = useLingui();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(message.content);
      toast({ title: t`Copied` });
    } catch {
      toastFailure(t`We couldn't copy the text`);
    }
  };
  const items = [
    ...(message.content === '' ? [] : [{ label: t`Copy text`, icon: <Copy />, onSelect: () => void copy() }]),
    ...(isMine ? [] : [{ label: t`Report this message`, icon: <Flag />, onSelect: onReport }]),
  ];
  if (items.length === 0) return null;
  return (
    <Menu
      align={isMine ? 'end' : 'start'}
      trigger={
        <IconButton
          label={t`More about this message`}
          icon={<EllipsisVertical />}
          className={classNames(
            '-my-2 text-muted opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100',
            isMine ? 'pointer-coarse:hidden' : 'pointer-coarse:opacity-100',
          )}
        />
      }
      items={items}
    />
  );
}

/** The path of a URL of this community, such as a listing's; null for other URLs. */
function ownPath(href: string): string | null {
  const { origin, pathname, search } = new URL(href);
  return origin === window.location.origin && pathname === '/' ? `${pathname}${search}` : null;
}

/**
 * The text of a message, in the direction of its own script, with links. Links within this community navigate in the
 * app, others open a new tab. A link whose host is misleading shows the actual host.
 */
export function MessageText({ content }: { readonly content: string }) {
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {splitLinks(content).map(({ text, href, actualHost }, index) => {
        if (!href) return text;
        const path = ownPath(href);
        // The parts of a text keep their order.
        return path ? (
          <Link key={index} href={path} className="underline">
            {text}
          </Link>
        ) : (
          <span key={index}>
            <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc" className="underline">
              {text}
            </a>
            {actualHost && <bdi className="text-sm"> ({actualHost})</bdi>}
          </span>
        );
      })}
    </p>
  );
}
