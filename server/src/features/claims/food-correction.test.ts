import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { expect, test } from 'vitest';
import { releaseHandover } from '#server/features/handovers/lifecycle/handover-actions.ts';
import { changeListing } from '#server/features/listings/share/change-listing.ts';
import { HANDOVER_KINDS, handoversFixture, refusalOf } from '#server/test/factories/handovers-fixture.ts';
import { listMessages } from '#server/features/messaging/messaging.service.ts';
import { markConversationRead } from '#server/features/messaging/conversations/mark-read.ts';
import { markRead } from '#server/features/notifications/notifications.service.ts';
import { makeRateLimits } from '#server/platform/http/rate-limits.ts';
import { FIRST_PAGE } from '#server/platform/http/paging.ts';
import { claimLimits } from './create/create-claim.ts';
import { getClaim } from './claims.queries.ts';

const { ctx, clock, eventsOf, notificationsOf, opened } = await handoversFixture();

const corrections = async (who: Parameters<typeof notificationsOf>[0]) =>
  (await notificationsOf(who)).filter(({ kind }) => kind === 'food_corrected');

test.each(HANDOVER_KINDS.filter((kind) => kind !== 'match'))(
  'what is in the food of a %s can be corrected when all is claimed; who has claimed is told',
  async (kind) => {
    const scene = await opened(kind, {}, 4);
    const { giver, receiver, claimId, listingId } = scene;
    const change = (body: object) => changeListing(ctx, giver, listingId ?? '', body);
    expect(await change({ allergens: ['peanuts'] })).toMatchObject({
      status: 'claimed',
      allergens: ['peanuts'],
    });
    expect((await eventsOf(scene)).at(-1)).toEqual(['food_corrected', 'giver']);
    expect(await corrections(receiver)).toMatchObject([
      { subject: { type: 'claim', id: claimId }, correction: { added: ['peanuts'] } },
    ]);
    expect((await getClaim(ctx, receiver, claimId ?? '')).listing.allergens).toEqual(['peanuts']);
    // the same again tells no one
    await change({ allergens: ['peanuts'] });
    expect(await corrections(receiver)).toHaveLength(1);
    // dates too, an earlier one as well
    await markRead(ctx, receiver, null);
    await change({ bestByDate: new Date(clock.at + HOUR_MS).toISOString(), dateKind: 'use_by' });
    expect(await corrections(receiver)).toHaveLength(2);
    expect(await refusalOf(change({ title: 'Other' }))).toMatchObject({ code: 'has-claims' });
    expect(await refusalOf(change({ allergens: [], estimatedServings: 9 }))).toMatchObject({
      code: 'not-posted',
    });
  },
);

test('the claimer is told which allergen was added and which taken away, in the chat and the bell', async () => {
  const { giver, receiver, listingId, conversationId } = await opened('claim', {}, 1);
  const change = (body: object) => changeListing(ctx, giver, listingId ?? '', body);
  const read = async () => {
    await markConversationRead(ctx, receiver, conversationId);
    await markRead(ctx, receiver, null);
  };
  await change({ allergens: ['eggs'] });
  await read();
  await change({ allergens: ['milk', 'gluten'] });
  const { messages } = await listMessages(ctx, receiver, conversationId, FIRST_PAGE);
  expect(messages.at(-1)).toMatchObject({
    correction: { added: ['milk', 'gluten'], removed: ['eggs'] },
    content: expect.stringContaining('it contains milk and gluten, no longer eggs. Please check'),
  });
  expect((await corrections(receiver))[0]).toMatchObject({ correction: { removed: ['eggs'] } });
  // dates alone, and to state nothing, name none
  await read();
  await change({ allergens: null });
  expect((await corrections(receiver))[0]?.correction).toMatchObject({ added: [], removed: [] });
});

test('corrections that the claimer has not read are one in the bell, by mail and in the chat, and say all of it', async () => {
  const scene = await opened('claim', {}, 1);
  const { giver, receiver, listingId, conversationId } = scene;
  const change = (allergens: Allergen[]) => changeListing(ctx, giver, listingId ?? '', { allergens });
  for (let turn = 0; turn < 3; turn++) {
    await change(['eggs']);
    await change([]);
  }
  await change(['milk']);
  await change(['milk', 'eggs']);
  const correction = { added: ['milk', 'eggs'], removed: [] };
  expect(await corrections(receiver)).toMatchObject([{ correction, readAt: null }]);
  const { messages } = await listMessages(ctx, receiver, conversationId, FIRST_PAGE);
  expect(messages.filter(({ event }) => event === 'food_corrected')).toMatchObject([{ correction }]);
  expect(messages.at(-1)).toMatchObject({ correction });
  await markConversationRead(ctx, receiver, conversationId);
  await markRead(ctx, receiver, null);
  await change(['milk']);
  expect(await corrections(receiver)).toMatchObject([{ correction: { removed: ['eggs'] } }, { correction }]);
  expect((await eventsOf(scene)).filter(([event]) => event === 'food_corrected')).toHaveLength(2);
});

test('what the claimer may have been told by mail is said as it is now, with what else changed', async () => {
  const { giver, receiver, listingId, conversationId } = await opened('claim', {}, 1);
  const change = (body: object) => changeListing(ctx, giver, listingId ?? '', body);
  await change({ allergens: ['milk'] });
  await markConversationRead(ctx, receiver, conversationId);
  await markRead(ctx, receiver, null);
  const told = async () => {
    const [bell] = await corrections(receiver);
    const { messages } = await listMessages(ctx, receiver, conversationId, FIRST_PAGE);
    expect(messages.at(-1)?.correction).toEqual(bell?.correction);
    return messages.at(-1)?.content;
  };
  const useBy = (hours: number) => ({ bestByDate: new Date(clock.at + hours * HOUR_MS).toISOString() });
  await change({ allergens: [] });
  expect(await told()).toContain('it no longer contains milk. Please check');
  await change({ allergens: null });
  expect(await told()).toContain('corrected details of this food. Please check');
  await change({ allergens: ['milk'] });
  await change({ allergens: [] });
  await change({ allergens: ['milk'] });
  expect(await told()).toContain('it contains milk. Please check');
  await change(useBy(3));
  await change({ allergens: ['milk', 'soy'] });
  expect(await told()).toContain('it contains milk and soy, and other details changed. Please');
});

test('six corrections are taken a day, and twelve that only warn, by however small a step; added allergens always, and told', async () => {
  const { giver, receiver, listingId } = await opened('claim', {}, 1);
  const limited = { ...ctx, rateLimits: makeRateLimits({ db: ctx.db, secret: 'a secret' }) };
  const change = (body: object) => changeListing(limited, giver, listingId ?? '', body);
  const inHours = (hours: number) => new Date(clock.at + hours * HOUR_MS).toISOString();
  for (let nth = 0; nth < 6; nth++) await change({ description: `Loaf ${nth}` });
  for (const refused of [
    { allergens: [] },
    { diets: ['vegetarian', 'vegan'] },
    { bestByDate: inHours(400) },
    { description: 'Another loaf' },
  ])
    expect(await refusalOf(change(refused))).toMatchObject({ status: 429, key: 'too-many.corrections' });
  for (let nth = 0; nth < 12; nth++) await change({ bestByDate: inHours(20 - nth / 60) });
  expect(await refusalOf(change({ bestByDate: inHours(19) }))).toMatchObject({ key: 'too-many.warnings' });
  const added = { allergens: ['eggs', 'milk'], description: 'With egg and milk' };
  expect(await change(added)).toMatchObject(added);
  expect(await corrections(receiver)).toMatchObject([{ correction: { added: ['eggs', 'milk'] } }]);
  expect(await refusalOf(change({ allergens: ['soy', 'milk'] }))).toMatchObject({
    key: 'too-many.corrections',
  });
});

test.each([
  ['description', 'With walnuts on top'],
  ['title', 'Vegetables soup'],
])('another %s of claimed food is told; it becomes no other food', async (field, text) => {
  const { giver, receiver, listingId, conversationId } = await opened('claim', {}, 1);
  const change = (body: object) => changeListing(ctx, giver, listingId ?? '', body);
  await change({ [field]: text });
  expect(await corrections(receiver)).toMatchObject([{ correction: { added: [], datesOrDiets: true } }]);
  const { messages } = await listMessages(ctx, receiver, conversationId, FIRST_PAGE);
  expect(messages.at(-1)).toMatchObject({
    event: 'food_corrected',
    content: expect.stringContaining('corrected details of this food. Please check'),
  });
  expect(await refusalOf(change({ title: 'Liver paste' }))).toMatchObject({ status: 409 });
});

test.each([
  ['counts', false, 1],
  ['after a correction does not count', true, 0],
])('a release %s towards the claims of a day', async (_case, isCorrected, counted) => {
  const { giver, receiver, id, listingId } = await opened('claim', {}, 1);
  if (isCorrected) await changeListing(ctx, giver, listingId ?? '', { allergens: ['milk'] });
  expect(await claimLimits(ctx, receiver)).toMatchObject({ claimsInLastDay: 1 });
  await releaseHandover(ctx, receiver, id, 'cannot_come');
  expect(await claimLimits(ctx, receiver)).toMatchObject({ claimsInLastDay: counted });
});

test('what is in food can no longer be corrected once its claims have ended', async () => {
  const { giver, id, listingId } = await opened();
  await releaseHandover(ctx, giver, id, 'food_gone');
  expect(await refusalOf(changeListing(ctx, giver, listingId ?? '', { allergens: ['milk'] }))).toMatchObject({
    code: 'not-posted',
  });
});
