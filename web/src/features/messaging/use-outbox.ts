import { useEffect, useSyncExternalStore } from 'react';
import { leavesOnPurpose } from '#web/lib/session-navigation.ts';
import { useMessagingDesk } from './messaging-desk.ts';

/** What was written in a conversation and has not arrived yet, and what can be done with it. */
export function useOutbox(conversationId: string) {
  const { outbox, drafts } = useMessagingDesk();
  const outgoing = useSyncExternalStore(outbox.subscribe, () => outbox.outgoing(conversationId));
  const isKept = outgoing.length > 0;
  useEffect(() => {
    if (!isKept) return undefined;
    // It is kept in this page alone: whoever closes it is asked.
    const ask = (event: BeforeUnloadEvent) => {
      if (!leavesOnPurpose()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isKept]);
  return {
    outgoing,
    /** Sends words that are meant once, however often they are pressed. */
    sayOnce: (content: string): void => {
      if (!outbox.outgoing(conversationId).some((one) => one.content === content))
        outbox.send(conversationId, { content, photo: null });
    },
    retry: (key: string) => outbox.retry(conversationId, key),
    discard: (key: string) => outbox.discard(conversationId, key),
    /** Back into the box it was written in. */
    takeBack: (key: string) => {
      const back = outbox.takeBack(conversationId, key);
      if (back) drafts.putBack(conversationId, { text: back.content, photo: back.photo });
    },
  };
}
