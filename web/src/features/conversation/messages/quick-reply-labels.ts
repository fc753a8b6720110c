import { t } from '@lingui/core/macro';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { Message } from '@openlarder/domain/messaging/message-contract.ts';
import type { OutgoingMessage } from './outbox.ts';

/** Common messages around a pickup. */
export type QuickReply =
  // the first message in a match: of the helper, and of the requester (`fetch` if they pick the food up)
  | 'hello'
  | 'thanks'
  | 'fetch'
  // of the giver
  | 'works'
  | 'door'
  // of the receiver; `where` until they see the address
  | 'where'
  | 'on_my_way'
  | 'here'
  | 'late';

/** After this time, a quick reply is offered again. */
const SAID_FOR_MS = 2 * HOUR_MS;

/** The message that a quick reply sends. */
export function quickReplyText(reply: QuickReply): string {
  const texts: Readonly<Record<QuickReply, string>> = {
    hello: t`Hi! When works for you?`,
    thanks: t`Thank you! When works for you?`,
    fetch: t`Thank you! I'll pick it up`,
    works: t`Yes, that works`,
    door: t`It's by the door`,
    where: t`Where should I come?`,
    on_my_way: t`On my way`,
    here: t`I'm here`,
    late: t`Running 10 min late`,
  };
  return texts[reply];
}

type Said = {
  readonly thread: readonly Message[];
  readonly outgoing: readonly OutgoingMessage[];
  readonly meId: string;
};

/** Whether this was just sent, or is being sent. */
export const isRecentlySent = (text: string, { thread, outgoing, meId }: Said, nowMs: number): boolean =>
  outgoing.some(({ content }) => content === text) ||
  thread.some(
    ({ senderId, content, createdAt }) =>
      senderId === meId && content === text && Date.parse(createdAt) > nowMs - SAID_FOR_MS,
  );
