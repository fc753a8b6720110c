import { removePhotoFromListing } from '#server/features/listings/lifecycle/moderation-delete.ts';
import * as photos from '#server/features/photos/photos.service.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import * as conversations from '../conversations/conversations.store.ts';
import { announceMessage } from '../messaging.events.ts';
import * as messages from './messages.store.ts';

// Admin actions; callers have checked that the actor is an admin.

/** The event `removed` replaces them. False if there is no such message. */
export async function removeMessage(tx: TxContext, messageId: string): Promise<boolean> {
  const removed = await messages.blankMessage(tx.db, messageId);
  const conversation = removed && (await conversations.selectConversation(tx.db, removed.conversation_id));
  if (!conversation) return false;
  if (removed.photo_id !== null) await photos.detachPhotos(tx, [removed.photo_id]);
  await announceMessage(tx, conversation, messageId);
  return true;
}

/** Removes a photo from the messages that show it, and messages without other content. */
async function removePhotoFromMessages(tx: TxContext, photoId: string): Promise<void> {
  for (const row of await messages.selectShowing(tx.db, photoId)) {
    if (row.content === '') {
      await removeMessage(tx, row.id);
      continue;
    }
    await messages.removePhoto(tx.db, row.id);
    const conversation = await conversations.selectConversation(tx.db, row.conversation_id);
    if (conversation) await announceMessage(tx, conversation, row.id);
  }
}

/** Deletes a photo wherever it is shown; false if it does not exist. */
export async function removePhotoEverywhere(tx: TxContext, photoId: string): Promise<boolean> {
  await removePhotoFromListing(tx, photoId);
  await removePhotoFromMessages(tx, photoId);
  return photos.deletePhoto(tx, photoId);
}

/** Sets the title of a listing in its conversations; returns their ids. */
export const updateTitle = (tx: TxContext, listingId: string, title: string): Promise<string[]> =>
  conversations.updateTitle(tx.db, 'listing_id', listingId, title);

/** Sets the title of a request in its conversations; returns their ids. */
export const updateRequestTitle = (tx: TxContext, requestId: string, title: string): Promise<string[]> =>
  conversations.updateTitle(tx.db, 'request_id', requestId, title);
