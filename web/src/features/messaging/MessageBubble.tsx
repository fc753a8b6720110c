import { Trans } from '@lingui/react/macro';
import type { Message } from '@openlarder/domain/messaging/message-contract.ts';
import { formatTime } from '#web/lib/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { eventSentence } from './event-words.ts';
import { MessageText } from './MessageText.tsx';
import type { Outgoing } from './outbox-store.ts';

const bubble = (isMine: boolean): string =>
  classNames(
    'max-w-[min(34rem,85%)] rounded-card px-4 py-2.5',
    isMine ? 'self-end rounded-ee-small bg-brand text-on-brand' : 'self-start rounded-es-small bg-sunken',
  );

type BubbleProps = { readonly message: Message; readonly isMine: boolean; readonly name: string };

/** One message, or one thing that happened, in a thread. */
export function MessageBubble({ message, isMine, name }: BubbleProps) {
  const time = formatTime(message.createdAt);
  if (message.event) {
    return (
      <li className="self-center px-6 py-1 text-center text-sm text-muted">
        {eventSentence(message.event, isMine, name)} <time dateTime={message.createdAt}>{time}</time>
      </li>
    );
  }
  return (
    <li className={bubble(isMine)}>
      <VisuallyHidden>{isMine ? <Trans>You:</Trans> : <Trans>{name}:</Trans>}</VisuallyHidden>
      <MessageText content={message.content} />
      <time dateTime={message.createdAt} className="mt-0.5 block text-end text-xs">
        {time}
      </time>
    </li>
  );
}

type OutgoingProps = {
  readonly message: Outgoing;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
};

/** A message on its way, or one that did not get there and waits with its text. */
export function OutgoingBubble({ message, onRetry, onDiscard }: OutgoingProps) {
  const hasFailed = message.state === 'failed';
  return (
    <>
      <li className={classNames(bubble(true), !hasFailed && 'opacity-75')}>
        <VisuallyHidden>
          <Trans>You:</Trans>
        </VisuallyHidden>
        <MessageText content={message.content} />
        <p className="mt-0.5 text-end text-xs">
          {hasFailed ? <Trans>Not sent</Trans> : <Trans>Sending…</Trans>}
        </p>
      </li>
      {hasFailed && (
        <li className="flex gap-2 self-end">
          <Button variant="quiet" onClick={onDiscard}>
            <Trans>Discard</Trans>
          </Button>
          <Button variant="secondary" onClick={onRetry}>
            <Trans>Try Again</Trans>
          </Button>
        </li>
      )}
    </>
  );
}
