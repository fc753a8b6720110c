import { t } from '@lingui/core/macro';
import type { Message } from '@openlarder/domain/messaging/message-contract.ts';
import { eventSentence } from './event-words.ts';

type Props = {
  readonly thread: readonly Message[];
  /** The newest message when the thread was opened; null when there was none. */
  readonly sinceId: string | null;
  /** Whether the thread has been opened. */
  readonly isReady: boolean;
  readonly meId: string;
  readonly name: string;
};

/** Says what the other wrote, or what happened, since the thread was opened: once each, when the reader pauses. */
export function Announcement({ thread, sinceId, isReady, meId, name }: Props) {
  const opened = sinceId === null ? -1 : thread.findIndex(({ id }) => id === sinceId);
  const newest = isReady ? thread.slice(opened + 1).findLast(({ senderId }) => senderId !== meId) : undefined;
  return <output className="sr-only">{newest && said(newest, name)}</output>;
}

function said({ event, content, photo }: Message, name: string): string {
  if (event) return eventSentence(event, false, name);
  const words = content || (photo ? t`Photo` : '');
  return t`${name}: ${words}`;
}
