import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import { revealAddress } from '#server/features/handovers/lifecycle/handover-actions.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { requestClaimsFixture } from '#server/test/factories/request-claims-fixture.ts';
import { makePhotoFixture } from '#server/test/photo-fixture.ts';
import { postSystemMessage, sendMessage } from '../messages/send-message.ts';
import * as messaging from '../messaging.service.ts';
import { markConversationRead } from './mark-read.ts';
import { closePerson, exportPerson } from '../messaging.service.ts';
import { updateRequestTitle } from '../messages/report-evidence.ts';

const fixture = await requestClaimsFixture();
const { ctx, clock, person, request, answered } = fixture;
const base = await fixture.listen();
const { pathOf } = makePhotoFixture(fixture, () => base);

/** A conversation of a helper and a requester about a request without a listing, as after a match. */
async function talk(title = 'Food for four') {
  const [helper, requester] = [await person('Ada', 'Okafor'), await person('Ben', 'Ito')];
  const requestId = await request(requester, title);
  const about = { requestId, title, giverId: helper.userId, receiverId: requester.userId };
  const begin = (changes: Partial<typeof about> = {}) =>
    inTransaction(ctx, async (tx) => {
      const id = await messaging.openRequestConversation(tx, { ...about, ...changes });
      await postSystemMessage(tx, id, 'request_matched', changes.giverId ?? helper.userId);
      return id;
    });
  return { helper, requester, requestId, begin, conversationId: await begin() };
}
const entryOf = async (who: Caller) => (await messaging.listConversations(ctx, who)).conversations[0];
const close = (conversationId: string) =>
  inTransaction(ctx, (tx) => messaging.closeConversation(tx, conversationId));

describe('a conversation about a request', () => {
  test('names the request and no listing, to both', async () => {
    const { helper, requester, requestId, conversationId } = await talk();
    for (const [who, other] of [
      [helper, 'Ben'],
      [requester, 'Ada'],
    ] as const)
      expect(await entryOf(who)).toMatchObject({
        id: conversationId,
        otherUser: { displayName: other, email: null },
        foodListing: null,
        emergencyRequest: { id: requestId, title: 'Food for four' },
        lastMessage: { event: 'request_matched', senderId: helper.userId },
        readOnly: false,
      });
    expect(await entryOf(requester)).toMatchObject({ unreadCount: 1 });
    expect(await entryOf(helper)).toMatchObject({ unreadCount: 0 });
  });

  test('accepts messages of both; notifications name the request’s title', async () => {
    const { helper, requester, conversationId } = await talk();
    await sendMessage(ctx, helper, conversationId, 'I can come at six.');
    await sendMessage(ctx, requester, conversationId, 'Thank you!');
    for (const who of [helper, requester])
      expect((await notifications.listNotifications(ctx, who)).notifications).toMatchObject([
        {
          kind: 'message_received',
          subject: { type: 'conversation', id: conversationId },
          listingTitle: 'Food for four',
        },
      ]);
    await markConversationRead(ctx, helper, conversationId);
    expect(await entryOf(helper)).toMatchObject({ unreadCount: 0 });
  });

  test('is reused for the same helper, and separate for another helper', async () => {
    const { requester, requestId, begin, conversationId } = await talk();
    await close(conversationId);
    expect(await entryOf(requester)).toMatchObject({ readOnly: true });
    await expect(sendMessage(ctx, requester, conversationId, 'Hello?')).rejects.toMatchObject({
      code: 'conversation-closed',
    });
    const other = await person('Cleo', 'Marsh');
    const second = await begin({ giverId: other.userId });
    expect(second).not.toBe(conversationId);
    await close(second);
    clock.forward(MINUTE_MS);
    expect(await begin({ title: 'Food for five' })).toBe(conversationId);
    expect(await entryOf(requester)).toMatchObject({
      id: conversationId,
      readOnly: false,
      emergencyRequest: { id: requestId, title: 'Food for five' },
    });
    await sendMessage(ctx, requester, conversationId, 'Hello again');
    expect((await messaging.listConversations(ctx, other)).conversations).toMatchObject([{ id: second }]);
  });

  test('is exported under the request’s title and closes with an account', async () => {
    const { helper, requester, conversationId } = await talk();
    await sendMessage(ctx, requester, conversationId, 'At six?');
    expect(await exportPerson(ctx, requester.userId)).toMatchObject([
      {
        id: conversationId,
        with: 'Ada',
        listingTitle: null,
        requestTitle: 'Food for four',
        written: [{ content: 'At six?' }],
      },
    ]);
    await inTransaction(ctx, (tx) => closePerson(tx, requester.userId));
    expect(await entryOf(helper)).toMatchObject({
      readOnly: true,
      lastMessage: { event: 'account_closed', senderId: requester.userId },
    });
  });

  test('gets another title once an admin removes the request', async () => {
    const { requester, requestId, conversationId } = await talk('Call this number');
    const others = await talk();
    const changed = await inTransaction(ctx, (tx) => updateRequestTitle(tx, requestId, 'Removed'));
    expect(changed).toEqual([conversationId]);
    expect(await entryOf(requester)).toMatchObject({ emergencyRequest: { title: 'Removed' } });
    expect(await entryOf(others.requester)).toMatchObject({ emergencyRequest: { title: 'Food for four' } });
  });
});

describe('hasWrittenSince', () => {
  const spoke = ({ conversationId, who }: { conversationId: string; who: { userId: string } }, since: Date) =>
    messaging.hasWrittenSince(ctx, conversationId, who.userId, since);

  test('is false after the match and after messages of the other person', async () => {
    const since = clock.now();
    const { helper, requester, conversationId } = await talk();
    await sendMessage(ctx, requester, conversationId, 'Hello?');
    await markConversationRead(ctx, helper, conversationId);
    expect(await spoke({ conversationId, who: helper }, since)).toBe(false);
    expect(await spoke({ conversationId, who: requester }, since)).toBe(true);
  });

  test('is true after a text or a photo', async () => {
    for (const how of ['words', 'photo']) {
      const since = clock.now();
      const { helper, conversationId } = await talk();
      clock.forward(MINUTE_MS);
      if (how === 'words') await sendMessage(ctx, helper, conversationId, 'I am on my way.');
      else await sendMessage(ctx, helper, conversationId, '', null, await pathOf(helper));
      expect(await spoke({ conversationId, who: helper }, since)).toBe(true);
      // false from a later time on
      clock.forward(MINUTE_MS);
      expect(await spoke({ conversationId, who: helper }, clock.now())).toBe(false);
    }
  });

  test('is true after revealing the address, also immediately', async () => {
    const since = clock.now();
    const quiet = await answered();
    const of = { conversationId: quiet.conversationId, who: quiet.donor };
    expect(await spoke(of, since)).toBe(false);
    await revealAddress(ctx, quiet.donor, quiet.conversationId);
    expect(await spoke(of, since)).toBe(true);
    const open = await answered({ sharePlaceAtOnce: true });
    expect(await spoke({ conversationId: open.conversationId, who: open.donor }, since)).toBe(true);
  });

  test('is false after messages of an earlier match, also at the same time', async () => {
    const since = clock.now();
    const { helper, begin, conversationId } = await talk();
    await sendMessage(ctx, helper, conversationId, 'I am on my way.');
    await inTransaction(ctx, (tx) => postSystemMessage(tx, conversationId, 'released', helper.userId));
    await close(conversationId);
    await begin();
    expect(await spoke({ conversationId, who: helper }, since)).toBe(false);
    await sendMessage(ctx, helper, conversationId, 'Now I am.');
    expect(await spoke({ conversationId, who: helper }, since)).toBe(true);
  });
});
