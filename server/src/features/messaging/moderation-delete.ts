import type { Tx } from '#server/db/database.ts';
import { MESSAGE_SENT, type MessageSent, peopleOf } from './messaging.events.ts';
import type { MessagingParts } from './messaging.parts.ts';
import * as store from './messaging.store.ts';

type RemovalParts = Pick<MessagingParts, 'eventLog'> & {
  readonly removeMessage: (tx: Tx, messageId: string) => Promise<boolean>;
};

/** What those who run the community take away besides a message. Whoever calls this has asked who they are. */
export function makeRemoval({ eventLog, removeMessage }: RemovalParts) {
  return {
    /** Takes a photo out of the messages that show it; one that said nothing else is gone with it. */
    async removePhotoFromMessages(tx: Tx, photoId: string): Promise<void> {
      for (const row of await store.selectShowing(tx, photoId)) {
        if (row.content === '') {
          await removeMessage(tx, row.id);
          continue;
        }
        await store.takePhotoOff(tx, row.id);
        const conversation = await store.selectConversation(tx, row.conversation_id);
        if (!conversation) continue;
        const sent: MessageSent = {
          conversationId: conversation.id,
          messageId: row.id,
          people: peopleOf(conversation),
        };
        await eventLog.append(tx, MESSAGE_SENT, sent);
      }
    },

    /** Calls the food of these conversations something else; gives their ids. */
    updateTitle: (tx: Tx, listingId: string, title: string) =>
      store.updateTitle(tx, 'listing_id', listingId, title),

    /** The same of the conversations about a request for food. */
    updateRequestTitle: (tx: Tx, requestId: string, title: string) =>
      store.updateTitle(tx, 'request_id', requestId, title),
  };
}
