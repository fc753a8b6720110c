import { useLingui } from '@lingui/react/macro';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { Message } from '@openlarder/domain/messaging/message-contract.ts';
import { useNow } from '#web/lib/use-now.ts';
import type { Outgoing } from './outbox.ts';

/** What was said longer ago than this may be said again. */
const SAID_FOR_MS = 2 * HOUR_MS;

type Props = {
  readonly thread: readonly Message[];
  readonly outgoing: readonly Outgoing[];
  readonly meId: string;
  readonly onSay: (text: string) => void;
};

/** What is mostly said around a pickup, one press each. What was said just now, or is on its way, is not offered again. */
export function QuickReplies({ thread, outgoing, meId, onSay }: Props) {
  const { t } = useLingui();
  const sinceMs = useNow() - SAID_FOR_MS;
  const isSaid = (text: string): boolean =>
    outgoing.some(({ content }) => content === text) ||
    thread.some(
      ({ senderId, content, createdAt }) =>
        senderId === meId && content === text && Date.parse(createdAt) > sinceMs,
    );
  const open = [t`On my way`, t`Here`].filter((text) => !isSaid(text));
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
