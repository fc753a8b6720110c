import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { MAX_UNANSWERED } from '@openlarder/domain/messaging/unanswered.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/sessions.ts';
import { claimsGround, type Somebody } from '#server/testing/factories/claims-ground.ts';
import type { TestPerson } from '#server/testing/factories/people.ts';
import { listingBody } from '#server/testing/factories/personas.ts';
import { testApp } from '#server/testing/test-app.ts';

const ground = await claimsGround();
const { as, messaging, claims, moderation, notifications, clock, person, listing, db } = ground;

async function pair(): Promise<{ donor: Somebody; guest: Somebody; conversationId: string }> {
  const [donor, guest] = [await person('Ada', 'Okafor'), await person('Ben', 'Ito')];
  const { conversationId } = await claims.claimListing(guest, (await listing(donor)).id);
  return { donor, guest, conversationId };
}
const entryOf = async (who: Caller) => (await messaging.listConversations(who)).conversations[0];
const unreadOf = async (who: Caller) => (await entryOf(who))?.unreadCount;
const readUpTo = async (who: Caller) => (await entryOf(who))?.otherReadAt;
const untold = async (who: Caller): Promise<number> =>
  (await notifications.list(who)).notifications.filter(
    ({ kind, readAt }) => kind === 'message_received' && readAt === null,
  ).length;
const idsOf = async (who: Caller, conversationId: string, cursor: string | null, limit: number) => {
  const { messages, nextCursor } = await messaging.listMessages(who, conversationId, { limit, cursor });
  return { ids: messages.map(({ id }) => id), nextCursor };
};

describe('reading', () => {
  test('up to what was seen leaves unread what came since, with its notification', async () => {
    const { donor, guest, conversationId } = await pair();
    const seen = await messaging.sendMessage(guest, conversationId, 'One');
    const unseen = await messaging.sendMessage(guest, conversationId, 'Two');
    await messaging.readConversation(donor, conversationId, seen.id);
    expect([await unreadOf(donor), await untold(donor)]).toEqual([1, 1]);
    expect(await readUpTo(guest)).toBe(seen.createdAt);
    await messaging.readConversation(donor, conversationId, unseen.id);
    expect([await unreadOf(donor), await untold(donor)]).toEqual([0, 0]);
    // a tab that is behind takes nothing back
    await messaging.readConversation(donor, conversationId, seen.id);
    expect([await unreadOf(donor), await readUpTo(guest)]).toEqual([0, unseen.createdAt]);
  });

  test('is of messages of this conversation', async () => {
    const [{ donor, conversationId }, elsewhere] = [await pair(), await pair()];
    const other = await messaging.sendMessage(elsewhere.guest, elsewhere.conversationId, 'Hi');
    for (const upTo of [other.id, ground.newId()])
      await expect(messaging.readConversation(donor, conversationId, upTo)).rejects.toMatchObject({
        status: 404,
      });
    expect(await unreadOf(donor)).toBe(1);
  });

  test('does not happen by writing: what came in the same moment stays unread', async () => {
    const { donor, guest, conversationId } = await pair();
    await messaging.readConversation(donor, conversationId);
    await messaging.sendMessage(guest, conversationId, 'I cannot find the door');
    await messaging.sendMessage(donor, conversationId, 'See you at six');
    expect([await unreadOf(donor), await untold(donor)]).toEqual([1, 1]);
  });

  test('ends in no notification left over, however reads and messages meet', async () => {
    const { donor, guest, conversationId } = await pair();
    for (let nth = 0; nth < 10; nth++) {
      await Promise.all([
        messaging.sendMessage(guest, conversationId, `message ${nth}`),
        messaging.readConversation(donor, conversationId),
        messaging.readConversation(donor, conversationId),
      ]);
      expect(await untold(donor)).toBe((await unreadOf(donor)) === 0 ? 0 : 1);
      await messaging.sendMessage(donor, conversationId, 'Yes');
    }
  });

  test('across a block tells the other nothing more, in either direction', async () => {
    for (const who of ['donor', 'guest'] as const) {
      const both = await pair();
      const { donor, guest, conversationId } = both;
      await messaging.sendMessage(guest, conversationId, 'One');
      await messaging.sendMessage(donor, conversationId, 'Two');
      await messaging.readConversation(donor, conversationId);
      await messaging.readConversation(guest, conversationId);
      clock.forward(HOUR_MS);
      const [blocker, blocked] = who === 'donor' ? [donor, guest] : [guest, donor];
      await moderation.blockPerson(blocker, blocked.userId);
      const before = [await readUpTo(donor), await readUpTo(guest)];
      clock.forward(HOUR_MS);
      await inTransaction(db, (tx) => messaging.say(tx, conversationId, 'lapsed', null));
      await messaging.readConversation(donor, conversationId);
      await messaging.readConversation(guest, conversationId);
      expect([await unreadOf(donor), await unreadOf(guest)]).toEqual([0, 0]);
      expect([await readUpTo(donor), await readUpTo(guest)]).toEqual(before);
      await moderation.unblockPerson(blocker, blocked.userId);
      await inTransaction(db, (tx) => messaging.say(tx, conversationId, 'lapsed', null));
      await messaging.readConversation(guest, conversationId);
      expect(await readUpTo(donor)).toBe((await entryOf(guest))?.updatedAt);
    }
  });

  test('is counted over all conversations, in a header of every page', async () => {
    const { donor, guest, conversationId } = await pair();
    const other = await claims.claimListing(guest, (await listing(donor)).id);
    const count = async (who: Somebody) =>
      (await as(who, { url: '/api/conversations?limit=1' })).headers['x-unread-count'];
    expect([await count(donor), await count(guest)]).toEqual(['2', '0']);
    await messaging.readConversation(donor, conversationId);
    expect(await count(donor)).toBe('1');
    await messaging.sendMessage(donor, other.conversationId, 'Hello');
    expect([await count(donor), await count(guest)]).toEqual(['1', '1']);
  });
});

describe('pages', () => {
  test('have no gap and no message twice while new ones come, at any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 15 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 6 }),
        async (said, limit, arriving) => {
          const { donor, guest, conversationId } = await pair();
          const sentBy = async (isDonor: boolean) =>
            (await messaging.sendMessage(isDonor ? donor : guest, conversationId, 'x')).id;
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
          // behind the first one, which says that it was claimed
          expect(read.slice(1)).toEqual(sent);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('are in the order of what caused what, although all of it has one time of day', async () => {
    const { donor, guest, conversationId } = await pair();
    const sent: string[] = [];
    for (let nth = 0; nth < 8; nth++) {
      const who = nth % 2 ? donor : guest;
      sent.push((await messaging.sendMessage(who, conversationId, `${nth}`)).id);
      await inTransaction(db, (tx) => messaging.say(tx, conversationId, 'coming', guest.userId));
    }
    const { ids } = await idsOf(donor, conversationId, null, 100);
    expect(ids.filter((id) => sent.includes(id))).toEqual(sent);
    expect(ids).toHaveLength(17);
  });
});

describe('how much one may write', () => {
  const write = (who: Somebody, conversationId: string) =>
    as(who, {
      method: 'POST',
      url: `/api/conversations/${conversationId}/messages`,
      payload: { content: 'x' },
    });

  test('is twenty without an answer in a day; an answer, or what they do, opens it again', async () => {
    const { donor, guest, conversationId } = await pair();
    const all = await Promise.all(
      Array.from({ length: MAX_UNANSWERED + 5 }, () => write(guest, conversationId)),
    );
    expect(all.filter(({ statusCode }) => statusCode === 201)).toHaveLength(MAX_UNANSWERED);
    const refused = await write(guest, conversationId);
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      {
        code: 'wait-for-answer',
        message: 'You have written a lot without an answer. Please give them a little time.',
      },
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600);
    // having read it is no answer
    await messaging.readConversation(donor, conversationId);
    expect((await write(guest, conversationId)).statusCode).toBe(429);
    expect((await write(donor, conversationId)).statusCode).toBe(201);
    expect((await write(guest, conversationId)).statusCode).toBe(201);
    clock.forward(DAY_MS + HOUR_MS);
    for (let nth = 0; nth < MAX_UNANSWERED; nth++)
      expect((await write(guest, conversationId)).statusCode).toBe(201);
    expect((await write(guest, conversationId)).statusCode).toBe(429);
    clock.forward(DAY_MS + HOUR_MS);
    expect((await write(guest, conversationId)).statusCode).toBe(201);
  });

  test('is sixty a minute over all conversations', async () => {
    const app = await testApp({ RATE_LIMITS: 'on' });
    const [ana, bo] = [await app.plantPerson(), await app.plantPerson()];
    const { listings, claims: taking } = app.features;
    const soup = await listings.createListing(bo.caller, listingBody(app.clock));
    const { conversationId } = await taking.claimListing(ana.caller, soup.id);
    const say = async (who: TestPerson, about = conversationId) => {
      const url = `/api/conversations/${about}/messages`;
      return (await app.as(who, { method: 'POST', url, payload: { content: 'x' } })).statusCode;
    };
    for (let nth = 1; nth <= 60; nth++) {
      expect(await say(ana)).toBe(201);
      if (nth % 15 === 0) await say(bo);
    }
    expect([await say(ana), await say(bo)]).toEqual([429, 201]);
    // somebody else's conversation does not exist, however much was written
    expect(await say(ana, app.newId())).toBe(404);
  });
});

describe('a conversation that closes later', () => {
  test('can be written in until then, and a later time does not open it again', async () => {
    const { donor, guest, conversationId } = await pair();
    const closeAt = (at?: Date) =>
      inTransaction(db, (tx) => messaging.closeConversation(tx, conversationId, at));
    await closeAt(new Date(clock.at + 2 * HOUR_MS));
    expect((await entryOf(guest))?.readOnly).toBe(false);
    await messaging.sendMessage(guest, conversationId, 'I was there');
    clock.forward(2 * HOUR_MS);
    expect((await entryOf(donor))?.readOnly).toBe(true);
    const closed = { status: 409, code: 'conversation-closed' };
    await expect(messaging.sendMessage(guest, conversationId, 'x')).rejects.toMatchObject(closed);
    await closeAt(new Date(clock.at + HOUR_MS));
    await expect(messaging.sendMessage(guest, conversationId, 'x')).rejects.toMatchObject(closed);
  });

  test('is ended by whoever leaves meanwhile', async () => {
    const { donor, guest, conversationId } = await pair();
    await inTransaction(db, (tx) =>
      messaging.closeConversation(tx, conversationId, new Date(clock.at + HOUR_MS)),
    );
    await inTransaction(db, (tx) => messaging.closePerson(tx, donor.userId));
    const entry = await entryOf(guest);
    expect([entry?.readOnly, entry?.lastMessage?.event]).toEqual([true, 'account_closed']);
  });
});
