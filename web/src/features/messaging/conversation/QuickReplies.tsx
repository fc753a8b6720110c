import { useLingui } from '@lingui/react/macro';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { Message } from '@openlarder/domain/messaging/message-contract.ts';
import { useNow } from '#web/lib/use-now.ts';
import type { OutgoingMessage } from '../compose/outbox.ts';

export type QuickReply = 'on_my_way' | 'here';

/** After this time, a quick reply is offered again. */
const SAID_FOR_MS = 2 * HOUR_MS;

type Props = {
  /** Those that fit now. */
  readonly offered: readonly QuickReply[];
  readonly thread: readonly Message[];
  readonly outgoing: readonly OutgoingMessage[];
  readonly meId: string;
  readonly onSay: (text: string) => void;
};

/** Common messages around a pickup. One that was just sent, or is being sent, is not offered again. */
export function QuickReplies({ offered, thread, outgoing, meId, onSay }: Props) {
  const { t } = useLingui();
  const sinceMs = useNow() - SAID_FOR_MS;
  const texts: Readonly<Record<QuickReply, string>> = { on_my_way: t`On my way`, here: t`I'm here` };
  const isSaid = (text: string): boolean =>
    outgoing.some(({ content }) => content === text) ||
    thread.some(
      ({ senderId, content, createdAt }) =>
        senderId === meId && content === text && Date.parse(createdAt) > sinceMs,
    );
  const open = offered.map((reply) => texts[reply]).filter((text) => !isSaid(text));
  if (open.length === 0) return null;
  return (
    <ul aria-label={t`Quick replies`} className="flex flex-wrap gap-2 px-3 py-2">
      {open.map((text) => (
        <li key={text}>
          <button
            type="button"
            onClick={() => onSay(text)}
            className="inline-flex min-h-11 items-center rounded-full border border-control bg-surface px-4 text-sm font-semibold hover:bg-sunken"
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}
