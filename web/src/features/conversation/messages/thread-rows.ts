import { calendarDay, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import type { Message } from '@openlarder/domain/messaging/message-contract.ts';
import { communityZone } from '#web/lib/format.ts';

/** Consecutive messages of one person within this time form a group. */
const GROUP_WITHIN_MS = 5 * MINUTE_MS;

export type ThreadRow =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'unread'; readonly key: string }
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly message: Message;
      readonly isFirst: boolean;
      readonly isLast: boolean;
    };

const dayOf = ({ createdAt }: Message): string => calendarDay(Date.parse(createdAt), communityZone());

function belongTogether(one: Message | undefined, next: Message | undefined): boolean {
  if (!one || !next || one.event || next.event || one.senderId !== next.senderId) return false;
  return (
    dayOf(one) === dayOf(next) && Date.parse(next.createdAt) - Date.parse(one.createdAt) < GROUP_WITHIN_MS
  );
}

/** The oldest of the newest `unreadCount` messages of others; null if there is none. */
export function firstUnreadId(thread: readonly Message[], meId: string, unreadCount: number): string | null {
  if (unreadCount === 0) return null;
  const others = thread.filter(({ senderId }) => senderId !== meId);
  return others.slice(-unreadCount)[0]?.id ?? null;
}

/** The rows of a thread: messages, with a row for each day of the community, and one above the first unread. */
export function threadRows(thread: readonly Message[], unreadFromId: string | null): readonly ThreadRow[] {
  return thread.flatMap((message, index) => {
    const [before, after] = [thread[index - 1], thread[index + 1]];
    const isUnreadFrom = message.id === unreadFromId;
    const rows: ThreadRow[] = [];
    if (!before || dayOf(before) !== dayOf(message))
      rows.push({ kind: 'day', key: `day ${message.id}`, at: message.createdAt });
    if (isUnreadFrom) rows.push({ kind: 'unread', key: 'unread' });
    rows.push({
      kind: 'message',
      key: message.id,
      message,
      isFirst: isUnreadFrom || !belongTogether(before, message),
      isLast: after?.id === unreadFromId || !belongTogether(message, after),
    });
    return rows;
  });
}

export const lastOwnMessage = (thread: readonly Message[], meId: string): Message | undefined =>
  thread.findLast(({ senderId, event }) => senderId === meId && event === null);

export const previousId = (thread: readonly Message[], id: string): string | null =>
  thread[thread.findIndex((message) => message.id === id) - 1]?.id ?? null;

/** The number of messages of others after one; null stands for the end. */
export function countNewFromOthers(thread: readonly Message[], afterId: string | null, meId: string): number {
  const at = thread.findIndex(({ id }) => id === afterId);
  return at < 0 ? 0 : thread.slice(at + 1).filter(({ senderId }) => senderId !== meId).length;
}
