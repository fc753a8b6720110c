import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '#server/platform/database.ts';
import { answeringGround } from '#server/testing/factories/answering-ground.ts';
import { makePhotoGround } from '#server/testing/photo-ground.ts';

const ground = await answeringGround();
const { claims, clock, db, messaging, moderation, notifications, person, request, answered } = ground;
const base = await ground.listen();
const { pathOf } = makePhotoGround(ground, () => base);

/** A helper and a requester who talk about the request alone, as it begins with a match. */
async function talk(title = 'Food for four') {
  const [helper, requester] = [await person('Ada', 'Okafor'), await person('Ben', 'Ito')];
  const requestId = await request(requester, title);
  const about = { requestId, title, hostId: helper.userId, guestId: requester.userId };
  const begin = (changes: Partial<typeof about> = {}) =>
    inTransaction(db, async (tx) => {
      const id = await messaging.openRequestConversation(tx, { ...about, ...changes });
      await messaging.say(tx, id, 'request_matched', changes.hostId ?? helper.userId);
      return id;
    });
  return { helper, requester, requestId, begin, conversationId: await begin() };
}
const entryOf = async (who: Parameters<typeof messaging.listConversations>[0]) =>
  (await messaging.listConversations(who)).conversations[0];
const close = (conversationId: string) =>
  inTransaction(db, (tx) => messaging.closeConversation(tx, conversationId));

describe('a conversation about a request', () => {
  test('says which request it is about, to both, and that there is no listing', async () => {
    const { helper, requester, requestId, conversationId } = await talk();
    for (const [who, other] of [
      [helper, 'Ben Ito'],
      [requester, 'Ada Okafor'],
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

  test('takes messages of both, told by the request’s title', async () => {
    const { helper, requester, conversationId } = await talk();
    await messaging.sendMessage(helper, conversationId, 'I can come at six.');
    await messaging.sendMessage(requester, conversationId, 'Thank you!');
    for (const who of [helper, requester])
      expect((await notifications.list(who)).notifications).toMatchObject([
        {
          kind: 'message_received',
          subject: { type: 'conversation', id: conversationId },
          listingTitle: 'Food for four',
        },
      ]);
    await messaging.readConversation(helper, conversationId);
    expect(await entryOf(helper)).toMatchObject({ unreadCount: 0 });
  });

  test('is the same one when the same helper helps again, and another helper’s is another', async () => {
    const { requester, requestId, begin, conversationId } = await talk();
    await close(conversationId);
    expect(await entryOf(requester)).toMatchObject({ readOnly: true });
    await expect(messaging.sendMessage(requester, conversationId, 'Hello?')).rejects.toMatchObject({
      code: 'conversation-closed',
    });
    const other = await person('Cleo', 'Marsh');
    const second = await begin({ hostId: other.userId });
    expect(second).not.toBe(conversationId);
    await close(second);
    clock.forward(MINUTE_MS);
    expect(await begin({ title: 'Food for five' })).toBe(conversationId);
    expect(await entryOf(requester)).toMatchObject({
      id: conversationId,
      readOnly: false,
      emergencyRequest: { id: requestId, title: 'Food for five' },
    });
    await messaging.sendMessage(requester, conversationId, 'Hello again');
    expect((await messaging.listConversations(other)).conversations).toMatchObject([{ id: second }]);
  });

  test('is nobody else’s, and no claim’s', async () => {
    const { helper, conversationId } = await talk();
    const stranger = await person();
    expect(await messaging.isMember(stranger, conversationId)).toBe(false);
    const listing = messaging.listMessages(stranger, conversationId, { limit: 5, cursor: null });
    await expect(listing).rejects.toMatchObject({ status: 404 });
    await expect(messaging.sendMessage(stranger, conversationId, 'Hi')).rejects.toMatchObject({
      status: 404,
    });
    // a place is shared by the request's own call
    await expect(claims.sharePlace(helper, conversationId)).rejects.toMatchObject({
      status: 409,
      code: 'claim-ended',
    });
  });

  test('stays to be read across a block, and nothing more is written in it', async () => {
    const { helper, requester, requestId, conversationId } = await talk();
    await messaging.sendMessage(helper, conversationId, 'At six?');
    await moderation.blockPerson(requester, helper.userId);
    for (const who of [helper, requester]) {
      expect(await entryOf(who)).toMatchObject({
        readOnly: true,
        emergencyRequest: { id: requestId, title: 'Food for four' },
      });
      await expect(messaging.sendMessage(who, conversationId, 'Why?')).rejects.toMatchObject({
        code: 'conversation-closed',
      });
    }
  });

  test('is taken along under the request’s title, and closes with an account', async () => {
    const { helper, requester, conversationId } = await talk();
    await messaging.sendMessage(requester, conversationId, 'At six?');
    expect(await messaging.exportPerson(db, requester.userId)).toMatchObject([
      {
        id: conversationId,
        with: 'Ada Okafor',
        listingTitle: null,
        requestTitle: 'Food for four',
        written: [{ content: 'At six?' }],
      },
    ]);
    await inTransaction(db, (tx) => messaging.closePerson(tx, requester.userId));
    expect(await entryOf(helper)).toMatchObject({
      readOnly: true,
      lastMessage: { event: 'account_closed', senderId: requester.userId },
    });
  });

  test('is called otherwise once those who run the community have taken the request away', async () => {
    const { requester, requestId, conversationId } = await talk('Call this number');
    const others = await talk();
    const changed = await inTransaction(db, (tx) => messaging.retitleRequest(tx, requestId, 'Removed'));
    expect(changed).toEqual([conversationId]);
    expect(await entryOf(requester)).toMatchObject({ emergencyRequest: { title: 'Removed' } });
    expect(await entryOf(others.requester)).toMatchObject({ emergencyRequest: { title: 'Food for four' } });
  });
});

describe('a helper has spoken', () => {
  const spoke = ({ conversationId, who }: { conversationId: string; who: { userId: string } }, since: Date) =>
    messaging.hasSpokenSince(db, conversationId, who.userId, since);

  test('not by saying that they help, nor by what the other says', async () => {
    const since = clock.now();
    const { helper, requester, conversationId } = await talk();
    await messaging.sendMessage(requester, conversationId, 'Hello?');
    await messaging.readConversation(helper, conversationId);
    expect(await spoke({ conversationId, who: helper }, since)).toBe(false);
    expect(await spoke({ conversationId, who: requester }, since)).toBe(true);
  });

  test('by words, and by a photo', async () => {
    for (const how of ['words', 'photo']) {
      const since = clock.now();
      const { helper, conversationId } = await talk();
      clock.forward(MINUTE_MS);
      if (how === 'words') await messaging.sendMessage(helper, conversationId, 'I am on my way.');
      else await messaging.sendMessage(helper, conversationId, '', null, await pathOf(helper));
      expect(await spoke({ conversationId, who: helper }, since)).toBe(true);
      // not since a time behind it
      clock.forward(MINUTE_MS);
      expect(await spoke({ conversationId, who: helper }, clock.now())).toBe(false);
    }
  });

  test('by showing where the food is, also where it is shown at once', async () => {
    const since = clock.now();
    const quiet = await answered();
    const of = { conversationId: quiet.conversationId, who: quiet.donor };
    expect(await spoke(of, since)).toBe(false);
    await claims.sharePlace(quiet.donor, quiet.conversationId);
    expect(await spoke(of, since)).toBe(true);
    const open = await answered({ sharePlaceAtOnce: true });
    expect(await spoke({ conversationId: open.conversationId, who: open.donor }, since)).toBe(true);
  });

  test('not by what they said when they helped before, though it was in the same moment', async () => {
    const since = clock.now();
    const { helper, begin, conversationId } = await talk();
    await messaging.sendMessage(helper, conversationId, 'I am on my way.');
    await inTransaction(db, (tx) => messaging.say(tx, conversationId, 'released', helper.userId));
    await close(conversationId);
    await begin();
    expect(await spoke({ conversationId, who: helper }, since)).toBe(false);
    await messaging.sendMessage(helper, conversationId, 'Now I am.');
    expect(await spoke({ conversationId, who: helper }, since)).toBe(true);
  });
});
