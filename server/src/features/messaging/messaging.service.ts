import { randomInt } from 'node:crypto';
import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { idSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import type { Conversation, Message } from '@openlarder/domain/messaging/message-contract.ts';
import { listingsById } from '#server/features/listings/listings.queries.ts';
import { acrossBlock } from '#server/features/moderation/blocks/blocks.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import {
  FIRST_PAGE,
  type Page,
  splitPage,
  parseTimeCursor,
  formatTimeCursor,
} from '#server/platform/http/paging.ts';
import * as conversations from './conversations/conversations.store.ts';
import * as messages from './messages/messages.store.ts';
import { namesFor, presentConversations, presentMessages } from './messaging.presenter.ts';
import { anonymousSummaries } from '../accounts/profile/anonymous-people.ts';
import * as photos from '../photos/photos.service.ts';
import { postSystemMessage } from './messages/send-message.ts';

/** A page of the caller's conversations, newest first. */
export async function listConversations(
  ctx: AppContext,
  caller: Caller,
  { limit, cursor }: Page = FIRST_PAGE,
): Promise<{ conversations: Conversation[]; nextCursor: string | null }> {
  const after = parseTimeCursor(cursor);
  const rows = await conversations.selectConversationsOf(ctx.db, caller.userId, after, limit + 1);
  const { page, last } = splitPage(rows, limit);
  return {
    conversations: await presentConversations(ctx, caller.userId, page),
    nextCursor: last ? formatTimeCursor({ at: last.updated_at, id: last.id }) : null,
  };
}

/** A page of messages, oldest first; `nextCursor` leads to older ones. */
export async function listMessages(
  ctx: AppContext,
  caller: Caller,
  conversationId: string,
  { limit, cursor }: Page,
): Promise<{ messages: Message[]; nextCursor: string | null }> {
  const conversation = await ownConversation(ctx, caller, conversationId);
  const tie = { id: conversationId, otherId: conversations.otherOf(conversation, caller.userId) };
  const rows = await messages.selectNewest(ctx.db, conversationId, parseTimeCursor(cursor), limit + 1);
  const { page, last } = splitPage(rows, limit);
  const blocked = await acrossBlock(ctx, caller.userId, [tie]);
  return {
    messages: await presentMessages(ctx, caller.userId, conversation, page.toReversed(), blocked),
    nextCursor: last ? formatTimeCursor({ at: last.created_at, id: last.id }) : null,
  };
}

async function ownConversation(
  ctx: AppContext,
  caller: Caller,
  id: string,
): Promise<conversations.ConversationRow> {
  const conversation = await conversations.selectOwnConversation(ctx.db, id, caller.userId);
  if (!conversation) throw notFound();
  return conversation;
}

export async function isMember(ctx: AppContext, caller: Caller, conversationId: string): Promise<boolean> {
  if (!idSchema.safeParse(conversationId).success) return false;
  const conversation = await conversations.selectOwnConversation(ctx.db, conversationId, caller.userId);
  return conversation !== undefined;
}

/** The caller's conversation; 404 to anyone else. */
export async function requireOwnConversation(
  ctx: AppContext,
  caller: Caller,
  conversationId: string,
): Promise<{
  readonly id: string;
  readonly listingId: string | null;
  readonly giverId: string;
  readonly receiverId: string;
}> {
  const row = await ownConversation(ctx, caller, conversationId);
  return { id: row.id, listingId: row.listing_id, giverId: row.giver_id, receiverId: row.receiver_id };
}

/** The conversation in which a photo was sent; null if there is none. */
export const conversationOfPhoto = (ctx: AppContext, photoId: string): Promise<string | null> =>
  messages.selectConversationOfPhoto(ctx.db, photoId);

/** Locks a conversation: earlier messages are visible, concurrent ones wait. */
export const lockConversation = (tx: TxContext, id: string): Promise<void> =>
  conversations.lockConversation(tx.db, id);

/** Opens the conversation of these two about a listing, or reopens their earlier one. Returns its id. */
export async function openConversation(
  tx: TxContext,
  about: { readonly listingId: string; readonly giverId: string; readonly receiverId: string },
): Promise<string> {
  const listing = (await listingsById(tx, [about.listingId])).get(about.listingId);
  const row = await conversations.upsertConversation(tx.db, {
    about: { listingId: about.listingId },
    title: listing?.title ?? null,
    giverId: about.giverId,
    receiverId: about.receiverId,
    id: tx.newId(),
    now: tx.clock.now(),
  });
  return row.id;
}

/**
 * Opens the conversation of a helper (`giverId`) and a requester (`receiverId`) about a request without a listing, or
 * reopens their earlier one with the request's current title. Returns its id.
 */
export async function openRequestConversation(
  tx: TxContext,
  about: {
    readonly requestId: string;
    readonly title: string;
    readonly giverId: string;
    readonly receiverId: string;
  },
): Promise<string> {
  const { requestId, ...rest } = about;
  const row = await conversations.upsertConversation(tx.db, {
    ...rest,
    about: { requestId },
    id: tx.newId(),
    now: tx.clock.now(),
  });
  return row.id;
}

/**
 * Returns true if the person has written, sent a photo or caused a system message here since `since`. The system
 * message of their match does not count.
 */
export async function hasWrittenSince(
  ctx: AppContext,
  conversationId: string,
  personId: string,
  since: Date,
): Promise<boolean> {
  return (await spokenIn(ctx, [{ conversationId, personId, since }])).has(conversationId);
}

/** The ids of the conversations in which the given person `hasWrittenSince` the given time. */
export async function spokenIn(
  ctx: AppContext,
  speakers: readonly messages.SpeakerSince[],
): Promise<ReadonlySet<string>> {
  return new Set(await messages.selectSpokenIn(ctx.db, speakers));
}

/** When the requester last wrote since the helper's first match, by conversation; absent where they have not. */
export const answersIn = (
  ctx: AppContext,
  matches: readonly messages.MatchSince[],
): Promise<ReadonlyMap<string, Date>> => messages.selectAnswers(ctx.db, matches);

/** When the given person first revealed a place, or named a meeting point, since the given time, by conversation. */
export const placesShown = (
  ctx: AppContext,
  people: readonly messages.SpeakerSince[],
): Promise<ReadonlyMap<string, Date>> => messages.selectPlacesShown(ctx.db, people);

/** Lets the two write until `at`, also if the conversation was read-only. */
export async function keepConversationOpen(tx: TxContext, conversationId: string, at: Date): Promise<void> {
  await conversations.keepOpen(tx.db, conversationId, at);
}

/** Makes the conversation read-only from `at` on, until the same two claim again; never later than set before. */
export async function closeConversation(
  tx: TxContext,
  conversationId: string,
  at: Date = tx.clock.now(),
): Promise<void> {
  await conversations.closeConversation(tx.db, conversationId, at);
}

export async function titlesWhenClaimed(
  ctx: AppContext,
  conversationIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return new Map(await conversations.selectTitles(ctx.db, conversationIds));
}

/** When a conversation with a neighbor whose account is closed becomes read-only, after its closing. */
const NEIGHBORS_CLOSE = { leastMs: DAY_MS, mostMs: 30 * DAY_MS };

/**
 * Closes a person's conversations with a system message; the other people can still read the messages. Those with
 * helpers who know a neighbor only stay as they are and become read-only later, each at a moment of its own: what changed
 * in them at this instant would name the neighbor whose listings disappear.
 */
export async function closePerson(tx: TxContext, personId: string): Promise<void> {
  const now = tx.clock.now();
  const named: string[] = [];
  const own = await conversations.selectAllOf(tx.db, personId);
  for (const [otherId, rows] of Map.groupBy(own, (row) => conversations.otherOf(row, personId))) {
    const ids = rows.map(({ id }) => id);
    const unknown = await anonymousSummaries(tx, otherId, ids);
    named.push(...ids.filter((id) => !unknown.has(id)));
    for (const id of unknown.keys()) {
      const laterMs = randomInt(NEIGHBORS_CLOSE.leastMs, NEIGHBORS_CLOSE.mostMs);
      await conversations.closeConversation(tx.db, id, new Date(now.getTime() + laterMs));
    }
  }
  for (const id of await conversations.selectOpenIds(tx.db, named, now)) {
    await postSystemMessage(tx, id, 'account_closed', personId);
    await conversations.closeConversation(tx.db, id, now);
  }
  await conversations.deleteMemberships(tx.db, personId, named);
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
