import type { Message } from '@openlarder/domain/messaging/message-contract.ts';
import type { ReactNode } from 'react';
import { formatTime } from '#web/lib/format.ts';
import { eventSentence } from './event-words.ts';

type Props = {
  readonly message: Message & { readonly event: NonNullable<Message['event']> };
  readonly isMine: boolean;
  readonly name: string;
  /** What can be done about it now. */
  readonly action: ReactNode;
};

/** One thing that happened, in a thread. */
export function EventRow({ message, isMine, name, action }: Props) {
  return (
    <li className="mt-2.5 flex flex-col items-center self-center px-6 py-1 text-center text-sm text-muted">
      <p className="wrap-anywhere">
        {eventSentence(message.event, isMine, name)}{' '}
        <time dateTime={message.createdAt} className="whitespace-nowrap">
          {formatTime(message.createdAt)}
        </time>
      </p>
      {action}
    </li>
  );
}
