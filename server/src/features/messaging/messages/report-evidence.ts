import { fullNames } from '#server/features/accounts/profile/person-queries.ts';
import type { ReportEvidence, Transcript } from '#server/features/moderation/moderation.hooks.ts';
import * as places from '#server/features/places/places.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import * as conversations from '../conversations/conversations.store.ts';
import { announceMessage, peopleOf } from '../messaging.events.ts';
import * as messages from './messages.store.ts';
import * as photos from '#server/features/photos/photos.service.ts';
import { removePhotoFromListing } from '#server/features/listings/lifecycle/withdraw-and-expire.ts';

const EVIDENCE_MESSAGES = 20;
const TRANSCRIPT_MESSAGES = 30;

/** The last messages of the other person, as the reporter read them. */
export async function conversationEvidence(
  tx: TxContext,
  id: string,
  reporterId: string,
): Promise<ReportEvidence | null> {
  const conversation = await conversations.selectOwnConversation(tx.db, id, reporterId);
  if (!conversation) return null;
  const otherId = conversations.otherOf(conversation, reporterId);
  const written = await messages.selectLastBy(tx.db, id, otherId, EVIDENCE_MESSAGES);
  return evidence(tx, conversation, otherId, written);
}

/** One message of a conversation of the reporter's. */
export async function messageEvidence(
  tx: TxContext,
  id: string,
  reporterId: string,
): Promise<ReportEvidence | null> {
  const [row] = await messages.selectMessages(tx.db, [id]);
  if (!row?.sender_id || !messages.isWritten(row)) return null;
  const conversation = await conversations.selectOwnConversation(tx.db, row.conversation_id, reporterId);
  return conversation ? evidence(tx, conversation, row.sender_id, [row]) : null;
}

async function evidence(
  tx: TxContext,
  conversation: conversations.ConversationRow,
  aboutId: string,
  rows: readonly messages.MessageRow[],
): Promise<ReportEvidence> {
  const files = await photos.fileIdsOf(
    tx,
    rows.flatMap(({ photo_id }) => photo_id ?? []),
  );
  const text = rows.map((row) => `${lineOf(row, files)}  (message ${row.id})`).join('\n');
  return { aboutId, text: await places.redactAddresses(tx, peopleOf(conversation), text) };
}

const lineOf = (
  { created_at, content, photo_id }: messages.MessageRow,
  files: ReadonlyMap<string, string>,
): string =>
  [created_at.toISOString(), content, photo_id && `Photo ${files.get(photo_id) ?? photo_id}`]
    .filter(Boolean)
    .join('  ');

/** The last messages of a conversation; null if it does not exist. The caller has checked that an admin asks. */
export async function adminTranscript(ctx: AppContext, conversationId: string): Promise<Transcript | null> {
  const conversation = await conversations.selectConversation(ctx.db, conversationId);
  if (!conversation) return null;
  const rows = await messages.selectNewest(ctx.db, conversationId, null, TRANSCRIPT_MESSAGES);
  const names = await fullNames(ctx, peopleOf(conversation));
  return {
    people: [...names.values()].map(({ id, displayName }) => ({ id, displayName })),
    messages: rows.toReversed().map((row) => ({
      id: row.id,
      saidAt: row.created_at.toISOString(),
      senderId: row.sender_id,
      content: row.content,
      event: row.event,
      hasPhoto: row.photo_id !== null,
    })),
  };
}

/** The conversation of a message; null if it does not exist. */
export async function conversationOfMessage(ctx: AppContext, messageId: string): Promise<string | null> {
  const [row] = await messages.selectMessages(ctx.db, [messageId]);
  return row?.conversation_id ?? null;
}

// Admin actions; callers have checked that the actor is an admin.

/**
 * Deletes the text and photo of a person's message; the event `removed` replaces them, and both people's clients fetch
 * it again. False if there is no such message.
 */
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

/**
 * Deletes a photo and its copies wherever they are shown, given the id of one of them or of their files; false if none
 * exists.
 */
export async function removePhotoEverywhere(tx: TxContext, photoId: string): Promise<boolean> {
  let isRemoved = false;
  for (;;) {
    const ids = await photos.copiesOf(tx, photoId);
    if (ids.length === 0) return isRemoved;
    for (const id of ids) await removePhotoFromListing(tx, id);
    for (const id of ids) await removePhotoFromMessages(tx, id);
    // waits for a copy that is being made, which the next round finds
    for (const id of ids) isRemoved = (await photos.deletePhoto(tx, id)) || isRemoved;
  }
}

export const updateTitle = (tx: TxContext, listingId: string, title: string): Promise<string[]> =>
  conversations.updateTitle(tx.db, 'listing_id', listingId, title);

export const updateRequestTitle = (tx: TxContext, requestId: string, title: string): Promise<string[]> =>
  conversations.updateTitle(tx.db, 'request_id', requestId, title);
