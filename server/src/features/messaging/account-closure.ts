import type { MessageEvent } from '@openlarder/domain/messaging/message-events.ts';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import type { MessagingParts } from './messaging.parts.ts';
import * as store from './messaging.store.ts';

type LeavingParts = Pick<MessagingParts, 'clock' | 'accounts' | 'photos'> & {
  readonly postSystemMessage: (
    tx: Tx,
    conversationId: string,
    event: MessageEvent,
    actorId: string,
  ) => Promise<void>;
  readonly closeConversation: (tx: Tx, conversationId: string) => Promise<void>;
};

/** What becomes of the conversations of a person who closes their account, and what they take along. */
export function makeLeaving({ clock, accounts, photos, postSystemMessage, closeConversation }: LeavingParts) {
  return {
    /**
     * Ends the conversations of a person who leaves: read-only, and the other is told why. What they wrote stays for
     * the other to read.
     */
    async closePerson(tx: Tx, personId: string): Promise<void> {
      for (const id of await store.selectOpenIdsOf(tx, personId, clock.now())) {
        await postSystemMessage(tx, id, 'account_closed', personId);
        await closeConversation(tx, id);
      }
      await store.deleteMemberships(tx, personId);
    },

    /** A person's conversations with what they wrote themself; of the others only the name they were shown. */
    async exportPerson(dbOrTx: DbOrTx, personId: string) {
      const conversations = await store.selectAllOf(dbOrTx, personId);
      const rows = await store.selectWrittenBy(dbOrTx, personId);
      const [names, pictures, written] = [
        await accounts.fullNames(
          dbOrTx,
          conversations.map((row) => store.otherOf(row, personId)),
        ),
        await photos.photosByIds(
          dbOrTx,
          rows.flatMap((row) => row.photo_id ?? []),
        ),
        Map.groupBy(rows, (row) => row.conversation_id),
      ];
      return conversations.map((row) => ({
        id: row.id,
        with: names.get(store.otherOf(row, personId))?.displayName ?? null,
        listingTitle: row.request_id === null ? row.listing_title : null,
        requestTitle: row.request_id === null ? null : row.listing_title,
        startedAt: row.created_at.toISOString(),
        written: (written.get(row.id) ?? []).map(({ content, photo_id, created_at }) => ({
          content,
          photo: (photo_id !== null && pictures.get(photo_id)?.objectPath) || null,
          writtenAt: created_at.toISOString(),
        })),
      }));
    },
  };
}
