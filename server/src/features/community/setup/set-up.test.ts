import type { Town } from '@openlarder/domain/community/setup-contract.ts';
import { findTowns, openSetup, setUp } from '@openlarder/domain/community/setup-contract.ts';
import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { expect, test } from 'vitest';
import { createSetupLink } from '#server/features/accounts/auth/sign-up/first-organizer.ts';
import { trustOf } from '#server/features/accounts/trust/trust.ts';
import { openMailbox } from '#server/test/mailbox.ts';
import { type TestApp, testApp } from '#server/test/test-app.ts';

const DAY_MS = 86_400_000;
const mailbox = await openMailbox();
/** A community that is not set up before the last test of this app. */
const app = await testApp({ TIME_ZONE: '' });
// who sets up waits until the app has heard of it
await app.listen();

const tokenOf = async ({ ctx }: TestApp): Promise<string> => {
  const url = new URL((await createSetupLink(ctx)) ?? 'none:');
  expect(url.pathname + url.search).toBe('/setup');
  return url.hash.slice(1);
};
const bodyOf = (token: string, change: object = {}, email = 'wanjiru@example.org') => ({
  token,
  appName: 'Chakula Kibera',
  language: 'en',
  place: { latitude: -1.31, longitude: 36.78 },
  timeZone: 'Africa/Nairobi',
  country: 'KE',
  currency: 'KES',
  firstName: 'Wanjiru',
  lastName: '',
  email,
  password: 'ugali na sukuma wiki 7',
  ...change,
});
const post = (on: TestApp, { path: url }: { path: string }, body: object) =>
  on.as(null, { method: 'POST', url, body });

test('the printed link sets up the community once, and of concurrent visitors one becomes the organizer', async () => {
  const own = await testApp({ RATE_LIMITS: 'on' });
  await own.listen();
  const links = [await tokenOf(own), await tokenOf(own)];
  const { rows } = await own.pool.query('select identifier, value from verification');
  for (const token of links) expect(JSON.stringify(rows)).not.toContain(token);
  const start = await post(own, openSetup, { token: links[0] });
  expect(start.json()).toMatchObject({
    community: { appName: 'OpenLarder' },
    fixed: [{ field: 'timeZone', variable: 'TIME_ZONE' }],
  });

  const replies = await Promise.all(
    [...links, ...links, ...links].map((token, nth) =>
      post(own, setUp, bodyOf(token, {}, `organizer-${nth}@example.org`)),
    ),
  );
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 409, 409, 409, 409, 409,
  ]);
  const first = replies.find(({ statusCode }) => statusCode === 200);
  expect(first?.json()).toEqual({ mailProblem: null });
  const cookie =
    first?.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ') ?? '';
  const me = await own.as({ cookie }, { url: getUser.path });
  expect(me.json()).toMatchObject({ firstName: 'Wanjiru', isAdmin: true });
  // a new community begins with someone known
  const { id } = me.json<{ id: string }>();
  expect(await trustOf(own.ctx, [id])).toEqual(new Map([[id, 'known']]));
  // the operator's variable wins
  expect(own.ctx.settings).toMatchObject({ appName: 'Chakula Kibera', country: 'KE', timeZone: 'UTC' });

  for (const token of [...links, 'made-up'])
    expect((await post(own, openSetup, { token })).json()).toMatchObject({ code: 'setup-done' });
  expect(await createSetupLink(own.ctx)).toBeNull();
});

test('a link is over after a day, and an unknown one opens nothing', async () => {
  const token = await tokenOf(app);
  expect((await post(app, findTowns, { token: 'made-up', name: 'Ber' })).statusCode).toBe(409);
  const refused = await post(app, setUp, bodyOf('made-up'));
  expect(refused.json()).toMatchObject({ code: 'link-over' });
  app.clock.forward(DAY_MS - 1);
  expect((await post(app, openSetup, { token })).statusCode).toBe(200);
  app.clock.forward(1);
  expect((await post(app, openSetup, { token })).json()).toMatchObject({ code: 'link-over' });
});

test('confirms the organizer by a first mail, and says what is wrong with the mail server', async () => {
  const own = await testApp({ SMTP_URL: mailbox.url, MAIL_FROM: 'food@example.org' });
  await own.listen();
  const sent = await post(own, setUp, bodyOf(await tokenOf(own)));
  expect(sent.json()).toEqual({ mailProblem: null });
  expect((await mailbox.mailTo('wanjiru@example.org')).text).toContain('/api/login?verify=');

  const lost = await testApp({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'food@example.org' });
  await lost.listen();
  const unsent = await post(lost, setUp, bodyOf(await tokenOf(lost)));
  expect(unsent.json().mailProblem).toMatch(/SMTP_URL/);
});

test.each([
  ['berl', 'Berlin', 'DE', 'Europe/Berlin', 'EUR'],
  ['nairo', 'Nairobi', 'KE', 'Africa/Nairobi', 'KES'],
  ['TROMSO', 'Tromsø', 'NO', 'Europe/Oslo', 'NOK'],
  ['köln', 'Köln', 'DE', 'Europe/Berlin', 'EUR'],
  ['münch', 'München', 'DE', 'Europe/Berlin', 'EUR'],
  ['Munich', 'München', 'DE', 'Europe/Berlin', 'EUR'],
  ['東京', 'Tokyo', 'JP', 'Asia/Tokyo', 'JPY'],
  ['kreuzb', 'Kreuzberg', 'DE', 'Europe/Berlin', 'EUR'],
  ['los ang', 'Los Angeles', 'US', 'America/Los_Angeles', 'USD'],
])('finds %s, and its time zone and currency', async (typed, name, country, timeZone, currency) => {
  const token = await tokenOf(app);
  const [found] = (await post(app, findTowns, { token, name: typed })).json<Town[]>();
  expect(found).toMatchObject({ name, country, timeZone, currency });
  const near = { latitude: (found?.latitude ?? 0) + 0.002, longitude: found?.longitude };
  const [nearest] = (await post(app, findTowns, { token, name: '', near })).json<Town[]>();
  expect(nearest).toMatchObject({ country, timeZone, ...near });
});

test('tells namesakes apart by their state, and names the town of a part of town', async () => {
  const token = await tokenOf(app);
  const named = async (name: string) => (await post(app, findTowns, { token, name })).json<Town[]>();
  const berlins = (await named('Berlin')).filter(
    ({ name, country }) => name === 'Berlin' && country === 'US',
  );
  expect(berlins.length).toBeGreaterThan(1);
  expect(new Set(berlins.map(({ within }) => within)).size).toBe(berlins.length);
  expect((await named('Berlin'))[0]).toMatchObject({ country: 'DE', within: null });
  expect((await named('Kreuzberg'))[0]).toMatchObject({ country: 'DE', within: 'Berlin' });
});

test('what is not a setting is refused on its field, and the link still works', async () => {
  const token = await tokenOf(app);
  for (const [field, value] of [
    ['timeZone', 'Africa/Atlantis'],
    ['country', 'K1'],
    ['currency', 'XAU'],
    ['language', 'tlh'],
    ['appName', 'Chakula ✓'],
  ] as const) {
    const refused = await post(app, setUp, bodyOf(token, { [field]: value }));
    expect([refused.statusCode, Object.keys(refused.json().fields ?? {})]).toEqual([422, [field]]);
  }
  expect((await post(app, setUp, bodyOf(token))).statusCode).toBe(200);
});
