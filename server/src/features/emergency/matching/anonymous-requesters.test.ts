import { DAY_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { closeAccount } from '#server/features/accounts/lifecycle/account-closure.ts';
import { markConversationRead } from '#server/features/messaging/conversations/mark-read.ts';
import { sendMessage } from '#server/features/messaging/messages/send-message.ts';
import { listConversations } from '#server/features/messaging/messaging.service.ts';
import * as moderation from '#server/features/moderation/blocks/blocks.ts';
import * as claims from '#server/features/claims/create/create-claim.ts';
import { acceptTime, proposeTime } from '#server/features/handovers/agreed-time/agree-time.ts';
import { getHandover } from '#server/features/handovers/handovers.queries.ts';
import { tellName, thankForHandover } from '#server/features/handovers/lifecycle/after-handover.ts';
import { completeHandover } from '#server/features/handovers/lifecycle/handover-actions.ts';
import type { TestCaller } from '#server/test/factories/claims-fixture.ts';
import { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import { refusalOf } from '#server/test/factories/handovers-fixture.ts';
import { makePhotoFixture } from '#server/test/photo-fixture.ts';
import { isBlockedFromMatch as mayNotHelp } from './anonymous-requesters.ts';
import { matchRequest } from './match-request.ts';
import { blockRequester } from '../requests/block-requester.ts';
import { expireRequests } from '../requests/end-request.ts';
import { getRequest } from '../requests/request-queries.ts';

const fixture = await emergencyFixture();
let base = '';
beforeAll(async () => {
  base = await fixture.listen();
});
const { pathOf, show } = makePhotoFixture(fixture, () => base);
const { as, ctx, person, donor, ask, listing } = fixture;

const LAST_NAME = 'Abara';
const get = async (who: TestCaller, url: string) => (await as(who, { url })).body;

/** A requester who writes and shows a place to their helper, who gives a listing or something else. */
async function helping({ gives, isNamed = false }: { gives: 'listing' | 'else'; isNamed?: boolean }) {
  const [ruth, helper] = [await person('Ruth', LAST_NAME), await donor()];
  const { id } = await ask(ruth, { showsFirstName: isNamed });
  const food = gives === 'listing' ? await listing(helper) : null;
  const { match } = await matchRequest(ctx, helper, id, {
    listingId: food?.id ?? null,
    servings: null,
  });
  if (!match) throw new Error('it was not matched');
  const { conversationId, handover } = match;
  await sendMessage(ctx, ruth, conversationId, 'Thank you!');
  await proposeTime(ctx, ruth, handover.id, new Date(fixture.clock.at + 3_600_000));
  await acceptTime(ctx, helper, handover.id, new Date(fixture.clock.at + 3_600_000));
  await fixture.reveal(ruth, id, { address: '230 East 44th Street' });
  return { ruth, helper, id, conversationId, handoverId: handover.id, claimId: handover.claimId, food };
}
const isBlockedFromMatch = (helper: TestCaller, requester: TestCaller): Promise<boolean> =>
  mayNotHelp(ctx, { helperId: helper.userId, requesterId: requester.userId }, { isRejoin: false });
const release = (id: string) => ({ method: 'POST', url: `/api/handovers/${id}/release` }) as const;

type Scene = Awaited<ReturnType<typeof helping>>;

/** All data that identifies the requester to the helper, by call. */
async function everythingOf({ helper, id, conversationId, handoverId, claimId }: Scene): Promise<string[]> {
  const feed = (await as(helper, { method: 'POST', url: '/api/users/calendar-feed' })).json();
  const urls = [
    `/api/emergency-requests/${id}`,
    '/api/emergency-requests?side=helping',
    `/api/handovers/${handoverId}`,
    `/api/handovers/${handoverId}/pickup.ics`,
    '/api/conversations',
    `/api/conversations/${conversationId}/messages`,
    '/api/notifications',
    '/api/blocks',
    '/api/users/export',
    ...(claimId ? ['/api/claims?side=theirs'] : []),
  ];
  const told = [`calendar ${await get(helper, new URL(feed.url).pathname)}`];
  for (const url of urls) told.push(`${url} ${await get(helper, url)}`);
  return told;
}
const naming = async (scene: Scene, words: readonly string[]) =>
  (await everythingOf(scene)).filter((told) => words.some((word) => told.includes(word)));

it.each(['listing', 'else'] as const)(
  'a helper who gives a %s gets no data that identifies the requester, in any call',
  async (gives) => {
    const scene = await helping({ gives });
    const { ruth, helper, id, conversationId } = scene;
    expect(await naming(scene, [ruth.userId, 'Ruth', LAST_NAME, '"RA"'])).toEqual([]);
    const { conversations } = await listConversations(ctx, helper);
    expect(conversations).toMatchObject([
      {
        id: conversationId,
        otherUser: { id, isAnonymous: true, displayName: 'A neighbor', initials: 'A', lastName: '' },
      },
    ]);
    expect((await as(helper, { url: `/api/users/${id}` })).statusCode).toBe(404);
    // the requester knows who comes
    const [hers] = (await listConversations(ctx, ruth)).conversations;
    expect(hers?.otherUser).toMatchObject({ id: helper.userId, isAnonymous: false, firstName: 'Dora' });
    // and after the match has ended without a meeting
    await fixture.release(helper, id);
    expect(await naming(scene, [ruth.userId, 'Ruth', LAST_NAME])).toEqual([]);
  },
);

it('shows only the first name, if the requester chose to show it', async () => {
  const scene = await helping({ gives: 'listing', isNamed: true });
  expect(await naming(scene, [scene.ruth.userId, LAST_NAME, '"RA"'])).toEqual([]);
  const { otherUser } = (await listConversations(ctx, scene.helper)).conversations[0] ?? {};
  expect(otherUser).toMatchObject({ displayName: 'Ruth', initials: 'R', isAnonymous: true });
});

it('a neighbor is called so in the language of the helper, else of their device', async () => {
  const { helper, conversationId, id } = await helping({ gives: 'listing' });
  const inGerman = { 'accept-language': 'de-DE,de;q=0.9,en;q=0.8' };
  const namesIn = async () => {
    const urls = [
      '/api/conversations',
      `/api/conversations/${conversationId}/messages`,
      '/api/claims?side=theirs',
      `/api/emergency-requests/${id}`,
    ];
    const replies = await Promise.all(urls.map((url) => as(helper, { url, headers: inGerman })));
    return replies.map(({ body }) => [/Jemand von nebenan/.test(body), /A neighbor/.test(body)]);
  };
  expect(await namesIn()).toEqual([
    [true, false],
    [true, false],
    [true, false],
    [true, false],
  ]);
  await as(helper, { method: 'PUT', url: '/api/users/profile', payload: { language: 'en' } });
  expect((await namesIn()).at(0)).toEqual([false, true]);
});

it.each(['listing', 'else'] as const)(
  'a requester whom a helper met, giving a %s, stays anonymous until they tell their name',
  async (gives) => {
    const scene = await helping({ gives });
    const { ruth, helper, id, conversationId, handoverId } = scene;
    const claimed = await claims.claimListing(ctx, ruth, (await listing(helper)).id, 1);
    const byName = async () =>
      (await listConversations(ctx, helper)).conversations.find((one) => one.id === claimed.conversationId)
        ?.otherUser;
    expect(await refusalOf(tellName(ctx, ruth, handoverId))).toMatchObject({ code: 'not-handed-over' });
    for (const who of [helper, ruth]) await completeHandover(ctx, who, handoverId);
    // a claim by name does not show that the two have met
    expect(await byName()).toMatchObject({ displayName: 'Ruth', lastName: '' });
    expect(await refusalOf(tellName(ctx, helper, handoverId))).toMatchObject({ status: 403 });
    expect(await getHandover(ctx, ruth, handoverId)).toMatchObject({ receiverNamed: false });

    expect(await tellName(ctx, ruth, handoverId)).toMatchObject({ receiverNamed: true });
    expect(await tellName(ctx, ruth, handoverId)).toMatchObject({ receiverNamed: true });
    const told = (await listConversations(ctx, helper)).conversations.find(
      (one) => one.id === conversationId,
    );
    expect(told).toMatchObject({
      otherUser: { id: ruth.userId, lastName: LAST_NAME, isAnonymous: false },
      lastMessage: { event: 'name_told', senderId: ruth.userId },
    });
    expect(await getRequest(ctx, helper, id)).toMatchObject({
      requester: { id: ruth.userId, firstName: 'Ruth', lastName: LAST_NAME },
    });
    expect(await byName()).toMatchObject({ lastName: LAST_NAME });
  },
);

it('when a neighbor reads tells their helper nothing, until they tell their name', async () => {
  const { ruth, helper, conversationId, handoverId } = await helping({ gives: 'else' });
  const readUpTo = async () => (await listConversations(ctx, helper)).conversations[0]?.otherReadAt ?? '';
  const toldOf = async (reader: TestCaller) => {
    const { rows } = await fixture.pool.query<{ people: string[] }>(
      `select people from live_event where kind = 'conversation_read' and payload->>'personId' = $1`,
      [reader.userId],
    );
    return rows.at(-1)?.people;
  };
  const before = await readUpTo();
  const read = async (reader: TestCaller) => {
    fixture.clock.forward(MINUTE_MS);
    const other = reader === ruth ? helper : ruth;
    const { createdAt } = await sendMessage(ctx, other, conversationId, 'Hello');
    await markConversationRead(ctx, reader, conversationId);
    return createdAt;
  };
  await read(ruth);
  expect([await readUpTo(), await toldOf(ruth)]).toEqual([before, [ruth.userId]]);
  await read(helper);
  expect(await toldOf(helper)).toContain(ruth.userId);
  await completeHandover(ctx, helper, handoverId);
  await completeHandover(ctx, ruth, handoverId);
  await tellName(ctx, ruth, handoverId);
  expect(await read(ruth)).toBe(await readUpTo());
});

it('a requester whom a helper met is in no call by name, and asks again as a neighbor', async () => {
  const scene = await helping({ gives: 'listing' });
  const { ruth, helper, handoverId } = scene;
  for (const who of [helper, ruth]) await completeHandover(ctx, who, handoverId);
  await thankForHandover(ctx, ruth, handoverId);
  expect(await naming(scene, [ruth.userId, 'Ruth', LAST_NAME, '"RA"'])).toEqual([]);
  await tellName(ctx, ruth, handoverId);
  const { id } = await ask(ruth);
  const { match } = await matchRequest(ctx, helper, id);
  expect(match?.handover.receiver).toMatchObject({ id, displayName: 'A neighbor' });
});

it.each(['the request', 'the conversation'])(
  'a block by %s ends the match, prevents another one, and reveals no name',
  async (by) => {
    const scene = await helping({ gives: 'listing' });
    const { ruth, helper, id, food, handoverId } = scene;
    const hers = await listing(ruth);
    const seen = () => get(helper, `/api/food-listings/${hers.id}`);
    const before = await seen();
    const url = by === 'the request' ? `/api/emergency-requests/${id}/block` : '/api/blocks';
    const payload = by === 'the request' ? {} : { payload: { userId: id } };
    expect((await as(helper, { method: 'POST', url, ...payload })).statusCode).toBe(204);
    expect(await getHandover(ctx, helper, handoverId)).toMatchObject({ status: 'released' });
    expect((await listConversations(ctx, helper)).conversations).toMatchObject([
      { otherUser: { id }, readOnly: true },
    ]);
    expect(await naming(scene, [ruth.userId, 'Ruth', LAST_NAME])).toEqual([]);
    expect((await moderation.listBlocks(ctx, helper)).map((block) => block.person.id)).toEqual([id]);
    // nothing of the person is missing
    expect(await seen()).toBe(before);
    expect(await moderation.isBlockedBetween(ctx, helper.userId, ruth.userId)).toBe(false);
    expect(await isBlockedFromMatch(helper, ruth)).toBe(true);
    await moderation.unblockPerson(ctx, helper, id);
    expect(await isBlockedFromMatch(helper, ruth)).toBe(false);
    expect(food).not.toBeNull();
  },
);

it('a requester who told their name is blocked as a person, one who was only met by the request', async () => {
  for (const isTold of [false, true]) {
    const { ruth, helper, id, handoverId } = await helping({ gives: 'else' });
    for (const who of [helper, ruth]) await completeHandover(ctx, who, handoverId);
    if (isTold) await tellName(ctx, ruth, handoverId);
    await blockRequester(ctx, helper, id);
    const blocked = (await moderation.listBlocks(ctx, helper)).map((block) => block.person.id);
    expect(blocked).toEqual([isTold ? ruth.userId : id]);
  }
});

it('a name is not told across a block', async () => {
  const { ruth, helper, handoverId } = await helping({ gives: 'else' });
  for (const who of [helper, ruth]) await completeHandover(ctx, who, handoverId);
  await moderation.blockPerson(ctx, ruth, helper.userId);
  expect(await refusalOf(tellName(ctx, ruth, handoverId))).toMatchObject({ code: 'conversation-closed' });
});

it('a match with a listing that the requester has claimed does not use that claim', async () => {
  const [ruth, helper] = [await person('Ruth', LAST_NAME), await donor()];
  const food = await listing(helper);
  await claims.claimListing(ctx, ruth, food.id, 1);
  const { id } = await ask(ruth);
  const { match } = await matchRequest(ctx, helper, id, { listingId: food.id, servings: null });
  expect(match?.handover).toMatchObject({ claimId: null, listingId: null, emergencyRequestId: id });
  const { conversations } = await listConversations(ctx, helper);
  expect(conversations.find((one) => one.id === match?.conversationId)?.otherUser.id).toBe(id);
});

it.each(['listing', 'else'] as const)(
  'a block of a person does not reveal the requester to a helper who gives a %s',
  async (gives) => {
    const scene = await helping({ gives });
    const { ruth, helper, id, conversationId, handoverId } = scene;
    const photo = await pathOf(ruth);
    await sendMessage(ctx, ruth, conversationId, 'This door', null, photo);
    const seen = async () => [
      ...(await everythingOf(scene)).filter((told) => !/^\/api\/(blocks|users\/export) /.test(told)),
      (await show(helper, photo)).statusCode,
    ];
    const hers = async () => [
      await getRequest(ctx, ruth, id),
      await get(ruth, '/api/conversations'),
      await get(ruth, `/api/conversations/${conversationId}/messages`),
      await get(ruth, `/api/handovers/${handoverId}`),
      ...(scene.claimId ? [await get(ruth, '/api/claims')] : []),
    ];
    const before = [await seen(), await hers()];
    const payload = { userId: ruth.userId };
    expect((await as(helper, { method: 'POST', url: '/api/blocks', payload })).statusCode).toBe(204);
    expect((await as(helper, { url: `/api/users/${ruth.userId}` })).statusCode).toBe(404);
    expect([await seen(), await hers()]).toEqual(before);
    // both continue: messages, notifications, and the handover
    await sendMessage(ctx, helper, conversationId, 'On my way');
    await sendMessage(ctx, ruth, conversationId, 'See you');
    await expect.poll(() => get(helper, '/api/notifications')).toContain('message_received');
    const [listed] = (await listConversations(ctx, helper)).conversations;
    expect(listed).toMatchObject({ readOnly: false, lastMessage: { content: 'See you', senderId: id } });
    // also after it has ended
    expect((await as(helper, release(handoverId))).statusCode).toBe(200);
    expect((await as(helper, release(handoverId))).statusCode).toBe(200);
    // and for another match
    await expect(matchRequest(ctx, helper, id)).rejects.toMatchObject({ code: 'already-helped' });
  },
);

it.each(['listing', 'else'] as const)(
  'blocking a helper who gives a %s does not reveal the requester',
  async (gives) => {
    const scene = await helping({ gives });
    const { ruth, helper, id, conversationId, handoverId } = scene;
    const hers = await listing(ruth);
    const look = async () => [
      await get(helper, `/api/users/${ruth.userId}`),
      await get(helper, `/api/users/${ruth.userId}/food-listings`),
      await get(helper, `/api/food-listings/${hers.id}`),
      (await as(helper, { url: '/api/food-listings' })).json().map((food: { id: string }) => food.id),
    ];
    const before = await look();
    const payload = { userId: helper.userId };
    const block = () => as(ruth, { method: 'POST', url: '/api/blocks', payload });
    expect([(await block()).statusCode, (await block()).statusCode]).toEqual([204, 204]);
    // it ends what the two had, as far as that has no name
    expect(await getHandover(ctx, helper, handoverId)).toMatchObject({
      status: 'released',
      endedBy: 'receiver',
    });
    for (const who of [ruth, helper])
      await expect(sendMessage(ctx, who, conversationId, 'Hello?')).rejects.toMatchObject({
        code: 'conversation-closed',
      });
    expect((await get(helper, `/api/emergency-requests?side=helping`)).includes('44th')).toBe(false);
    await expect(matchRequest(ctx, helper, id)).rejects.toMatchObject({ status: 409 });
    // and nothing of her is missing
    expect(await look()).toEqual(before);
    expect(await naming(scene, [ruth.userId, 'Ruth', LAST_NAME])).toEqual([]);
    // she knows whom she has blocked
    expect((await moderation.listBlocks(ctx, ruth)).map((one) => one.person)).toMatchObject([
      { id: helper.userId, displayName: 'Dora L.' },
    ]);
    const url = `/api/blocks/${helper.userId}`;
    expect((await as(ruth, { method: 'DELETE', url })).statusCode).toBe(204);
    expect(await moderation.listBlocks(ctx, ruth)).toEqual([]);
    expect(await isBlockedFromMatch(helper, ruth)).toBe(false);
  },
);

it('blocking a helper who also knows the requester by name blocks the person', async () => {
  const { ruth, helper } = await helping({ gives: 'else' });
  await claims.claimListing(ctx, ruth, (await listing(helper)).id, 1);
  await moderation.blockPerson(ctx, ruth, helper.userId);
  expect(await moderation.isBlockedBetween(ctx, ruth.userId, helper.userId)).toBe(true);
});

it.each(['helper', 'requester'] as const)(
  'a waiting conversation stays closed once the %s has blocked the other',
  async (by) => {
    const [ruth, silent, next] = [await person('Ruth'), await donor(), await donor()];
    const { id } = await ask(ruth);
    const { match } = await matchRequest(ctx, silent, id);
    fixture.clock.forward(21 * MINUTE_MS);
    await expireRequests(ctx);
    expect((await getRequest(ctx, ruth, id)).waitingHelpers).toHaveLength(1);
    await moderation.blockPerson(ctx, by === 'helper' ? silent : ruth, by === 'helper' ? id : silent.userId);
    expect((await getRequest(ctx, ruth, id)).waitingHelpers).toEqual([]);
    await matchRequest(ctx, next, id);
    await fixture.release(next, id);
    for (const who of [ruth, silent])
      await expect(sendMessage(ctx, who, match?.conversationId ?? '', 'Hello?')).rejects.toMatchObject({
        code: 'conversation-closed',
      });
  },
);

/** What the helper sees of the conversations with one who asked: name, messages, read marks, whether they may write. */
const conversationsOf = async ({ helper, conversationId }: Scene) => ({
  list: (await as(helper, { url: '/api/conversations' })).json(),
  messages: (await as(helper, { url: `/api/conversations/${conversationId}/messages` })).json(),
});

describe('a closed account', () => {
  it.each(['listing', 'else'] as const)(
    'of one who got a %s changes nothing before a helper who knows a neighbor only',
    async (gives) => {
      const scene = await helping({ gives });
      const { ruth, helper, conversationId, handoverId } = scene;
      const own = await listing(ruth);
      await sendMessage(ctx, helper, conversationId, 'It is warm.');
      await markConversationRead(ctx, ruth, conversationId);
      await completeHandover(ctx, helper, handoverId);
      await completeHandover(ctx, ruth, handoverId);
      const before = await conversationsOf(scene);
      expect(before.list).toMatchObject([{ readOnly: false, otherUser: { displayName: 'A neighbor' } }]);
      expect(await closeAccount(ctx, ruth, undefined)).toBeTruthy();
      expect((await as(helper, { url: `/api/food-listings/${own.id}` })).json()).not.toMatchObject({
        status: 'posted',
      });
      expect(await conversationsOf(scene)).toEqual(before);
      // nobody reads this; the conversation closes later
      await sendMessage(ctx, helper, conversationId, 'How was it?');
      fixture.clock.forward(30 * DAY_MS);
      await expect(sendMessage(ctx, helper, conversationId, 'Hello?')).rejects.toMatchObject({
        code: 'conversation-closed',
      });
    },
  );

  it('leaves a waiting conversation open until others see the end of the request', async () => {
    const [ruth, helper] = [await person('Ruth', LAST_NAME), await donor()];
    const { id } = await ask(ruth);
    const { match } = await matchRequest(ctx, helper, id);
    fixture.clock.forward(21 * MINUTE_MS);
    await expireRequests(ctx);
    const readOnly = async () => (await listConversations(ctx, helper)).conversations[0]?.readOnly;
    expect([match !== null, await readOnly()]).toEqual([true, false]);
    await closeAccount(ctx, ruth, undefined);
    expect(await readOnly()).toBe(false);
    const shown = await fixture.pool.query<{ until: Date }>(
      'select shown_until as until from emergency_request where id = $1',
      [id],
    );
    fixture.clock.at = shown.rows[0]?.until.getTime() ?? 0;
    expect(await readOnly()).toBe(true);
  });
});
