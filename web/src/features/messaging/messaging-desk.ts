import { t } from '@lingui/core/macro';
import { sendMessage } from '@openlarder/domain/messaging/message-contract.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { HttpError } from '#web/lib/http-error.ts';
import { randomKey } from '#web/lib/idempotency-key.ts';
import { toldUnauthorized } from '#web/lib/unauthorized-toast.ts';
import { toast } from '#web/ui/toast-store.ts';
import { type Drafts, makeDrafts } from './drafts.ts';
import { conversations, keepMessage } from './messaging.queries.ts';
import { makeOutbox, type Outbox, PhotoNotSentError } from './outbox.ts';

/** What one signed-in person is writing and has on its way. */
export type MessagingDesk = { readonly outbox: Outbox; readonly drafts: Drafts };

/** With the data of a session: whoever signs in next begins with an empty one. */
const desks = new WeakMap<QueryClient, MessagingDesk>();

/** A message that is refused for what it is, rather than for the moment. */
function isRefused(error: unknown): boolean {
  if (error instanceof PhotoNotSentError) return error.isFinal;
  if (!(error instanceof HttpError)) return false;
  return error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status);
}

function reasonOf(error: unknown): string | null {
  if (error instanceof PhotoNotSentError) return error.sentence;
  return error instanceof HttpError && error.status < 500 ? (error.sentence ?? null) : null;
}

function makeDesk(queryClient: QueryClient): MessagingDesk {
  const refreshList = () =>
    void queryClient.invalidateQueries({ queryKey: conversations.queryKey, exact: true });
  const outbox = makeOutbox({
    send: (conversationId, { content, photo }, idempotencyKey) =>
      call(sendMessage, {
        params: { id: conversationId },
        body: { content, ...(photo && { photo }) },
        idempotencyKey,
      }),
    onSent: (message) => {
      keepMessage(queryClient, message);
      refreshList();
    },
    onFailed: (error) => {
      if (toldUnauthorized(error)) return;
      toast({
        title: t`Error`,
        description: t`Failed to send message. Please try again.`,
        tone: 'destructive',
      });
      // It may be read-only by now: the conversation says so itself.
      refreshList();
    },
    isRefused,
    reasonOf,
    makeKey: randomKey,
  });
  return { outbox, drafts: makeDrafts() };
}

/** The outbox and the drafts of whoever is signed in. */
export function useMessagingDesk(): MessagingDesk {
  const queryClient = useQueryClient();
  const desk = desks.get(queryClient) ?? makeDesk(queryClient);
  desks.set(queryClient, desk);
  return desk;
}
