import { sendMessage } from '@openlarder/domain/messaging/message-contract.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { createDraft } from '#web/lib/draft.ts';
import { randomKey } from '#web/lib/idempotency-key.ts';
import { cacheMessage } from './messaging.queries.ts';

/** The text of an unsent message, in this browser. */
export const unsentText = (personId: string, conversationId: string) =>
  createDraft<string>({
    name: `message-${conversationId}`,
    personId,
    parse: (stored) => (typeof stored === 'string' ? stored : null),
    keptMs: 7 * DAY_MS,
  });

/** Writes a text into the draft that the page holds of a conversation, unless there is one. */
type Prepare = (conversationId: string, text: string) => void;
const preparing = new Map<string, Prepare>();

/** Registers the drafts that the page holds for a person: they come before what is stored. */
export const holdDrafts = (personId: string, prepare: Prepare): void => void preparing.set(personId, prepare);

/** A first message, ready to be sent; nothing where the person has begun to write their own. */
export function prepareText(personId: string, conversationId: string, text: string): void {
  const prepare = preparing.get(personId);
  const stored = unsentText(personId, conversationId);
  if (prepare) prepare(conversationId, text);
  else if (stored.load() === null) stored.save(text);
}

/** Sends a first message; one that does not arrive is ready to be sent. */
export function sendFirstMessage(
  queryClient: QueryClient,
  personId: string,
  conversationId: string,
  content: string,
): void {
  const idempotencyKey = randomKey();
  void call(sendMessage, { params: { id: conversationId }, body: { content }, idempotencyKey }).then(
    (message) => cacheMessage(queryClient, message),
    () => prepareText(personId, conversationId, content),
  );
}
