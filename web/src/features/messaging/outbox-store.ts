/** A message on its way. Its key stays the same over all tries, so that it arrives once. */
export type Outgoing = {
  readonly key: string;
  readonly content: string;
  readonly state: 'sending' | 'failed';
};

// For as long as the page lives: what was not sent is still there when the conversation is opened again.
const outboxes = new Map<string, readonly Outgoing[]>();
const listeners = new Set<() => void>();
const EMPTY: readonly Outgoing[] = [];

/** What has not arrived yet in a conversation, oldest first. The same array until it changes. */
export const outgoingIn = (conversationId: string): readonly Outgoing[] =>
  outboxes.get(conversationId) ?? EMPTY;

/** Changes what has not arrived yet in a conversation. */
export function changeOutgoing(
  conversationId: string,
  change: (all: readonly Outgoing[]) => readonly Outgoing[],
): void {
  const next = change(outgoingIn(conversationId));
  if (next.length === 0) outboxes.delete(conversationId);
  else outboxes.set(conversationId, next);
  for (const listener of listeners) listener();
}

/** Hears of every change until the function handed back is called. */
export function onOutgoing(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
