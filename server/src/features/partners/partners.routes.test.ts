import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { Notification } from '@openlarder/domain/notifications/notification-contract.ts';
import type {
  CreateSurplus,
  Partner,
  RecurringSurplus,
  SurplusQuestion,
} from '@openlarder/domain/partners/partner-contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { updateProfile } from '#server/features/accounts/profile/profile.ts';
import * as admin from '#server/features/moderation/admin/admin.service.ts';
import { forgetOld } from '#server/retentions.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import { testApp } from '#server/test/test-app.ts';
import { askAboutSurplus, lapseQuestions } from './surplus/ask-about-surplus.ts';

const app = await testApp({ TIME_ZONE: 'America/New_York' });
const { as, clock, ctx, db } = app;
/** A Monday. */
const at = (local: string, offset = '-04:00'): number => Date.parse(`${local}:00${offset}`);
const BUSINESS = {
  organizationName: 'Blue Door Bakery',
  organizationType: 'bakery',
  location: '5 Elm Street, Midtown',
  latitude: 40.758,
  longitude: -73.9855,
} as const;
const ROLLS = {
  title: 'Rolls',
  category: 'bakery_items',
  servings: 40,
  allergens: ['gluten'],
  weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  askAt: '20:00',
  pickupFrom: '20:00',
  pickupUntil: '21:00',
} as const satisfies Partial<CreateSurplus>;
const HOURS = [
  { weekday: 'friday', opens: '17:00', closes: '01:00' },
  { weekday: 'monday', opens: '07:00', closes: '20:30' },
];

let bakery: TestPerson;
let neighbor: TestPerson;
beforeEach(async () => {
  await db.deleteFrom('recurring_surplus').execute();
  clock.at = at('2026-05-04T12:00');
  bakery = await organization();
  neighbor = await app.createPerson({ firstName: 'Ben' });
});

async function organization(): Promise<TestPerson> {
  const person = await app.createPerson({ firstName: 'Rosa', userType: 'donor' });
  await updateProfile(ctx, person.caller, BUSINESS);
  return person;
}

async function call(
  who: TestPerson,
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  url: string,
  payload?: object,
) {
  const answer = await as(who, { method, url, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}
async function get<Body>(who: TestPerson, url: string): Promise<Body> {
  return (await as(who, { url })).json<Body>();
}
const create = async (who: TestPerson, over: object = {}): Promise<RecurringSurplus> => {
  const made = await call(who, 'POST', '/api/recurring-surplus', { ...ROLLS, ...over });
  expect(made.status).toBe(201);
  return made.body;
};
const surplusOf = (who: TestPerson) => get<RecurringSurplus[]>(who, '/api/recurring-surplus');
const questionsOf = (who: TestPerson) => get<SurplusQuestion[]>(who, '/api/surplus-questions');
const answer = (who: TestPerson, id: string, body: object) =>
  call(who, 'POST', `/api/surplus-questions/${id}/answer`, body);
const bellOf = async (who: TestPerson) =>
  (await get<Notification[]>(who, '/api/notifications')).filter(({ kind }) => kind === 'surplus_question');
const listingsOf = (who: TestPerson) =>
  get<Listing[]>(who, `/api/users/${who.id}/food-listings?type=donated`);

/** Moves the clock there and asks; the questions of the bakery then. */
async function askedAt(local: string, offset?: string): Promise<SurplusQuestion[]> {
  clock.at = at(local, offset);
  await lapseQuestions(ctx);
  await askAboutSurplus(ctx);
  return questionsOf(bakery);
}
async function onlyQuestion(local = '2026-05-04T20:00'): Promise<SurplusQuestion> {
  const [question, ...more] = await askedAt(local);
  expect(more).toEqual([]);
  if (!question) throw new Error('nothing was asked');
  return question;
}

describe('opening hours', () => {
  test('are seen by everyone, in the order of the week, with the address once it is verified', async () => {
    const put = await call(bakery, 'PUT', '/api/users/opening-hours', { hours: HOURS });
    expect(put).toEqual({ status: 200, body: { hours: HOURS.toReversed() } });
    for (const [isVerified, address] of [
      [true, BUSINESS.location],
      [false, null],
    ] as const) {
      await (isVerified ? admin.verifyPerson : admin.unverifyPerson)(ctx, bakery.id);
      expect(await get<Partner>(neighbor, `/api/partners/${bakery.id}`)).toEqual({
        id: bakery.id,
        name: 'Blue Door Bakery',
        address,
        hours: HOURS.toReversed(),
      });
    }
    await call(bakery, 'PUT', '/api/users/opening-hours', { hours: [] });
    expect(await get<Partner>(neighbor, `/api/partners/${bakery.id}`)).toMatchObject({ hours: [] });
  });

  test('do not exist for a home, which is not a partner', async () => {
    expect(await call(neighbor, 'PUT', '/api/users/opening-hours', { hours: HOURS })).toMatchObject({
      status: 403,
      body: { code: 'not-an-organization' },
    });
    expect((await call(bakery, 'GET', `/api/partners/${neighbor.id}`)).status).toBe(404);
    // one that stops being an organization takes its hours out of sight
    await call(bakery, 'PUT', '/api/users/opening-hours', { hours: HOURS });
    await updateProfile(ctx, bakery.caller, { organizationName: null });
    expect((await call(neighbor, 'GET', `/api/partners/${bakery.id}`)).status).toBe(404);
  });

  test('that overlap are refused', async () => {
    const hours = [HOURS[0], { weekday: 'saturday', opens: '00:30', closes: '09:00' }];
    expect((await call(bakery, 'PUT', '/api/users/opening-hours', { hours })).status).toBe(422);
    expect(await get(bakery, '/api/users/opening-hours')).toEqual({ hours: [] });
  });
});

describe('recurring surplus', () => {
  test('is asked about at its time, once, with a notification', async () => {
    await create(bakery);
    expect(await askedAt('2026-05-04T19:59')).toEqual([]);
    const question = await onlyQuestion();
    expect(question).toMatchObject({
      title: 'Rolls',
      servings: 40,
      state: 'open',
      pickupFrom: new Date(at('2026-05-04T20:00')).toISOString(),
      pickupUntil: new Date(at('2026-05-04T21:00')).toISOString(),
      listingId: null,
    });
    expect(await bellOf(bakery)).toMatchObject([
      { subject: { type: 'surplus', id: question.id }, listingTitle: 'Rolls', readAt: null },
    ]);
    expect(await askedAt('2026-05-04T20:01')).toHaveLength(1);
    expect(await bellOf(bakery)).toHaveLength(1);
  });

  test('"yes" posts an ordinary listing of the business, once even if repeated', async () => {
    await create(bakery, { description: 'From the counter', pickupInstructions: 'Back door' });
    const { id } = await onlyQuestion();
    clock.at += 5 * MINUTE_MS;
    const said = await answer(bakery, id, { answer: 'yes' });
    expect(said).toMatchObject({ status: 200, body: { state: 'posted' } });
    expect((await answer(bakery, id, { answer: 'yes', servings: 3 })).body.listingId).toBe(
      said.body.listingId,
    );
    expect(await listingsOf(bakery)).toMatchObject([
      {
        id: said.body.listingId,
        title: 'Rolls',
        estimatedServings: 40,
        isBulk: true,
        // also of an organization that is not verified yet, whose place is shown like a home's
        placeIsPublic: false,
        pickupLocation: '5 Elm Street, Midtown',
        availableFrom: new Date(at('2026-05-04T20:05')).toISOString(),
        availableUntil: new Date(at('2026-05-04T21:00')).toISOString(),
        bestByDate: new Date(at('2026-05-06T20:05')).toISOString(),
        allergens: ['gluten'],
      },
    ]);
    expect(await bellOf(bakery)).toMatchObject([{ readAt: new Date(clock.at).toISOString() }]);
    expect(await answer(bakery, id, { answer: 'no' })).toMatchObject({
      status: 409,
      body: { code: 'question-over', reason: 'posted' },
    });
    const feed = await get<Listing[]>(neighbor, `/api/food-listings?donorId=${bakery.id}`);
    expect(feed.map(({ title }) => title)).toEqual(['Rolls']);
  });

  test('another amount counts for today only', async () => {
    await create(bakery);
    await answer(bakery, (await onlyQuestion()).id, { answer: 'yes', servings: 12 });
    expect(await listingsOf(bakery)).toMatchObject([{ estimatedServings: 12 }]);
    expect(await surplusOf(bakery)).toMatchObject([{ servings: 40 }]);
  });

  test('"not today" posts nothing, and can become "yes" while the pickup lasts', async () => {
    await create(bakery);
    const { id } = await onlyQuestion();
    expect(await answer(bakery, id, { answer: 'no' })).toMatchObject({ body: { state: 'skipped' } });
    expect(await askedAt('2026-05-04T20:20')).toMatchObject([{ state: 'skipped' }]);
    expect(await listingsOf(bakery)).toEqual([]);
    expect(await answer(bakery, id, { answer: 'yes' })).toMatchObject({ body: { state: 'posted' } });
  });

  test('an unanswered question lapses with its pickup, and the next day has a new one', async () => {
    await create(bakery);
    const { id } = await onlyQuestion();
    expect(await askedAt('2026-05-04T21:00')).toEqual([]);
    expect(await answer(bakery, id, { answer: 'yes' })).toMatchObject({
      status: 409,
      body: { code: 'question-over' },
    });
    expect(await bellOf(bakery)).toMatchObject([{ readAt: expect.any(String) }]);
    expect(await askedAt('2026-05-05T20:00')).toMatchObject([{ state: 'open' }]);
    expect(await listingsOf(bakery)).toEqual([]);
  });

  test('after a pause of the server it is asked late, but not with less than half an hour left', async () => {
    await create(bakery);
    expect(await askedAt('2026-05-04T20:30')).toHaveLength(1);
    expect(await askedAt('2026-05-05T20:31')).toEqual([]);
  });

  test('a question at night is asked once, before or after midnight', async () => {
    await create(bakery, { weekdays: ['friday'], askAt: '23:45', pickupFrom: '23:45', pickupUntil: '02:00' });
    expect(await askedAt('2026-05-08T23:45')).toHaveLength(1);
    expect(await askedAt('2026-05-09T00:10')).toHaveLength(1);
    await db.deleteFrom('surplus_question').execute();
    expect(await askedAt('2026-05-09T00:10')).toHaveLength(1);
    const { rows } = await app.pool.query<{ day: string }>('select day::text from surplus_question');
    expect(rows).toEqual([{ day: '2026-05-08' }]);
  });

  test.each([
    [
      'a time that clocks repeat',
      '01:30',
      [
        ['2026-11-01T01:30', '-04:00', 1],
        ['2026-11-01T01:30', '-05:00', 1],
      ],
    ],
    [
      'a time that clocks skip',
      '02:30',
      [
        ['2027-03-14T03:29', '-04:00', 0],
        ['2027-03-14T03:30', '-04:00', 1],
      ],
    ],
  ] as const)('%s is asked about once', async (_which, askAt, steps) => {
    clock.at = at(steps[0][0], steps[0][1]) - DAY_MS;
    bakery = await organization();
    await create(bakery, { weekdays: ['sunday'], askAt, pickupFrom: askAt, pickupUntil: '06:00' });
    for (const [local, offset, asked] of steps) expect(await askedAt(local, offset)).toHaveLength(asked);
    expect(await bellOf(bakery)).toHaveLength(1);
  });

  test('requires a use-by date each time, and never moves it', async () => {
    await create(bakery, { category: 'prepared_meals', dateKind: 'use_by' });
    const { id } = await onlyQuestion();
    const refused = await answer(bakery, id, { answer: 'yes' });
    expect(refused).toMatchObject({ status: 422, body: { fieldErrors: { useBy: { code: 'required' } } } });
    const past = await answer(bakery, id, { answer: 'yes', useBy: new Date(clock.at - 1).toISOString() });
    expect(past.status).toBe(422);
    const useBy = new Date(at('2026-05-05T23:59')).toISOString();
    await answer(bakery, id, { answer: 'yes', useBy });
    expect(await listingsOf(bakery)).toMatchObject([{ bestByDate: useBy, dateKind: 'use_by' }]);
  });

  test('begins tomorrow if made from a listing of today, with its photos', async () => {
    await create(bakery);
    const { listingId } = (await answer(bakery, (await onlyQuestion()).id, { answer: 'yes' })).body;
    const again = await create(bakery, { title: 'More rolls', listingId });
    expect(again.nextAt).toBe(new Date(at('2026-05-05T20:00')).toISOString());
    expect((await askedAt('2026-05-04T20:20')).map(({ title }) => title)).toEqual(['Rolls']);
    const foreign = await call(neighbor, 'POST', '/api/recurring-surplus', { ...ROLLS, listingId });
    expect(foreign.status).toBe(403);
    const other = await organization();
    const stolen = await call(other, 'POST', '/api/recurring-surplus', { ...ROLLS, listingId });
    expect(stolen.status).toBe(404);
  });

  test('asks nothing while paused; missed days are not asked about after resuming', async () => {
    const { id } = await create(bakery);
    const pause = (isPaused: boolean) =>
      call(bakery, 'PUT', `/api/recurring-surplus/${id}/paused`, { isPaused });
    expect((await pause(true)).body).toMatchObject({ isPaused: true, nextAt: null });
    expect(await askedAt('2026-05-04T20:00')).toEqual([]);
    clock.at = at('2026-05-05T12:00');
    expect((await pause(false)).body).toMatchObject({
      isPaused: false,
      nextAt: new Date(at('2026-05-05T20:00')).toISOString(),
    });
    expect(await askedAt('2026-05-05T20:00')).toHaveLength(1);
  });

  test('a day off is skipped, and can be undone', async () => {
    const { id } = await create(bakery);
    const off = (isOff: boolean) => call(bakery, 'PUT', `/api/recurring-surplus/${id}/day-off`, { isOff });
    const tuesday = new Date(at('2026-05-05T20:00')).toISOString();
    expect((await off(true)).body).toMatchObject({ dayOff: '2026-05-04', nextAt: tuesday });
    // a second tap is the same day
    expect((await off(true)).body).toMatchObject({ dayOff: '2026-05-04', nextAt: tuesday });
    expect(await askedAt('2026-05-04T20:00')).toEqual([]);
    expect((await off(false)).body).toMatchObject({ dayOff: null });
    expect(await askedAt('2026-05-04T20:05')).toHaveLength(1);
    expect((await off(true)).body).toMatchObject({ dayOff: '2026-05-05' });
    expect(await askedAt('2026-05-05T20:00')).toEqual([]);
    clock.at = at('2026-05-05T22:00');
    expect((await off(true)).body).toMatchObject({ dayOff: '2026-05-06' });
    expect(await askedAt('2026-05-06T20:00')).toEqual([]);
    expect(await askedAt('2026-05-07T20:00')).toHaveLength(1);
  });

  test('a person who is paused, closed or not an organization any more is not asked', async () => {
    await create(bakery);
    const { id } = await onlyQuestion();
    await admin.pausePerson(ctx, bakery.id, 'A look');
    expect(await questionsOf(bakery)).toEqual([]);
    expect(await answer(bakery, id, { answer: 'yes' })).toMatchObject({
      status: 403,
      body: { code: 'account-paused' },
    });
    await askedAt('2026-05-05T20:00');
    await admin.resumePerson(ctx, bakery.id);
    expect(await questionsOf(bakery)).toEqual([]);
    await updateProfile(ctx, bakery.caller, { organizationName: null });
    expect(await askedAt('2026-05-06T20:00')).toEqual([]);
    await admin.removeContent(ctx, 'person', bakery.id);
    for (const table of ['recurring_surplus', 'surplus_question', 'opening_interval'] as const)
      expect(await db.selectFrom(table).selectAll().where('person_id', '=', bakery.id).execute()).toEqual([]);
    clock.at = at('2026-05-07T20:00');
    expect(await askAboutSurplus(ctx)).toBe(0);
  });

  test('a person who is not an organization any more cannot post, although the address stays known', async () => {
    await create(bakery);
    const { id } = await onlyQuestion();
    await updateProfile(ctx, bakery.caller, { organizationName: null });
    for (const said of ['yes', 'no'])
      expect(await answer(bakery, id, { answer: said })).toMatchObject({
        status: 403,
        body: { code: 'not-an-organization' },
      });
    expect(await listingsOf(bakery)).toEqual([]);
    expect(await bellOf(bakery)).toMatchObject([{ readAt: null }]);
  });

  test('a repeated "yes" returns the posted listing, also after the pickup and while paused', async () => {
    await create(bakery);
    const { id } = await onlyQuestion();
    const { body } = await answer(bakery, id, { answer: 'yes' });
    clock.at = at('2026-05-04T21:05');
    expect(await answer(bakery, id, { answer: 'yes' })).toEqual({ status: 200, body });
    await admin.pausePerson(ctx, bakery.id, 'A look');
    expect(await answer(bakery, id, { answer: 'yes' })).toEqual({ status: 200, body });
  });

  test('once deleted, its open question is removed from the bell, and not mailed', async () => {
    const { id } = await create(bakery);
    await onlyQuestion();
    expect((await as(bakery, { method: 'DELETE', url: `/api/recurring-surplus/${id}` })).statusCode).toBe(
      204,
    );
    expect(await bellOf(bakery)).toMatchObject([{ readAt: new Date(clock.at).toISOString() }]);
  });

  test('is subject to the daily limit of listings, and the question stays open', async () => {
    await create(bakery);
    const { id } = await onlyQuestion();
    let refused = false;
    for (let nth = 0; nth < 60 && !refused; nth++) {
      const more = await create(bakery, { title: `Tray ${nth}` }).catch(() => null);
      if (!more) break;
      await askAboutSurplus(ctx);
      const question = (await questionsOf(bakery)).find(({ surplusId }) => surplusId === more.id);
      refused = (await answer(bakery, question?.id ?? '', { answer: 'yes' })).status === 409;
    }
    expect(refused).toBe(true);
    expect(await answer(bakery, id, { answer: 'yes' })).toMatchObject({
      status: 409,
      body: { code: 'listing-limit' },
    });
    expect((await questionsOf(bakery)).find((one) => one.id === id)).toMatchObject({ state: 'open' });
  });

  test('is paused once an admin has removed a listing that it posted', async () => {
    await create(bakery);
    const { listingId } = (await answer(bakery, (await onlyQuestion()).id, { answer: 'yes' })).body;
    await admin.removeContent(ctx, 'listing', listingId ?? '');
    expect(await surplusOf(bakery)).toMatchObject([{ isPaused: true }]);
    expect(await askedAt('2026-05-05T20:00')).toEqual([]);
  });

  test.each([
    ['no weekday', { weekdays: [] }],
    ['pickup before the question', { pickupFrom: '19:00' }],
    ['pickup that ends as it begins', { pickupUntil: '20:00' }],
  ])('is refused with %s', async (_what, over) => {
    const made = await call(bakery, 'POST', '/api/recurring-surplus', { ...ROLLS, ...over });
    expect(made.status).toBe(422);
  });

  test('requires an organization with an address, and is limited to twenty', async () => {
    expect((await call(neighbor, 'POST', '/api/recurring-surplus', ROLLS)).status).toBe(403);
    const club = await app.createPerson({ organizationName: 'Garden club' });
    expect(await call(club, 'POST', '/api/recurring-surplus', ROLLS)).toMatchObject({
      status: 409,
      body: { code: 'no-business-address' },
    });
    for (let nth = 0; nth < 20; nth++) await create(bakery);
    expect(await call(bakery, 'POST', '/api/recurring-surplus', ROLLS)).toMatchObject({
      status: 409,
      body: { code: 'surplus-limit' },
    });
  });

  test('is in the export, with the answers; old questions are deleted', async () => {
    await call(bakery, 'PUT', '/api/users/opening-hours', { hours: HOURS });
    await create(bakery);
    await answer(bakery, (await onlyQuestion()).id, { answer: 'no' });
    const { partners: part } = await get<{ partners: unknown }>(bakery, '/api/users/export');
    expect(part).toMatchObject({
      openingHours: HOURS.toReversed(),
      recurringSurplus: [{ title: 'Rolls', askAt: '20:00' }],
      questions: [{ day: '2026-05-04', state: 'skipped' }],
    });
    clock.at += 61 * DAY_MS + HOUR_MS;
    await forgetOld(ctx);
    expect((await app.pool.query('select from surplus_question')).rowCount).toBe(0);
  });
});
