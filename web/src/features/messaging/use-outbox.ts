import { t } from '@lingui/core/macro';
import { sendMessage } from '@openlarder/domain/messaging/message-contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from '#web/lib/call.ts';
import { randomKey } from '#web/lib/idempotency-key.ts';
import { toldUnauthorized } from '#web/lib/unauthorized-toast.ts';
import { toast } from '#web/ui/toast-store.ts';
import { conversations, keepMessage } from './messaging.queries.ts';
import { changeOutgoing, onOutgoing, type Outgoing, outgoingIn } from './outbox-store.ts';

/** What was written in a conversation and has not arrived yet. What failed stays, with its text, until it is sent or discarded. */
export function useOutbox(conversationId: string) {
  const queryClient = useQueryClient();
  const outgoing = useSyncExternalStore(onOutgoing, () => outgoingIn(conversationId));
  const setOutgoing = (change: (all: readonly Outgoing[]) => readonly Outgoing[]) =>
    changeOutgoing(conversationId, change);

  const without = (key: string) => setOutgoing((all) => all.filter((one) => one.key !== key));
  const become = (key: string, state: Outgoing['state']) =>
    setOutgoing((all) => all.map((one) => (one.key === key ? { ...one, state } : one)));

  const deliver = async (key: string, content: string) => {
    try {
      const message = await call(sendMessage, {
        params: { id: conversationId },
        body: { content },
        idempotencyKey: key,
      });
      keepMessage(queryClient, message);
      without(key);
      void queryClient.invalidateQueries({ queryKey: conversations.queryKey, exact: true });
    } catch (error) {
      become(key, 'failed');
      if (toldUnauthorized(error)) return;
      toast({
        title: t`Error`,
        description: t`Failed to send message. Please try again.`,
        tone: 'destructive',
      });
      // It may be read-only by now: the conversation says so itself.
      void queryClient.invalidateQueries({ queryKey: conversations.queryKey, exact: true });
    }
  };

  return {
    outgoing,
    /** Sends what was written; says whether there was anything to send. */
    send: (text: string): boolean => {
      const content = text.trim();
      if (content === '') return false;
      const key = randomKey();
      setOutgoing((all) => [...all, { key, content, state: 'sending' }]);
      void deliver(key, content);
      return true;
    },
    retry: (message: Outgoing) => {
      become(message.key, 'sending');
      void deliver(message.key, message.content);
    },
    discard: (message: Outgoing) => without(message.key),
  };
}
