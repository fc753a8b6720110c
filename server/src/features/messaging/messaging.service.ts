import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import { idSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import type { Conversation, Message } from '@openlarder/domain/messaging/message-contract.ts';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import {
  FIRST_PAGE,
  type Page,
  splitPage,
  parseTimeCursor,
  formatTimeCursor,
} from '#server/platform/http/paging.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { makeLeaving } from './account-closure.ts';
import type { MessagingParts } from './messaging.parts.ts';
import * as store from './messaging.store.ts';
import { makeOverseeing } from './admin-transcript.ts';
import { makePresenting } from './messaging.presenter.ts';
import { makeReading } from './mark-read.ts';
import { makeRemoval } from './moderation-delete.ts';
import { makeMessageWitness } from './report-evidence.ts';
import { makeWriting } from './send-message.ts';

export type Messaging = ReturnType<typeof makeMessaging>;

/** What two people with food between them say to each other, and what the product tells both about it. */
export function makeMessaging(parts: MessagingParts) {
  const { db, clock, newId, moderation, listings } = parts;
  const { presentMessages, presentConversations } = makePresenting(parts);
  const overseeing = makeOverseeing(parts);
  const writing = makeWriting({ ...parts, presentMessages });

  async function ownConversation(dbOrTx: DbOrTx, caller: Caller, id: string): Promise<store.ConversationRow> {
    const conversation = await store.selectOwnConversation(dbOrTx, id, caller.userId);
    if (!conversation) throw notFound();
    return conversation;
  }

  /** The caller's conversations, newest first, and where the older ones go on. */
  async function listConversations(
    caller: Caller,
    { limit, cursor }: Page = FIRST_PAGE,
  ): Promise<{ conversations: Conversation[]; nextCursor: string | null }> {
    const after = parseTimeCursor(cursor);
    const rows = await store.selectConversationsOf(db, caller.userId, after, limit + 1);
    const { page, last } = splitPage(rows, limit);
    return {
      conversations: await presentConversations(caller.userId, page, clock.now()),
      nextCursor: last ? formatTimeCursor({ at: last.updated_at, id: last.id }) : null,
    };
  }

  /** A page of messages, oldest first, and where the older ones go on. */
  async function listMessages(
    caller: Caller,
    conversationId: string,
    { limit, cursor }: Page,
  ): Promise<{ messages: Message[]; nextCursor: string | null }> {
    const otherId = store.otherOf(await ownConversation(db, caller, conversationId), caller.userId);
    const isBlocked = await moderation.isBlockedBetween(db, caller.userId, otherId);
    const rows = await store.selectNewest(db, conversationId, parseTimeCursor(cursor), limit + 1);
    const { page, last } = splitPage(rows, limit);
    return {
      messages: await presentMessages(caller.userId, page.toReversed(), new Set(isBlocked ? [otherId] : [])),
      nextCursor: last ? formatTimeCursor({ at: last.created_at, id: last.id }) : null,
    };
  }

  /** Whether the caller may hear what is said here. */
  async function isMember(caller: Caller, conversationId: string): Promise<boolean> {
    if (!idSchema.safeParse(conversationId).success) return false;
    return (await store.selectOwnConversation(db, conversationId, caller.userId)) !== undefined;
  }

  /** The caller's conversation, for the features that come after this one; 404 to anybody else. */
  async function requireOwnConversation(
    caller: Caller,
    conversationId: string,
  ): Promise<{
    readonly id: string;
    readonly listingId: string | null;
    readonly hostId: string;
    readonly guestId: string;
  }> {
    const row = await ownConversation(db, caller, conversationId);
    return { id: row.id, listingId: row.listing_id, hostId: row.host_id, guestId: row.guest_id };
  }

  /** The open conversation of these two about a listing; one they had before is opened again. Gives its id. */
  async function openConversation(
    tx: Tx,
    about: { readonly listingId: string; readonly hostId: string; readonly guestId: string },
  ): Promise<string> {
    const listing = (await listings.listingsById(tx, [about.listingId])).get(about.listingId);
    const row = await store.upsertConversation(tx, {
      about: { listingId: about.listingId },
      title: listing?.title ?? null,
      hostId: about.hostId,
      guestId: about.guestId,
      id: newId(),
      now: clock.now(),
    });
    return row.id;
  }

  /**
   * The open conversation of a helper (`hostId`) and whoever asked (`guestId`) about a request that no listing is given
   * for; one the two had before is opened again, and is called by the request's title as it is now. Gives its id.
   */
  async function openRequestConversation(
    tx: Tx,
    about: {
      readonly requestId: string;
      readonly title: string;
      readonly hostId: string;
      readonly guestId: string;
    },
  ): Promise<string> {
    const { requestId, ...rest } = about;
    const row = await store.upsertConversation(tx, {
      ...rest,
      about: { requestId },
      id: newId(),
      now: clock.now(),
    });
    return row.id;
  }

  /**
   * Whether somebody has written here, sent a photo or done anything that is told here from `since` on: that they help,
   * which begins it, is not yet a word.
   */
  async function hasWrittenSince(
    dbOrTx: DbOrTx,
    conversationId: string,
    personId: string,
    since: Date,
  ): Promise<boolean> {
    return store.hasSpoken(dbOrTx, conversationId, personId, since);
  }

  /**
   * Makes the conversation read-only until the same two claim again: now, or from `at` on. It never closes later than
   * was said before.
   */
  async function closeConversation(tx: Tx, conversationId: string, at: Date = clock.now()): Promise<void> {
    await store.closeConversation(tx, conversationId, at);
  }

  /** What the food of these conversations was called when it was claimed last, by the conversation's id. */
  async function titlesWhenClaimed(
    dbOrTx: DbOrTx,
    conversationIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    return new Map(await store.selectTitles(dbOrTx, conversationIds));
  }

  return {
    ...writing,
    ...makeReading(parts),
    ...overseeing,
    ...makeRemoval({ ...parts, ...overseeing }),
    ...makeMessageWitness(parts),
    ...makeLeaving({ ...parts, postSystemMessage: writing.postSystemMessage, closeConversation }),
    listConversations,
    listMessages,
    isMember,
    requireOwnConversation,
    openConversation,
    openRequestConversation,
    hasWrittenSince,
    closeConversation,
    titlesWhenClaimed,
  };
}
