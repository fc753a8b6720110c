import { correctionValues } from '#server/features/listings/food-tag-texts.ts';
import type { PersonSummary } from '@openlarder/domain/accounts/account-contract.ts';
import { NO_STANDING } from '@openlarder/domain/accounts/standing.ts';
import type { Conversation, Message } from '@openlarder/domain/messaging/message-contract.ts';
import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { anonymousSummaries } from '#server/features/accounts/profile/anonymous-people.ts';
import {
  type FullName,
  fullNames,
  readerLanguage,
} from '#server/features/accounts/profile/person-queries.ts';
import { showsPhotos } from '#server/features/listings/listings.presenter.ts';
import { thumbnailsById } from '#server/features/listings/listings.queries.ts';
import type { ListingThumbnail } from '#server/features/listings/listings.tables.ts';
import { acrossBlock } from '#server/features/moderation/blocks/blocks.ts';
import * as photos from '#server/features/photos/photos.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { translateInto } from '#server/platform/texts/translate.ts';
import {
  type ConversationEntry,
  type ConversationRow,
  isClosed,
  otherOf,
} from './conversations/conversations.store.ts';
import { type MessageRow, selectMessages } from './messages/messages.store.ts';
import { peopleMet } from './messaging.hooks.ts';
import { messageEventTexts } from './messaging-texts.ts';
import { formatInstant } from '#server/platform/texts/format-instant.ts';

// Presents messages and conversations to one of the two people. Across a block earlier text stays readable; photos of
// the other, their later reads and a new title of the listing are hidden.

/** Messages of one conversation. `blocked` has its id if it is across a block. */
export async function presentMessages(
  ctx: AppContext,
  me: string,
  conversation: ConversationRow,
  rows: readonly MessageRow[],
  blocked: ReadonlySet<string>,
): Promise<Message[]> {
  const anonymous = await anonymousSummaries(ctx, me, [conversation.id]);
  const names = rows.some(({ event }) => event !== null)
    ? await namesFor(ctx, me, [conversation], anonymous)
    : new Map<string, FullName>();
  const wording = await wordingFor(ctx, me, rows, names);
  const pictures = await photos.photosByIds(ctx, shownPhotoIds(rows, me, blocked));
  return messagesOf(rows, me, { anonymous, wording, pictures });
}

type Names = ReadonlyMap<string, { readonly displayName: string }>;

/** Words the system messages among these for their reader: `null` for a person's own message. */
async function wordingFor(ctx: AppContext, me: string, rows: readonly MessageRow[], names: Names) {
  const hasEvents = rows.some(({ event }) => event !== null);
  const language = hasEvents ? await readerLanguage(ctx, me) : ctx.settings.language;
  const translate = translateInto(language);
  return ({ event, sender_id, conversation_id, content, event_time, correction, created_at }: MessageRow) =>
    event &&
    translate(messageEventTexts, event, {
      mine: sender_id === me ? 'yes' : 'no',
      name: names.get(conversation_id)?.displayName ?? '',
      when: formatInstant(event_time ?? created_at, language, ctx.settings),
      noted: content === '' ? 'no' : 'yes',
      note: content,
      ...correctionValues(correction, translate),
    });
}

type Shown = {
  readonly anonymous: ReadonlyMap<string, { readonly id: string }>;
  readonly wording: (row: MessageRow) => string | null;
  readonly pictures: ReadonlyMap<string, Photo>;
};

/** The photos of these messages, without those of people across a block. */
const shownPhotoIds = (rows: readonly MessageRow[], me: string, blocked: ReadonlySet<string>): string[] =>
  rows.flatMap(({ photo_id, sender_id, conversation_id }) =>
    photo_id !== null && (sender_id === me || sender_id === null || !blocked.has(conversation_id))
      ? [photo_id]
      : [],
  );

function messagesOf(
  rows: readonly MessageRow[],
  me: string,
  { anonymous, wording, pictures }: Shown,
): Message[] {
  const senderOf = ({ conversation_id, sender_id }: MessageRow): string | null =>
    sender_id === me || sender_id === null ? sender_id : (anonymous.get(conversation_id)?.id ?? sender_id);
  return rows.map((row) => ({
    id: row.id,
    conversationId: row.conversation_id,
    senderId: senderOf(row),
    content: wording(row) ?? row.content,
    event: row.event,
    note: row.event === 'thanked' && row.content !== '' ? row.content : null,
    eventTime: row.event_time?.toISOString() ?? null,
    ...(row.correction && { correction: row.correction }),
    photo: (row.photo_id !== null && pictures.get(row.photo_id)) || null,
    createdAt: row.created_at.toISOString(),
  }));
}

export async function presentConversations(
  ctx: AppContext,
  me: string,
  rows: readonly ConversationEntry[],
): Promise<Conversation[]> {
  if (rows.length === 0) return [];
  const now = ctx.clock.now();
  const anonymous = await anonymousSummaries(
    ctx,
    me,
    rows.map(({ id }) => id),
  );
  const [names, thumbnails, lastRows, blocked] = await Promise.all([
    namesFor(ctx, me, rows, anonymous),
    thumbnailsById(
      ctx,
      rows.flatMap((row) => row.listing_id ?? []),
    ),
    selectMessages(
      ctx.db,
      rows.flatMap((row) => row.last_message_id ?? []),
    ),
    acrossBlock(
      ctx,
      me,
      rows.map((row) => ({ id: row.id, otherId: otherOf(row, me) })),
    ),
  ]);
  // photos of food and of messages in one statement
  const thumbnailPhotoIds = rows.flatMap((row) => thumbnailPhotoOf(row, me, thumbnails, blocked) ?? []);
  const pictures = await photos.photosByIds(ctx, [
    ...shownPhotoIds(lastRows, me, blocked),
    ...thumbnailPhotoIds,
  ]);
  const wording = await wordingFor(ctx, me, lastRows, names);
  const lastMessages = messagesOf(lastRows, me, { anonymous, wording, pictures });
  const lastOf = new Map(lastMessages.map((message) => [message.conversationId, message]));
  return rows.flatMap((row) => {
    const other = names.get(row.id);
    if (!other) return [];
    const isBlocked = blocked.has(row.id);
    const thumbnail = row.listing_id === null ? undefined : thumbnails.get(row.listing_id);
    const title = isBlocked ? row.listing_title : thumbnail?.title;
    const photoId = thumbnailPhotoOf(row, me, thumbnails, blocked);
    const photo = (photoId !== null && pictures.get(photoId)) || null;
    return {
      id: row.id,
      otherUser: {
        ...other,
        isAnonymous: anonymous.has(row.id),
        standing: isBlocked ? NO_STANDING : other.standing,
        email: null,
      },
      foodListing:
        thumbnail && title ? { id: thumbnail.id, title, category: thumbnail.category, photo } : null,
      emergencyRequest: requestOf(row),
      updatedAt: row.updated_at.toISOString(),
      lastMessage: lastOf.get(row.id) ?? null,
      unreadCount: row.unread_count,
      otherReadAt: row.other_read_at.toISOString(),
      readOnly: isBlocked || isClosed(row, now),
    };
  });
}

/** The first photo of the food that a conversation is about; null across a block, and of withdrawn food. */
function thumbnailPhotoOf(
  row: ConversationRow,
  me: string,
  thumbnails: ReadonlyMap<string, ListingThumbnail>,
  blocked: ReadonlySet<string>,
): string | null {
  const thumbnail = row.listing_id === null ? undefined : thumbnails.get(row.listing_id);
  if (!thumbnail || blocked.has(row.id) || !showsPhotos(thumbnail, me)) return null;
  return thumbnail.first_photo_id;
}

/**
 * The other people of these conversations as `me` sees them, by the conversation's id: a first name only until the two
 * have met, and no name for an anonymous requester.
 */
export async function namesFor(
  ctx: AppContext,
  me: string,
  rows: readonly ConversationRow[],
  anonymous: ReadonlyMap<string, PersonSummary>,
): Promise<ReadonlyMap<string, FullName>> {
  const otherIds = [...new Set(rows.map((row) => otherOf(row, me)))];
  const met = await Promise.all(peopleMet.handlersOf(ctx).map((metBy) => metBy(ctx, me, otherIds)));
  const names = await fullNames(ctx, otherIds, new Set(met.flatMap((ids) => [...ids])));
  return new Map(
    rows.flatMap((row) => {
      const neighbor = anonymous.get(row.id);
      const name = neighbor ? asFullName(neighbor) : names.get(otherOf(row, me));
      return name ? [[row.id, name] as const] : [];
    }),
  );
}

const asFullName = ({ id, displayName, initials }: PersonSummary): FullName => ({
  id,
  firstName: displayName,
  lastName: '',
  displayName,
  initials,
  organizationName: null,
  standing: NO_STANDING,
});

/** A request keeps the title it had at its match, so it is shown across a block too. */
const requestOf = ({ request_id, listing_title }: ConversationRow): Conversation['emergencyRequest'] =>
  request_id !== null && listing_title !== null ? { id: request_id, title: listing_title } : null;
