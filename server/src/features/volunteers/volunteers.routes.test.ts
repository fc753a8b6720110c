import type { HelpOffer, HelpOfferChange } from '@openlarder/domain/volunteers/volunteer-contract.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestPerson } from '#server/test/factories/people.ts';
import { testApp } from '#server/test/test-app.ts';
import { listHelpOffers } from './volunteers.service.ts';

const app = await testApp();
const { as, db } = app;
const OFFER: HelpOfferChange = {
  days: ['tuesday', 'saturday'],
  times: ['evening'],
  area: 'Around the library',
  transport: ['bicycle'],
};
const NOTHING: HelpOfferChange = { days: [], times: [], area: '', transport: [] };
let june: TestPerson;

beforeEach(async () => {
  await db.deleteFrom('help_offer').execute();
  june = await app.createPerson({ firstName: 'June', userType: 'volunteer' });
});

const say = (who: TestPerson, payload: unknown) =>
  as(who, { method: 'PUT', url: '/api/users/help-offer', payload: payload as object });
const read = async (who: TestPerson): Promise<HelpOffer> =>
  (await as(who, { url: '/api/users/help-offer' })).json();

describe('when, where and how a person can help', () => {
  test('is empty before they answer', async () => {
    expect(await read(june)).toEqual({ ...NOTHING, answeredAt: null });
  });

  test('is their last answer, each choice once and in the order of the list', async () => {
    await say(june, OFFER);
    const answer = await say(june, {
      ...OFFER,
      days: ['sunday', 'monday', 'sunday'],
      area: '  Midtown ',
      transport: ['car', 'on_foot'],
    });
    expect(answer.statusCode).toBe(200);
    const { answeredAt, ...offer } = await read(june);
    expect(offer).toEqual({
      days: ['monday', 'sunday'],
      times: ['evening'],
      area: 'Midtown',
      transport: ['on_foot', 'car'],
    });
    expect(answeredAt).toBe(app.clock.now().toISOString());
  });

  test('is visible to the person only', async () => {
    await say(june, OFFER);
    const other = await app.createPerson({ firstName: 'Ben' });
    expect(await read(other)).toEqual({ ...NOTHING, answeredAt: null });
    const card = await as(other, { url: `/api/users/${june.id}` });
    expect(card.body).not.toContain('library');
  });

  test('is listed for the admins unless it is empty', async () => {
    await say(june, OFFER);
    expect(await listHelpOffers(app.ctx)).toMatchObject([{ email: june.email, ...OFFER }]);
    await say(june, NOTHING);
    expect(await listHelpOffers(app.ctx)).toEqual([]);
    const { answeredAt, ...offer } = await read(june);
    expect(offer).toEqual(NOTHING);
    expect(answeredAt).not.toBeNull();
  });

  test('is in their export', async () => {
    await say(june, OFFER);
    const { volunteers } = (await as(june, { url: '/api/users/export' })).json<{ volunteers: unknown }>();
    expect(volunteers).toMatchObject(OFFER);
  });

  test.each([
    ['a day that is none', { ...OFFER, days: ['someday'] }],
    ['a time twice over', { ...OFFER, times: ['morning', 'morning', 'morning', 'morning'] }],
    ['an area as long as a letter', { ...OFFER, area: 'a'.repeat(121) }],
    ['no transport', { days: [], times: [], area: '' }],
  ])('refuses %s', async (_what, body) => {
    expect((await say(june, body)).statusCode).toBe(422);
    expect((await read(june)).answeredAt).toBeNull();
  });
});
