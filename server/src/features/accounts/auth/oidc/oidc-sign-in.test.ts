import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { accountFixture, cookieOf, newEmail, PASSWORD } from '#server/test/account-fixture.ts';
import { openProvider } from '#server/test/identity-provider.ts';
import { tokenIn } from '#server/test/mailbox.ts';
import { testApp } from '#server/test/test-app.ts';

const provider = await openProvider();
const fixture = await accountFixture(provider.env);
const { as, db, mailbox, joined, unverified, signIn, createPerson } = fixture;
await fixture.listen();

const talkative = await openProvider({
  conformIdTokenClaims: false,
  clientAuthMethods: ['client_secret_post'],
  clientDefaults: { token_endpoint_auth_method: 'client_secret_post' },
});
const plain = await testApp(talkative.env);
const lost = await openProvider();
const early = await testApp(lost.env);
const mistaken = await testApp({
  ...provider.env,
  OIDC_ISSUER: provider.issuer.replace('127.0.0.1', 'localhost'),
});

type App = Pick<typeof fixture, 'as'>;
let counted = 0;
/** A person known to the provider, by their user name there. */
function known(
  claims: Readonly<Record<string, unknown>> = {},
  at = provider,
): { sub: string; email: string } {
  const sub = `sub-${++counted}`;
  const email = newEmail();
  at.people.set(sub, { email, email_verified: true, given_name: 'Ana', family_name: 'Bell', ...claims });
  return { sub, email };
}

const start = (returnTo?: string, app: App = fixture) =>
  app.as(null, {
    method: 'POST',
    url: '/api/auth/sign-in/oauth2',
    payload: returnTo === undefined ? {} : { returnTo },
  });
/** Follows the redirect of the provider back to the callback. */
function comeBack(url: string, cookie: string, app: App = fixture): Promise<LightMyRequestResponse> {
  const { pathname, search } = new URL(url);
  return app.as(null, {
    url: pathname + search,
    headers: {
      cookie,
      'sec-fetch-site': 'cross-site',
      'user-agent': 'Mozilla/5.0 (Android 14) Firefox/140.0',
    },
  });
}
async function goThrough(sub: string, returnTo?: string): Promise<LightMyRequestResponse> {
  const started = await start(returnTo);
  return comeBack(await provider.signIn(started.json().url, sub), cookieOf(started));
}
const sessionIn = ({ cookies }: LightMyRequestResponse) =>
  cookies.find(({ name, value }) => name === 'openlarder' && value);
function whoIs(response: LightMyRequestResponse, app: App = fixture) {
  const session = sessionIn(response);
  return app.as(session ? { cookie: `openlarder=${encodeURIComponent(session.value)}` } : null, {
    url: '/api/auth/user',
  });
}
const refusal = { statusCode: 303, headers: { location: '/api/login?error=provider' } };

describe('signing in with the identity provider', () => {
  it('begins with the counter for an organization, unless another page is requested', async () => {
    const { sub } = known();
    const first = await goThrough(sub);
    await db
      .updateTable('person')
      .set({ organization_name: 'Elm Street Bakery' })
      .where('id', '=', (await whoIs(first)).json<{ id: string }>().id)
      .execute();
    const later = [await goThrough(sub), await goThrough(sub, '/?tab=share')];
    expect([first, ...later].map(({ headers }) => headers.location)).toEqual([
      '/',
      '/?tab=profile',
      '/?tab=share',
    ]);
  });

  it('creates a recipient account without a password and redirects to the requested page', async () => {
    const { sub, email } = known();
    const back = await goThrough(sub, '/?tab=share');
    expect([back.statusCode, back.headers.location]).toEqual([303, '/?tab=share']);
    expect(back.headers['cache-control']).toBe('no-store');
    expect(sessionIn(back)).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect((await whoIs(back)).json()).toMatchObject({
      email,
      emailVerified: true,
      hasPassword: false,
      firstName: 'Ana',
      lastName: 'Bell',
      userType: 'recipient',
      isAdmin: false,
      verified: false,
    });
    const kept = await db
      .selectFrom('session')
      .select(['device', 'user_agent'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(kept).toEqual({ device: 'Firefox, Android', user_agent: null });
  });

  it('recognizes the same person after a name change, and stores no token', async () => {
    const { sub, email } = known();
    const first = (await whoIs(await goThrough(sub))).json();
    provider.people.set(sub, {
      email: newEmail(),
      email_verified: true,
      given_name: 'Eve',
      family_name: 'Other',
    });
    const again = (await whoIs(await goThrough(sub))).json();
    expect(again).toEqual(first);
    expect(again).toMatchObject({ email, firstName: 'Ana' });
    const { rows } = await fixture.pool.query(
      `select from credential where provider_id = 'oidc' and coalesce(access_token, refresh_token, id_token) is not null`,
    );
    expect(rows).toEqual([]);
  });

  it.each([
    ['//evil.example'],
    ['https://evil.example/'],
    ['/\\evil.example'],
    ['/api/logout'],
    ['javascript:alert(1)'],
  ])('redirects to our own first page instead of %s', async (returnTo) => {
    const back = await goThrough(known().sub, returnTo);
    expect([back.statusCode, back.headers.location]).toEqual([303, '/']);
  });

  it.each([
    [{ given_name: undefined, name: 'Ana Maria  Bell' }, 'Ana', 'Maria Bell'],
    [{ given_name: '', family_name: 'Bell', name: '', preferred_username: 'ana\r\nbell' }, 'ana bell', ''],
    [{ given_name: 7, family_name: { a: 1 }, name: null }, 'Neighbor', ''],
    [{ given_name: 'A'.repeat(300), family_name: '\u0000\ud800Bell' }, 'A'.repeat(80), '\ufffdBell'],
  ])('takes a name from %j', async (claims, firstName, lastName) => {
    const { sub } = known(claims);
    expect((await whoIs(await goThrough(sub))).json()).toMatchObject({ firstName, lastName });
  });

  it('takes no name that looks like a verified organization', async () => {
    const bakery = await createPerson({ organizationName: 'City Bakery' });
    const given = { given_name: 'City Bakery', family_name: '' };
    const named = async () => (await whoIs(await goThrough(known(given).sub))).json();
    expect(await named()).toMatchObject({ firstName: 'City Bakery' });
    await db.updateTable('person').set({ verified: true }).where('id', '=', bakery.id).execute();
    expect(await named()).toMatchObject({ firstName: 'Neighbor', lastName: '' });
  });

  it('ends the previous session', async () => {
    const before = await createPerson();
    const started = await start();
    const url = await provider.signIn(started.json().url, known().sub);
    const back = await comeBack(url, `${cookieOf(started)}; ${before.cookie}`);
    expect(back.headers.location).toBe('/');
    expect((await as(before, { url: '/api/auth/user' })).statusCode).toBe(401);
  });

  it('works with a provider that puts all claims in the ID token and expects the secret in the body', async () => {
    const { sub, email } = known({}, talkative);
    const started = await start('/', plain);
    const back = await comeBack(await talkative.signIn(started.json().url, sub), cookieOf(started), plain);
    expect((await whoIs(back, plain)).json()).toMatchObject({ email, emailVerified: true });
  });
});

describe('an email with an existing account', () => {
  it('is linked if both sides have it verified', async () => {
    const { email } = await joined();
    const { sub } = known({ email: email.toUpperCase() });
    const me = (await whoIs(await goThrough(sub))).json();
    expect(me).toMatchObject({ email, hasPassword: true });
    expect((await signIn(email, PASSWORD)).json().id).toBe(me.id);
  });

  it.each([
    ['the provider does not say it is confirmed', { email_verified: undefined }, true],
    ['the provider says it is not confirmed', { email_verified: false }, true],
    ['the provider says so in a word of its own', { email_verified: 'true' }, true],
    ['the person who signed up here has not confirmed it', { email_verified: true }, false],
  ])('is not linked when %s', async (_case, claims, isConfirmedHere) => {
    const { email } = isConfirmedHere ? await joined() : await unverified();
    const { sub } = known({ email, ...claims });
    const back = await goThrough(sub, '/?tab=share');
    expect([back.statusCode, back.headers.location]).toEqual([
      303,
      '/api/login?error=provider&reason=known-address&returnTo=%2F%3Ftab%3Dshare',
    ]);
    expect(sessionIn(back)).toBeUndefined();
    const ways = await db
      .selectFrom('credential')
      .innerJoin('person', 'person.id', 'credential.person_id')
      .select('provider_id')
      .where('email', '=', email)
      .execute();
    expect(ways).toEqual([{ provider_id: 'credential' }]);
  });

  it('creates an account that must verify the email if the provider has not', async () => {
    const { sub, email } = known({ email_verified: false });
    const back = await goThrough(sub);
    expect((await whoIs(back)).json().emailVerified).toBe(false);
    const mail = await mailbox.mailTo(email);
    const token = tokenIn(mail, 'verify');
    // the person who opens the mail may not be the one who came from the provider
    expect((await fixture.post('verify-email', { token })).json().code).toBe('signed-out');
    const session = `openlarder=${encodeURIComponent(sessionIn(back)?.value ?? '')}`;
    const verified = await fixture.post('verify-email', { token }, session);
    expect(verified.json()).toMatchObject({ email, emailVerified: true });
  });

  it.each([[undefined], ['not an address'], ['a@example.org\r\nBcc: b@example.org'], [7]])(
    'is required: %j is refused',
    async (email) => {
      const { sub } = known({ email });
      expect(await goThrough(sub)).toMatchObject(refusal);
    },
  );
});

describe('a callback that does not match a started sign-in', () => {
  async function away() {
    const started = await start();
    const url = new URL(await provider.signIn(started.json().url, known().sub));
    return { url, cookie: cookieOf(started) };
  }

  it('is refused without this browser’s cookie, and with another’s', async () => {
    const { url } = await away();
    const other = await away();
    for (const cookie of ['', other.cookie]) {
      const back = await comeBack(url.href, cookie);
      expect(back).toMatchObject(refusal);
      expect(sessionIn(back)).toBeUndefined();
    }
  });

  it.each([
    ['another state', (url: URL) => url.searchParams.set('state', 'A'.repeat(32))],
    ['no state', (url: URL) => url.searchParams.delete('state')],
    ['two states', (url: URL) => url.searchParams.append('state', 'x')],
    ['another code', (url: URL) => url.searchParams.set('code', 'made-up')],
    ['no code', (url: URL) => url.searchParams.delete('code')],
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
  ])('is refused with %s', async (_case, spoil) => {
    const { url, cookie } = await away();
    spoil(url);
    const back = await comeBack(url.href, cookie);
    expect(back).toMatchObject(refusal);
    expect(sessionIn(back)).toBeUndefined();
  });

  it('works once', async () => {
    const { url, cookie } = await away();
    expect((await comeBack(url.href, cookie)).headers.location).toBe('/');
    const again = await comeBack(url.href, cookie);
    expect(again).toMatchObject(refusal);
    expect(sessionIn(again)).toBeUndefined();
  });

  it.each(['nonce', 'code_challenge'])('is refused if the %s differs', async (name) => {
    const started = await start();
    const there = new URL(started.json().url);
    expect(there.searchParams.get('code_challenge_method')).toBe('S256');
    expect(there.searchParams.get(name)).toMatch(/^[\w-]{32,}$/);
    there.searchParams.set(name, 'A'.repeat(43));
    const back = await comeBack(await provider.signIn(there.href, known().sub), cookieOf(started));
    expect(back).toMatchObject(refusal);
    expect(sessionIn(back)).toBeUndefined();
  });

  it('returns to the sign-in page if the person cancels', async () => {
    const started = await start('/?tab=share');
    const back = await comeBack(await provider.signIn(started.json().url, ''), cookieOf(started));
    expect([back.statusCode, back.headers.location]).toEqual([
      303,
      '/api/login?error=provider&returnTo=%2F%3Ftab%3Dshare',
    ]);
  });
});

describe('an unavailable provider', () => {
  it('returns 404 if none is configured', async () => {
    const none = await as(null, { url: '/api/auth/callback/oidc' });
    expect(none.statusCode).toBe(404);
    expect((await as(null, { url: '/api/auth/ok' })).statusCode).toBe(404);
  });

  it('returns 503, and the next sign-in tries again', async () => {
    const { json } = await start('/', mistaken);
    expect(json()).toMatchObject({ code: 'provider-away' });
    await lost.close();
    const away = await start('/', early);
    expect([away.statusCode, away.headers['retry-after']]).toEqual([503, '5']);
    // a callback during the outage redirects instead of failing
    expect(
      await comeBack('http://food.example/api/auth/oauth2/callback/oidc?code=a&state=b', '', early),
    ).toMatchObject(refusal);
  });

  it('does not affect sign-in with a password', async () => {
    const person = { email: newEmail(), password: PASSWORD, firstName: 'Ana' };
    const signedUp = await early.as(null, {
      method: 'POST',
      url: '/api/auth/sign-up/email',
      payload: person,
    });
    expect(signedUp.statusCode).toBe(200);
  });
});
