import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { afterAll, describe, expect, test } from 'vitest';
import * as claims from '#server/features/claims/create/create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { claimsFixture } from '#server/test/factories/claims-fixture.ts';
import { messagingModule } from './messaging.module.ts';
import { markConversationRead } from './conversations/mark-read.ts';
import { postSystemMessage, sendMessage } from './messages/send-message.ts';
import { closeConversation, listConversations, listMessages } from './messaging.service.ts';

const fixture = await claimsFixture();
const { ctx, clock, person, listing, pool } = fixture;
// a conversation closed by its service alone keeps no invariant
afterAll(() => fixture.pool.query('truncate person cascade'));

async function pair(): Promise<{ donor: Caller; guest: Caller; conversationId: string }> {
  const [donor, guest] = [await person('Ada', 'Okafor'), await person('Ben', 'Ito')];
  const { conversationId } = await claims.claimListing(ctx, guest, (await listing(donor)).id);
  return { donor, guest, conversationId };
}
const page = { limit: 50, cursor: null };
const unreadOf = async (who: Caller): Promise<number | undefined> =>
  (await listConversations(ctx, who)).conversations[0]?.unreadCount;

describe('a conversation', () => {
  test('counts unread messages for each side until they are read', async () => {
    const { donor, guest, conversationId } = await pair();
    await markConversationRead(ctx, donor, conversationId);
    await sendMessage(ctx, guest, conversationId, 'Is six o’clock fine?');
    await sendMessage(ctx, guest, conversationId, 'I am near.');
    expect([await unreadOf(donor), await unreadOf(guest)]).toEqual([2, 0]);
    const [entry] = (await listConversations(ctx, donor)).conversations;
    expect(entry?.lastMessage).toMatchObject({ content: 'I am near.', event: null, senderId: guest.userId });
    await markConversationRead(ctx, donor, conversationId);
    expect(await unreadOf(donor)).toBe(0);
    await sendMessage(ctx, donor, conversationId, 'Yes');
    expect([await unreadOf(donor), await unreadOf(guest)]).toEqual([0, 1]);
  });

  test('with something written in it is not marked as read by claim actions or system messages', async () => {
    const [donor, guest] = [await person('Ada', 'Okafor'), await fixture.member('Ben', 'Ito')];
    const soup = await listing(donor, { sharePlaceAtOnce: true });
    const claim = await claims.claimListing(ctx, guest, soup.id);
    expect(await unreadOf(donor)).toBe(1);
    await sendMessage(ctx, guest, claim.conversationId, 'Is six o’clock fine?');
    expect(await unreadOf(donor)).toBe(2);
    await handovers.completeHandover(ctx, donor, claim.handover.id);
    expect(await unreadOf(donor)).toBe(1);
  });

  test('has one notification while unread; reading marks it as read', async () => {
    const { donor, guest, conversationId } = await pair();
    await sendMessage(ctx, guest, conversationId, 'One');
    await sendMessage(ctx, guest, conversationId, 'Two');
    const told = (await notifications.listNotifications(ctx, donor)).notifications.filter(
      ({ kind }) => kind === 'message_received',
    );
    expect(told).toMatchObject([{ subject: { type: 'conversation', id: conversationId }, readAt: null }]);
    await markConversationRead(ctx, donor, conversationId);
    const after = (await notifications.listNotifications(ctx, donor)).notifications.find(
      ({ kind }) => kind === 'message_received',
    );
    expect(after?.readAt).not.toBeNull();
  });

  test('keeps the order of messages within one millisecond, over pages', async () => {
    const { donor, guest, conversationId } = await pair();
    const said = Array.from({ length: 12 }, (_, nth) => `message ${nth}`);
    for (const [nth, content] of said.entries())
      await sendMessage(ctx, nth % 2 ? donor : guest, conversationId, content);
    const read: string[][] = [];
    let cursor: string | null = null;
    do {
      const { messages, nextCursor } = await listMessages(ctx, guest, conversationId, {
        limit: 5,
        cursor,
      });
      read.unshift(messages.map(({ content, event }) => event ?? content));
      cursor = nextCursor;
    } while (cursor);
    expect(read.map(({ length }) => length)).toEqual([3, 5, 5]);
    expect(read.flat()).toEqual(['claimed', ...said]);
  });

  test('keeps all parallel messages, each with a time of its own', async () => {
    const { donor, guest, conversationId } = await pair();
    await Promise.all(
      Array.from({ length: 20 }, (_, nth) =>
        sendMessage(ctx, nth % 2 ? donor : guest, conversationId, `together ${nth}`),
      ),
    );
    const { messages } = await listMessages(ctx, donor, conversationId, page);
    expect(messages).toHaveLength(21);
    expect(new Set(messages.map(({ createdAt }) => createdAt)).size).toBe(21);
  });

  test('lists the newest conversation first', async () => {
    const { donor, guest, conversationId } = await pair();
    clock.forward(MINUTE_MS);
    const second = await claims.claimListing(ctx, guest, (await listing(donor)).id);
    clock.forward(MINUTE_MS);
    await sendMessage(ctx, donor, conversationId, 'Hello');
    expect((await listConversations(ctx, guest)).conversations.map(({ id }) => id)).toEqual([
      conversationId,
      second.conversationId,
    ]);
  });

  test('sends a message once for one idempotency key', async () => {
    const { guest, conversationId } = await pair();
    const key = { endpoint: 'POST messages', key: 'k', bodyHash: 'h' };
    const [one, two] = await Promise.all([
      sendMessage(ctx, guest, conversationId, 'Once', key),
      sendMessage(ctx, guest, conversationId, 'Once', key),
    ]);
    expect(one).toEqual(two);
    expect((await listMessages(ctx, guest, conversationId, page)).messages).toHaveLength(2);
  });

  test('accepts system messages when closed, which are sentences in the language of each reader', async () => {
    const { donor, guest, conversationId } = await pair();
    await inTransaction(fixture.ctx, async (tx) => {
      await closeConversation(tx, conversationId);
      await postSystemMessage(tx, conversationId, 'released', donor.userId);
    });
    await pool.query(`update person set language = 'es' where id = $1`, [donor.userId]);
    expect((await listConversations(ctx, guest)).conversations).toMatchObject([
      { readOnly: true, lastMessage: { event: 'released', content: 'Ada canceled this.' } },
    ]);
    const { messages } = await listMessages(ctx, donor, conversationId, page);
    expect(messages.map(({ content }) => content)).toEqual(['Ben reservó esta comida.', 'Cancelaste esto.']);
  });
});

describe('live', () => {
  test('new and read messages are told to both people only, without text', async () => {
    const { donor, guest, conversationId } = await pair();
    const sent = await sendMessage(ctx, guest, conversationId, 'A secret between us');
    await markConversationRead(ctx, donor, conversationId);
    await markConversationRead(ctx, donor, conversationId);
    const { rows } = await pool.query<{ kind: string; payload: object; people: string[] }>(
      `select kind, payload, people from live_event
       where payload->>'conversationId' = $1 and kind <> 'handover_changed' order by number`,
      [conversationId],
    );
    expect(JSON.stringify(rows)).not.toContain('secret');
    expect(rows.map(({ kind }) => kind)).toEqual(['message_sent', 'message_sent', 'conversation_read']);
    expect(rows[1]?.payload).toMatchObject({ messageId: sent.id });
    for (const { people } of rows) expect(people.toSorted()).toEqual([donor.userId, guest.userId].toSorted());
  });

  test('only its two people can join a conversation', async () => {
    const { guest, conversationId } = await pair();
    const joinConversation = messagingModule.frames?.(ctx).join_conversation;
    const join = async (who: Caller, id: string) =>
      joinConversation?.(
        { type: 'join_conversation', conversationId: id },
        { ...who, groups: new Set() },
        { watchBounds: async () => {}, join() {}, leave() {}, send() {} },
      );
    expect(await join(guest, conversationId)).toBeNull();
    expect(await join(await person(), conversationId)).toBe('not-found');
    expect(await join(guest, guest.userId)).toBe('not-found');
  });
});
