import { anonymousSummaries } from '#server/features/accounts/profile/anonymous-people.ts';
import * as photos from '#server/features/photos/photos.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import * as messages from '../messages/messages.store.ts';
import { postSystemMessage } from '../messages/send-message.ts';
import { namesFor } from '../messaging.presenter.ts';
import * as conversations from './conversations.store.ts';

/** Closes a person's conversations with a system message; the other people can still read the messages. */
export async function closePerson(tx: TxContext, personId: string): Promise<void> {
  for (const id of await conversations.selectOpenIdsOf(tx.db, personId, tx.clock.now())) {
    await postSystemMessage(tx, id, 'account_closed', personId);
    await conversations.closeConversation(tx.db, id, tx.clock.now());
  }
  await conversations.deleteMemberships(tx.db, personId);
}

/** A person's conversations with their own messages, and only the names of the other people. */
export async function exportPerson(ctx: AppContext, personId: string) {
  const rows = await conversations.selectAllOf(ctx.db, personId);
  const messageRows = await messages.selectWrittenBy(ctx.db, personId);
  const ids = rows.map(({ id }) => id);
  const names = await namesFor(ctx, personId, rows, await anonymousSummaries(ctx, personId, ids));
  const pictures = await photos.photosByIds(
    ctx,
    messageRows.flatMap((row) => row.photo_id ?? []),
  );
  const written = Map.groupBy(messageRows, (row) => row.conversation_id);
  return rows.map((row) => ({
    id: row.id,
    with: names.get(row.id)?.displayName ?? null,
    listingTitle: row.request_id === null ? row.listing_title : null,
    requestTitle: row.request_id === null ? null : row.listing_title,
    startedAt: row.created_at.toISOString(),
    written: (written.get(row.id) ?? []).map(({ content, photo_id, created_at }) => ({
      content,
      photo: (photo_id !== null && pictures.get(photo_id)?.objectPath) || null,
      writtenAt: created_at.toISOString(),
    })),
  }));
}
