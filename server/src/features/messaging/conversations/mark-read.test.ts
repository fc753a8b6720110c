import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { MAX_UNANSWERED_MESSAGES } from '@openlarder/domain/messaging/unanswered-limit.ts';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { createListing } from '#server/features/listings/share/create-listing.ts';
import { blockPerson, unblockPerson } from '#server/features/moderation/blocks/blocks.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { claimsFixture, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { listingBody } from '#server/test/factories/listing-body.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import { sized } from '#server/test/long-run.ts';
import { testApp } from '#server/test/test-app.ts';
import { postSystemMessage, sendMessage } from '../messages/send-message.ts';
import * as messaging from '../messaging.service.ts';
import { countUnread, markConversationRead } from './mark-read.ts';
import { closePerson } from '../messaging.service.ts';

const fixture = await claimsFixture();
const { ctx, as, clock, person, listing } = fixture;
// a conversation closed by its service alone keeps no invariant
afterAll(() => fixture.pool.query('truncate person cascade'));

async function pair(): Promise<{ donor: TestCaller; guest: TestCaller; conversationId: string }> {
  const [donor, guest] = [await person('Ada', 'Okafor'), await person('Ben', 'Ito')];
  const { conversationId } = await claimListing(ctx, guest, (await listing(donor)).id);
  return { donor, guest, conversationId };
}
const entryOf = async (who: Caller) => (await messaging.listConversations(ctx, who)).conversations[0];
const unreadOf = async (who: Caller) => (await entryOf(who))?.unreadCount;
const readUpTo = async (who: Caller) => (await entryOf(who))?.otherReadAt;
const untold = async (who: Caller): Promise<number> =>
  (await notifications.listNotifications(ctx, who)).notifications.filter(
    ({ kind, readAt }) => kind === 'message_received' && readAt === null,
  ).length;
const idsOf = async (who: Caller, conversationId: string, cursor: string | null, limit: number) => {
  const { messages, nextCursor } = await messaging.listMessages(ctx, who, conversationId, { limit, cursor });
  return { ids: messages.map(({ id }) => id), nextCursor };
};

describe('markConversationRead', () => {
  test('up to a message leaves later ones unread, with their notification', async () => {
    const { donor, guest, conversationId } = await pair();
    const seen = await sendMessage(ctx, guest, conversationId, 'One');
    const unseen = await sendMessage(ctx, guest, conversationId, 'Two');
    await markConversationRead(ctx, donor, conversationId, seen.id);
    expect([await unreadOf(donor), await untold(donor)]).toEqual([1, 1]);
    expect(await readUpTo(guest)).toBe(seen.createdAt);
    await markConversationRead(ctx, donor, conversationId, unseen.id);
    expect([await unreadOf(donor), await untold(donor)]).toEqual([0, 0]);
    // an older position does not undo a newer one
    await markConversationRead(ctx, donor, conversationId, seen.id);
    expect([await unreadOf(donor), await readUpTo(guest)]).toEqual([0, unseen.createdAt]);
  });

  test('returns 404 if the message is not in this conversation', async () => {
    const [{ donor, conversationId }, elsewhere] = [await pair(), await pair()];
    const other = await sendMessage(ctx, elsewhere.guest, elsewhere.conversationId, 'Hi');
    for (const upTo of [other.id, fixture.newId()])
      await expect(markConversationRead(ctx, donor, conversationId, upTo)).rejects.toMatchObject({
        status: 404,
      });
    expect(await unreadOf(donor)).toBe(1);
  });

  test('sending does not mark as read: a simultaneous message stays unread', async () => {
    const { donor, guest, conversationId } = await pair();
    await markConversationRead(ctx, donor, conversationId);
    await sendMessage(ctx, guest, conversationId, 'I cannot find the door');
    await sendMessage(ctx, donor, conversationId, 'See you at six');
    expect([await unreadOf(donor), await untold(donor)]).toEqual([1, 1]);
  });

  test('leaves no stale notification for any interleaving of reads and messages', async () => {
    const { donor, guest, conversationId } = await pair();
    for (let nth = 0; nth < 10; nth++) {
      await Promise.all([
        sendMessage(ctx, guest, conversationId, `message ${nth}`),
        markConversationRead(ctx, donor, conversationId),
        markConversationRead(ctx, donor, conversationId),
      ]);
      expect(await untold(donor)).toBe((await unreadOf(donor)) === 0 ? 0 : 1);
      await sendMessage(ctx, donor, conversationId, 'Yes');
    }
  });

  test('across a block shows no read state, in either direction', async () => {
    for (const who of ['donor', 'guest'] as const) {
      const both = await pair();
      const { donor, guest, conversationId } = both;
      await sendMessage(ctx, guest, conversationId, 'One');
      await sendMessage(ctx, donor, conversationId, 'Two');
      await markConversationRead(ctx, donor, conversationId);
      await markConversationRead(ctx, guest, conversationId);
      clock.forward(HOUR_MS);
      const [blocker, blocked] = who === 'donor' ? [donor, guest] : [guest, donor];
      await blockPerson(ctx, blocker, blocked.userId);
      const before = [await readUpTo(donor), await readUpTo(guest)];
      clock.forward(HOUR_MS);
      await inTransaction(ctx, (tx) => postSystemMessage(tx, conversationId, 'lapsed', null));
      await markConversationRead(ctx, donor, conversationId);
      await markConversationRead(ctx, guest, conversationId);
      expect([await unreadOf(donor), await unreadOf(guest)]).toEqual([0, 0]);
      expect([await readUpTo(donor), await readUpTo(guest)]).toEqual(before);
      await unblockPerson(ctx, blocker, blocked.userId);
      await inTransaction(ctx, (tx) => postSystemMessage(tx, conversationId, 'lapsed', null));
      await markConversationRead(ctx, guest, conversationId);
      expect(await readUpTo(donor)).toBe((await entryOf(guest))?.updatedAt);
    }
  });

  test('system messages are read once the person has acted since, unlike written messages', async () => {
    const { donor, guest, conversationId } = await pair();
    const act = (event: 'handover_confirmed' | 'place_shared') =>
      inTransaction(ctx, (tx) => postSystemMessage(tx, conversationId, event, donor.userId));
    expect([await unreadOf(donor), await countUnread(ctx, donor)]).toEqual([1, 1]);
    // an address may be shown without them
    await act('place_shared');
    expect([await unreadOf(donor), await countUnread(ctx, donor)]).toEqual([1, 1]);
    await act('handover_confirmed');
    expect([await unreadOf(donor), await countUnread(ctx, donor)]).toEqual([0, 0]);
    expect(await unreadOf(guest)).toBe(2);
    await sendMessage(ctx, guest, conversationId, 'Which bell?');
    await act('handover_confirmed');
    expect([await unreadOf(donor), await countUnread(ctx, donor)]).toEqual([1, 1]);
    expect(await untold(donor)).toBe(1);
  });

  test('counts unread conversations in a header of every page', async () => {
    const { donor, guest, conversationId } = await pair();
    const other = await claimListing(ctx, guest, (await listing(donor)).id);
    const count = async (who: TestCaller) =>
      (await as(who, { url: '/api/conversations?limit=1' })).headers['x-unread-count'];
    expect([await count(donor), await count(guest)]).toEqual(['2', '0']);
    await markConversationRead(ctx, donor, conversationId);
    expect(await count(donor)).toBe('1');
    await sendMessage(ctx, donor, other.conversationId, 'Hello');
    expect([await count(donor), await count(guest)]).toEqual(['0', '1']);
  });
});

describe('message pages', () => {
  test('have no gaps or duplicates while new messages arrive, for any page size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 15 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 6 }),
        async (said, limit, arriving) => {
          const { donor, guest, conversationId } = await pair();
          const sentBy = async (isDonor: boolean) =>
            (await sendMessage(ctx, isDonor ? donor : guest, conversationId, 'x')).id;
          const sent: string[] = [];
          for (const isDonor of said) sent.push(await sentBy(isDonor));
          const read: string[] = [];
          let cursor: string | null = null;
          let nth = 0;
          do {
            const page = await idsOf(guest, conversationId, cursor, limit);
            read.unshift(...page.ids);
            cursor = page.nextCursor;
            for (let more = arriving[nth++] ?? 0; more > 0; more--) await sentBy(more % 2 === 0);
          } while (cursor);
          // after the first one, the system message of the claim
          expect(read.slice(1)).toEqual(sent);
        },
      ),
      { numRuns: sized(8, 25) },
    );
  });

  test('keep the causal order although all messages have one clock time', async () => {
    const { donor, guest, conversationId } = await pair();
    const sent: string[] = [];
    for (let nth = 0; nth < 8; nth++) {
      const who = nth % 2 ? donor : guest;
      sent.push((await sendMessage(ctx, who, conversationId, `${nth}`)).id);
      await inTransaction(ctx, (tx) => postSystemMessage(tx, conversationId, 'coming', guest.userId));
    }
    const { ids } = await idsOf(donor, conversationId, null, 100);
    expect(ids.filter((id) => sent.includes(id))).toEqual(sent);
    expect(ids).toHaveLength(17);
  });
});

describe('message limits', () => {
  const write = (who: TestCaller, conversationId: string) =>
    as(who, {
      method: 'POST',
      url: `/api/conversations/${conversationId}/messages`,
      payload: { content: 'x' },
    });

  test('allows 20 unanswered messages a day; a reply or an action resets it', async () => {
    const { donor, guest, conversationId } = await pair();
    const all = await Promise.all(
      Array.from({ length: MAX_UNANSWERED_MESSAGES + 5 }, () => write(guest, conversationId)),
    );
    expect(all.filter(({ statusCode }) => statusCode === 201)).toHaveLength(MAX_UNANSWERED_MESSAGES);
    const refused = await write(guest, conversationId);
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      {
        code: 'wait-for-answer',
        message: "They haven't answered your messages yet. Please give them a little time.",
      },
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600);
    // reading is not a reply
    await markConversationRead(ctx, donor, conversationId);
    expect((await write(guest, conversationId)).statusCode).toBe(429);
    expect((await write(donor, conversationId)).statusCode).toBe(201);
    expect((await write(guest, conversationId)).statusCode).toBe(201);
    clock.forward(DAY_MS + HOUR_MS);
    for (let nth = 0; nth < MAX_UNANSWERED_MESSAGES; nth++)
      expect((await write(guest, conversationId)).statusCode).toBe(201);
    expect((await write(guest, conversationId)).statusCode).toBe(429);
    clock.forward(DAY_MS + HOUR_MS);
    expect((await write(guest, conversationId)).statusCode).toBe(201);
  });

  test('allows 60 a minute over all conversations', async () => {
    const app = await testApp({ RATE_LIMITS: 'on' });
    const [ana, bo] = [await app.createPerson(), await app.createPerson()];
    const soup = await createListing(app.ctx, bo.caller, listingBody(app.clock));
    const { conversationId } = await claimListing(app.ctx, ana.caller, soup.id);
    const say = async (who: TestPerson, about = conversationId) => {
      const url = `/api/conversations/${about}/messages`;
      return (await app.as(who, { method: 'POST', url, payload: { content: 'x' } })).statusCode;
    };
    for (let nth = 1; nth <= 60; nth++) {
      expect(await say(ana)).toBe(201);
      if (nth % 15 === 0) await say(bo);
    }
    expect([await say(ana), await say(bo)]).toEqual([429, 201]);
    // another person's conversation is 404, also past the limit
    expect(await say(ana, app.newId())).toBe(404);
  });
});

describe('a conversation that closes later', () => {
  test('accepts messages until then; a later time does not reopen it', async () => {
    const { donor, guest, conversationId } = await pair();
    const closeAt = (at?: Date) =>
      inTransaction(ctx, (tx) => messaging.closeConversation(tx, conversationId, at));
    await closeAt(new Date(clock.at + 2 * HOUR_MS));
    expect((await entryOf(guest))?.readOnly).toBe(false);
    await sendMessage(ctx, guest, conversationId, 'I was there');
    clock.forward(2 * HOUR_MS);
    expect((await entryOf(donor))?.readOnly).toBe(true);
    const closed = { status: 409, code: 'conversation-closed' };
    await expect(sendMessage(ctx, guest, conversationId, 'x')).rejects.toMatchObject(closed);
    await closeAt(new Date(clock.at + HOUR_MS));
    await expect(sendMessage(ctx, guest, conversationId, 'x')).rejects.toMatchObject(closed);
  });

  test('is closed when a person closes their account', async () => {
    const { donor, guest, conversationId } = await pair();
    await inTransaction(ctx, (tx) =>
      messaging.closeConversation(tx, conversationId, new Date(clock.at + HOUR_MS)),
    );
    await inTransaction(ctx, (tx) => closePerson(tx, donor.userId));
    const entry = await entryOf(guest);
    expect([entry?.readOnly, entry?.lastMessage?.event]).toEqual([true, 'account_closed']);
  });
});
