import { useLingui } from '@lingui/react/macro';
import type { Message } from '@openlarder/domain/messaging/message-contract.ts';
import { type ReactNode, useContext } from 'react';
import { useNow } from '#web/lib/use-now.ts';
import type { OutgoingMessage } from './outbox.ts';
import { t as translate } from '@lingui/core/macro';
import { HOUR_MS, instantAt } from '@openlarder/domain/kernel/time.ts';
import { suggestedTimes } from '@openlarder/domain/handovers/suggested-times.ts';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { answersRequest, handoverFactsOf } from '#web/features/handovers/actions/handover-actions.ts';
import { GiverHours } from '#web/features/handovers/agreed-time/AgreedTime.tsx';
import { allergenName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { useAvoids } from '#web/features/listings/search/feed-filter.ts';
import { communityZone, formatChoice, formatDayTime } from '#web/lib/format.ts';
import { useHandoverActions } from '#web/features/handovers/actions/use-handover-actions.ts';
import { useDraft } from './messaging-store.ts';

const QUICK_REPLY =
  'inline-flex min-h-11 items-center rounded-[1.375rem] border border-control bg-surface px-4 py-1 text-start text-sm font-semibold hover:bg-sunken';

type Props = {
  readonly conversationId: string;
  readonly offered: readonly QuickReply[];
  readonly first?: ReactNode;
  readonly thread: readonly Message[];
  readonly outgoing: readonly OutgoingMessage[];
  readonly meId: string;
  readonly onSay: (text: string) => void;
};

/** Common messages around a pickup. One that was just sent, or is being sent, is not offered again. */
export function QuickReplies({ conversationId, offered, first, thread, outgoing, meId, onSay }: Props) {
  const { t } = useLingui();
  const nowMs = useNow();
  const avoided = useAvoids().map(allergenName);
  const draft = useDraft(conversationId);
  const words = [...thread, ...outgoing, draft].map(({ content }) => content.toLocaleLowerCase());
  const isAsked = avoided.some((name) => words.some((text) => text.includes(name.toLocaleLowerCase())));
  const open = offered
    .filter((reply) => reply !== 'contains' || !isAsked)
    .map((reply) => (reply === 'contains' ? containsQuestion(avoided) : quickReplyText(reply)))
    .filter((text) => !isRecentlySent(text, { thread, outgoing, meId }, nowMs));
  if (open.length === 0 && !first) return null;
  return (
    <ul
      aria-label={t`Quick replies`}
      className="flex flex-wrap gap-2 px-3 py-2 *:max-w-full *:shrink-0 low:flex-nowrap low:overflow-x-auto low:[scrollbar-width:none]"
    >
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

export type QuickReply =
  // the first message in a match: of the helper, and of the requester (`fetch` if they pick the food up)
  | 'hello'
  | 'thanks'
  | 'fetch'
  // of the giver
  | 'works'
  | 'door'
  // of the receiver; `contains` asks for what they avoid, until one of the two names it; `where` until they see the address
  | 'contains'
  | 'where'
  | 'on_my_way'
  | 'here'
  | 'late';

/** After this time, a quick reply is offered again. */
const SAID_FOR_MS = 2 * HOUR_MS;

function containsQuestion(avoided: readonly string[]): string {
  const names = formatChoice(avoided);
  return translate`Does it contain ${names}?`;
}

export function quickReplyText(reply: Exclude<QuickReply, 'contains'>): string {
  const texts: Readonly<Record<typeof reply, string>> = {
    hello: translate`Hi! When works for you?`,
    thanks: translate`Thank you! When works for you?`,
    fetch: translate`Thank you! I'll pick it up`,
    works: translate`Yes, that works`,
    door: translate`It's by the door`,
    where: translate`Where should I come?`,
    on_my_way: translate`On my way`,
    here: translate`I'm here`,
    late: translate`Running 10 min late`,
  };
  return texts[reply];
}

type Said = {
  readonly thread: readonly Message[];
  readonly outgoing: readonly OutgoingMessage[];
  readonly meId: string;
};

export const isRecentlySent = (text: string, { thread, outgoing, meId }: Said, nowMs: number): boolean =>
  outgoing.some(({ content }) => content === text) ||
  thread.some(
    ({ senderId, content, createdAt }) =>
      senderId === meId && content === text && Date.parse(createdAt) > nowMs - SAID_FOR_MS,
  );

/** Times to propose in reply to "When works for you?". */
export function TimeReplies({ handover }: { readonly handover: Handover }) {
  const nowMs = useNow();
  const openParts = useContext(GiverHours)(handover);
  const { run, running, error } = useHandoverActions(handover);
  const times = suggestedTimes(handoverFactsOf(handover, nowMs), nowMs, {
    count: 3,
    timeZone: communityZone(),
    openParts,
    isUrgent: answersRequest(handover),
  });
  return (
    <div className="flex flex-wrap gap-2">
      {times.map((timeMs) => (
        <button
          key={timeMs}
          type="button"
          aria-disabled={running !== null}
          onClick={() => run({ kind: 'propose_time', time: instantAt(timeMs) })}
          className={QUICK_REPLY}
        >
          <span className="inline-block first-letter:uppercase">{formatDayTime(timeMs, nowMs)}</span>
        </button>
      ))}
      {Boolean(error) && (
        <p role="alert" className="text-sm font-medium text-tomato">
          {errorMessage(error)}
        </p>
      )}
    </div>
  );
}
