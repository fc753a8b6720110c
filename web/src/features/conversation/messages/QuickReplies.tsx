import { useLingui } from '@lingui/react/macro';
import type { Message } from '@openlarder/domain/messaging/message-contract.ts';
import type { ReactNode } from 'react';
import { useNow } from '#web/lib/use-now.ts';
import type { OutgoingMessage } from './outbox.ts';
import { isRecentlySent, type QuickReply, quickReplyText } from './quick-reply-labels.ts';

/** How a quick reply looks, whatever it does. */
export const QUICK_REPLY =
  'inline-flex min-h-11 items-center rounded-full border border-control bg-surface px-4 text-sm font-semibold hover:bg-sunken';

type Props = {
  /** Those that fit now. */
  readonly offered: readonly QuickReply[];
  /** A reply that does more than to send a message, before the others. */
  readonly first?: ReactNode;
  readonly thread: readonly Message[];
  readonly outgoing: readonly OutgoingMessage[];
  readonly meId: string;
  readonly onSay: (text: string) => void;
};

/** Common messages around a pickup. One that was just sent, or is being sent, is not offered again. */
export function QuickReplies({ offered, first, thread, outgoing, meId, onSay }: Props) {
  const { t } = useLingui();
  const nowMs = useNow();
  const open = offered
    .map(quickReplyText)
    .filter((text) => !isRecentlySent(text, { thread, outgoing, meId }, nowMs));
  if (open.length === 0 && !first) return null;
  return (
    <ul aria-label={t`Quick replies`} className="flex flex-wrap gap-2 px-3 py-2">
      {first && <li>{first}</li>}
      {open.map((text) => (
        <li key={text}>
          <button type="button" onClick={() => onSay(text)} className={QUICK_REPLY}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}
