import { pointAt } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { afterEach, expect, test } from 'vitest';
import { createInvitation, trustOf } from '#server/features/accounts/trust/trust.ts';
import * as admin from '#server/features/moderation/admin/admin.service.ts';
import { MIDTOWN, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import { testApp } from '#server/test/test-app.ts';
import { emptyTables } from '#server/test/test-database.ts';

/* What limits attackers, walked by people whom it must not meet. */

const fixture = await emergencyFixture();
const { ctx, clock, pool, person, donor, listing, placelessBody, requestBody, makeKnown } = fixture;
const limited = await testApp({ RATE_LIMITS: 'on' }, fixture);
const REQUESTS = '/api/emergency-requests';

afterEach(() => emptyTables(pool, 'person', 'live_event'));

async function call(
  who: Pick<TestCaller, 'cookie'> | null,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  url: string,
  { payload, from = '198.51.100.1' }: { readonly payload?: object; readonly from?: string } = {},
) {
  const answer = await limited.as(who, { method, url, remoteAddress: from, ...(payload && { payload }) });
  return {
    status: answer.statusCode,
    body: answer.body === '' ? null : answer.json(),
    cookies: answer.cookies,
  };
}

test('thirty people behind one address, on the first evening of their shelter, sign up, take food and ask for more', async () => {
  const from = '198.51.100.7';
  const baker = await donor();
  await makeKnown(baker);
  const { id: bread } = await listing(baker, { estimatedServings: 90 });
  const statuses = new Set<number>();
  const asked: string[] = [];
  for (let nth = 0; nth < 30; nth++) {
    const account = { email: `guest-${nth}@example.org`, password: 'a good long password' };
    const payload = { ...account, name: 'Guest', firstName: 'Guest', lastName: 'Lee', userType: 'recipient' };
    await call(null, 'POST', '/api/auth/sign-up/email', { payload, from });
    // from a phone of their own, which the shelter's address does not know
    const signedIn = await call(null, 'POST', '/api/auth/sign-in/email', { payload: account, from });
    const [session] = signedIn.cookies;
    const guest = { cookie: `${session?.name}=${encodeURIComponent(session?.value ?? '')}` };
    const feed = await call(guest, 'GET', '/api/food-listings', { from });
    const claim = await call(guest, 'POST', `/api/food-listings/${bread}/claim`, {
      payload: { servings: 2 },
      from,
    });
    const request = await call(guest, 'POST', REQUESTS, { payload: requestBody(), from });
    for (const { status } of [signedIn, feed, claim, request]) statuses.add(status);
    asked.push(request.body.id);
  }
  expect(statuses).toEqual(new Set([200, 201]));
  const list = await call(baker, 'GET', `${REQUESTS}/active`);
  expect(new Set(list.body.map(({ id }: { id: string }) => id))).toEqual(new Set(asked));
  const { rows } = await pool.query('select from emergency_request where next_wave_at is null');
  expect(rows).toEqual([]);
});

test('a community of five with one organizer gives, asks and helps on its first day', async () => {
  await pool.query(`update request_area_build set in_force = '{}'`);
  const [organizer, rosa] = [await donor(MIDTOWN, 'Olga'), await donor(MIDTOWN, 'Rosa')];
  const [tom, ruth, amir] = [
    await donor(MIDTOWN, 'Tom'),
    await person('Ruth', 'Abara'),
    await person('Amir', 'Haddad'),
  ];
  await makeKnown(organizer);
  const link = new URL(
    new URL(await createInvitation(ctx)).searchParams.get('returnTo') ?? '',
    limited.origin,
  );
  const token = link.searchParams.get('invitation') ?? '';
  expect((await call(rosa, 'POST', '/api/users/invitation', { payload: { token } })).status).toBe(204);
  // each sees what the others give, new or not
  const given = [await listing(organizer), await listing(rosa), await listing(tom)].map(({ id }) => id);
  const feed = await call(amir, 'GET', '/api/food-listings');
  expect(feed.body.map(({ id }: { id: string }) => id).toSorted()).toEqual(given.toSorted());
  // someone new helps first, and those who are known may help beside them
  const asked = await call(ruth, 'POST', REQUESTS, { payload: requestBody() });
  expect(asked.status).toBe(201);
  const match = `${REQUESTS}/${asked.body.id}/match`;
  const first = await call(tom, 'POST', match);
  expect(first.body.side).toBe('helper');
  clock.forward(MINUTE_MS);
  expect((await call(organizer, 'POST', match)).body.earlierHelp).toBe('offered');
  expect((await call(ruth, 'GET', `${REQUESTS}/${asked.body.id}`)).body).toMatchObject({
    match: { helper: { id: tom.userId } },
    waitingHelpers: [{ helper: { id: organizer.userId } }],
  });
  const handover = `/api/handovers/${first.body.match.handover.id}`;
  const { code } = (await call(ruth, 'GET', `${REQUESTS}/${asked.body.id}`)).body.match.handover;
  expect((await call(tom, 'POST', `${handover}/complete`, { payload: { code } })).status).toBe(200);
  // and what Amir takes of someone known makes him a member on the first day
  const claimed = { payload: { servings: 1 } };
  expect((await call(amir, 'POST', `/api/food-listings/${given[1]}/claim`, claimed)).status).toBe(201);
  const [claim] = (await call(amir, 'GET', '/api/claims?side=mine')).body;
  for (const who of [rosa, amir])
    expect((await call(who, 'POST', `/api/handovers/${claim.handover.id}/complete`)).status).toBe(200);
  const trust = await trustOf(
    ctx,
    [organizer, rosa, tom, ruth, amir].map(({ userId }) => userId),
  );
  expect([...trust.values()].toSorted()).toEqual(['known', 'known', 'member', 'new', 'new']);
  expect(trust.get(amir.userId)).toBe('member');
});

const CITY_BAKERY = {
  organizationName: 'City Bakery',
  organizationType: 'bakery',
  location: '1 Old Street',
  userType: 'donor',
  ...pointAt(MIDTOWN, 700, 1),
};
const save = (who: TestCaller, profile: object) =>
  call(who, 'PUT', '/api/users/profile', { payload: profile });
/** Bread at one's own address. */
async function shareBread(who: TestCaller): Promise<{ readonly id: string }> {
  const { status, body } = await call(who, 'POST', '/api/food-listings', { payload: placelessBody() });
  expect(status).toBe(201);
  return body;
}

test('a verified bakery that moves gives on as before, and is verified again where it is now', async () => {
  const baker = await donor(null, 'Bea');
  expect((await save(baker, CITY_BAKERY)).status).toBe(200);
  await admin.verifyPerson(ctx, baker.userId);
  const old = await shareBread(baker);
  const moved = { ...CITY_BAKERY, location: '9 New Street', ...pointAt(MIDTOWN, 2500, 3) };
  expect(await save(baker, moved)).toMatchObject({ status: 200, body: { verified: false } });
  // nothing it does is refused for a week, and what it has shared is still there
  const guest = await person('Amir', 'Haddad');
  for (const { id } of [old, await shareBread(baker)])
    expect((await call(guest, 'POST', `/api/food-listings/${id}/claim`)).status).toBe(201);
  clock.forward(6 * DAY_MS);
  expect((await trustOf(ctx, [baker.userId])).get(baker.userId)).toBe('known');
  await admin.verifyPerson(ctx, baker.userId);
  clock.forward(2 * DAY_MS);
  expect((await trustOf(ctx, [baker.userId])).get(baker.userId)).toBe('known');
});

test('two honest bakeries of one name both give, also once one of them is verified', async () => {
  const [one, other] = [await donor(null, 'Bea'), await donor(null, 'Cem')];
  for (const who of [one, other]) expect((await save(who, CITY_BAKERY)).status).toBe(200);
  await admin.verifyPerson(ctx, one.userId);
  expect((await save(other, { ...CITY_BAKERY, radiusKm: 7 })).body).toMatchObject({
    organizationName: 'City Bakery',
    radiusKm: 7,
  });
  const guest = await person('Amir', 'Haddad');
  for (const who of [one, other]) {
    const { id } = await shareBread(who);
    expect((await call(guest, 'POST', `/api/food-listings/${id}/claim`)).status).toBe(201);
  }
});

test.each([
  ['one letter', 'Ž', '', 'Ž'],
  ['Arabic letters', 'محمد', 'عبد الله', 'محمد ع.'],
  ['an apostrophe and a hyphen', 'Seán', 'O’Brien-Ñúñez', 'Seán O.'],
])(
  'someone whose name has %s signs up, shares food, and is read by it',
  async (_, firstName, lastName, shown) => {
    const account = {
      email: `${firstName.length}${lastName.length}@example.org`,
      password: 'a good long password',
    };
    const payload = { ...account, firstName, lastName, userType: 'donor' };
    const { status, cookies } = await call(null, 'POST', '/api/auth/sign-up/email', { payload });
    expect(status).toBe(200);
    const [session] = cookies;
    const who = { cookie: `${session?.name}=${encodeURIComponent(session?.value ?? '')}` };
    const shared = await call(who, 'POST', '/api/food-listings', { payload: fixture.listingBody() });
    expect(shared.status).toBe(201);
    const read = await call(await person(), 'GET', `/api/food-listings/${shared.body.id}`);
    expect(read.body.donor.displayName).toBe(shown);
  },
);

test('a parent of a child who may eat no nuts claims what says so, and hears of nuts that a donor forgot in time', async () => {
  const [parent, baker] = [await person('Pia', 'Moss'), await donor(MIDTOWN, 'Bea')];
  expect((await save(parent, { allergens: ['tree_nuts'] })).status).toBe(200);
  const [cake, bread] = [
    await listing(baker, { allergens: [], estimatedServings: 2 }),
    await listing(baker, { allergens: ['gluten'] }),
  ];
  const claimed = { payload: { servings: 2 } };
  expect((await call(parent, 'POST', `/api/food-listings/${cake.id}/claim`, claimed)).status).toBe(201);
  // everything is claimed: the donor can still say what is in it
  const corrected = { payload: { allergens: ['tree_nuts'] } };
  expect((await call(baker, 'PATCH', `/api/food-listings/${cake.id}`, corrected)).status).toBe(200);
  const [told] = (await call(parent, 'GET', '/api/notifications')).body;
  expect(told).toMatchObject({ kind: 'food_corrected', readAt: null });
  const [claim] = (await call(parent, 'GET', '/api/claims?side=mine')).body;
  expect(claim.listing.allergens).toEqual(['tree_nuts']);
  const release = `/api/handovers/${claim.handover.id}/release`;
  expect((await call(parent, 'POST', release, { payload: { reason: 'cannot_come' } })).status).toBe(200);
  const limits = (await call(parent, 'GET', '/api/users/claim-limits')).body;
  expect(limits).toMatchObject({ claimsInLastDay: 0 });
  expect((await call(parent, 'POST', `/api/food-listings/${bread.id}/claim`, claimed)).status).toBe(201);
});
