import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { afterEach, expect, test } from 'vitest';
import { createInvitation } from '#server/features/accounts/trust/invitations.ts';
import { trustOf } from '#server/features/accounts/trust/trust.ts';
import { MIDTOWN, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import { testApp } from '#server/test/test-app.ts';

/* What limits attackers, walked by people whom it must not meet. */

const fixture = await emergencyFixture();
const { ctx, clock, pool, person, donor, listing, requestBody, makeKnown } = fixture;
const limited = await testApp({ RATE_LIMITS: 'on' }, fixture);
const REQUESTS = '/api/emergency-requests';

afterEach(() => pool.query('truncate person, live_event cascade'));

async function call(
  who: Pick<TestCaller, 'cookie'> | null,
  method: 'GET' | 'POST',
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
