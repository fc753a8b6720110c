import { SIGNED_OUT_CLOSE_CODE } from '@openlarder/domain/live/live-protocol.ts';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { forgetOld } from '#server/retentions.ts';
import { openLive } from '#server/test/live/live-client.ts';
import { testApp } from '#server/test/test-app.ts';

const fixture = await testApp();
const { http: app, as, ctx, db, clock, createPerson } = fixture;
const { host } = new URL(await fixture.listen());

const PASSWORD = 'a good long password';
let counted = 0;
const newEmail = (): string => `person-${++counted}@example.org`;

const signUp = (over: object = {}, headers: Record<string, string> = {}) =>
  as(null, {
    method: 'POST',
    url: '/api/auth/sign-up/email',
    headers,
    payload: { email: newEmail(), password: PASSWORD, firstName: 'Ana', lastName: 'Bell', ...over },
  });
const signIn = (email: string, password: string, headers: Record<string, string> = {}) =>
  as(null, { method: 'POST', url: '/api/auth/sign-in/email', headers, payload: { email, password } });
const cookieOf = (response: LightMyRequestResponse): string => {
  const [cookie] = response.cookies;
  return `${cookie?.name}=${encodeURIComponent(cookie?.value ?? '')}`;
};
const socketOf = (cookie: string) => openLive(`ws://${host}/ws`, { cookie, origin: fixture.origin });
const whoIs = (cookie: string) => as({ cookie }, { url: '/api/auth/user' });

describe('signing up and in', () => {
  it('creates an account, signs in and recognizes the session', async () => {
    const email = newEmail();
    const response = await signUp({ email: ` ${email.toUpperCase()} `, userType: 'donor' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      email,
      firstName: 'Ana',
      lastName: 'Bell',
      userType: 'donor',
      location: null,
      latitude: null,
      areaLabel: null,
      isAdmin: false,
      verified: false,
      createdAt: clock.now().toISOString(),
    });
    const me = await whoIs(cookieOf(response));
    expect(me.statusCode).toBe(200);
    expect(me.json()).toEqual(response.json());
  });

  it('sets cookies of session and device that are HttpOnly and SameSite', async () => {
    const { cookies } = await signUp();
    const common = { httpOnly: true, sameSite: 'Lax', path: '/' };
    expect(cookies).toEqual([
      expect.objectContaining({ ...common, name: 'openlarder', maxAge: 90 * 86_400 }),
      expect.objectContaining({ ...common, name: 'openlarder-device', maxAge: 400 * 86_400 }),
    ]);
  });

  it('treats an unknown user type as recipient and drops read-only fields', async () => {
    const response = await signUp({ userType: 'king', isAdmin: true, verified: true, organizationName: 'X' });
    expect(response.json()).toMatchObject({
      userType: 'recipient',
      isAdmin: false,
      verified: false,
      organizationName: null,
    });
  });

  it('keeps recipients off boards until they want to be on them, and shows everyone else', async () => {
    const shown = async (userType: string) => (await signUp({ userType })).json().leaderboardVisible;
    expect([await shown('recipient'), await shown('donor'), await shown('volunteer')]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('keeps the language of the page; without one, none is chosen', async () => {
    expect((await signUp({ language: 'es' })).json().language).toBe('es');
    expect((await signUp({})).json().language).toBeNull();
    expect((await signUp({ language: 'tlh' })).statusCode).toBe(422);
  });

  it('returns 422 for a known email, ignoring case', async () => {
    const email = newEmail();
    await signUp({ email });
    const again = await signUp({ email: email.toUpperCase() });
    expect(again.statusCode).toBe(422);
    expect(again.json().fields).toEqual({
      email: "There's already an account with this email. Please sign in.",
    });
  });

  it('accepts one of several concurrent sign-ups with one email', async () => {
    const email = newEmail();
    const all = await Promise.all(Array.from({ length: 4 }, () => signUp({ email })));
    const statuses = all.map((response) => response.statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422]);
    const rows = await db.selectFrom('person').select('id').where('email', '=', email).execute();
    expect(rows).toHaveLength(1);
  });

  it('signs in with the password and a new session each time', async () => {
    const email = newEmail();
    await signUp({ email });
    const first = await signIn(email, PASSWORD);
    const second = await signIn(email.toUpperCase(), PASSWORD);
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(cookieOf(first)).not.toBe(cookieOf(second));
    expect((await whoIs(cookieOf(first))).json().email).toBe(email);
  });

  it('ends the previous session on sign-in', async () => {
    const planted = await createPerson();
    const live = await socketOf(planted.cookie);
    const email = newEmail();
    await signUp({ email });
    const response = await signIn(email, PASSWORD, { cookie: planted.cookie });
    expect(response.statusCode).toBe(200);
    expect((await whoIs(planted.cookie)).statusCode).toBe(401);
    expect(await live.closed).toBe(SIGNED_OUT_CLOSE_CODE);
  });

  it('returns identical bytes for an unknown email and a wrong password', async () => {
    const email = newEmail();
    await signUp({ email });
    const wrong = await signIn(email, 'another password');
    const unknown = await signIn(newEmail(), 'another password');
    expect(wrong.statusCode).toBe(401);
    expect(wrong.json()).toEqual({
      code: 'wrong-password',
      message: "That email and password don't match.",
    });
    expect(unknown.statusCode).toBe(401);
    expect(unknown.body).toBe(wrong.body);
    expect(unknown.cookies).toEqual([]);
  });

  it('stores no password, network address or device besides the names of browser and system', async () => {
    const email = newEmail();
    await signUp({ email }, { 'user-agent': 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Firefox/140.0' });
    const session = await db
      .selectFrom('session')
      .innerJoin('person', 'person.id', 'session.person_id')
      .select(['ip_address', 'user_agent', 'device'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(session).toEqual({ ip_address: '', user_agent: null, device: 'Firefox, Android' });
    const { rows } = await fixture.pool.query('select password from credential');
    expect(rows.every(({ password }) => !String(password).includes(PASSWORD))).toBe(true);
  });
});

describe('a session', () => {
  it('expires', async () => {
    const person = await createPerson();
    await db
      .updateTable('session')
      .set({ expires_at: clock.now() })
      .where('id', '=', person.caller.sessionId)
      .execute();
    expect((await whoIs(person.cookie)).statusCode).toBe(401);
    await forgetOld(ctx);
    const kept = await db
      .selectFrom('session')
      .select('id')
      .where('id', '=', person.caller.sessionId)
      .execute();
    expect(kept).toEqual([]);
  });

  it.each([
    ['a forged signature', (cookie: string) => `${cookie.slice(0, -6)}AAAAAA`],
    ['no signature', (cookie: string) => cookie.split('.')[0] ?? ''],
    ['half a percent sign', () => 'openlarder=%'],
    ['nothing', () => 'openlarder='],
    ['another name', (cookie: string) => cookie.replace('openlarder', 'openlarder2')],
  ])('is not accepted with %s', async (_case, spoil) => {
    const { cookie } = await createPerson();
    expect((await whoIs(spoil(cookie))).statusCode).toBe(401);
    expect((await whoIs(cookie)).statusCode).toBe(200);
  });
});

describe('signing out', () => {
  const leave = (cookie: string, headers: Record<string, string>) =>
    app.inject({ url: '/api/logout', headers: { cookie, ...headers } });

  it.each([
    ['from one of our pages', { 'sec-fetch-site': 'same-origin', host: 'food.example' }],
    ['from the address bar', { 'sec-fetch-site': 'none' }],
    ['from one of our pages in an old browser', { referer: 'http://food.example/?tab=profile' }],
  ])('ends the session %s', async (_case, headers) => {
    const person = await createPerson();
    const live = await socketOf(person.cookie);
    const response = await leave(person.cookie, headers);
    expect(response.statusCode).toBe(303);
    expect(response.headers.location).toBe('/');
    expect(response.headers['clear-site-data']).toBe('"cache", "storage"');
    expect(response.cookies.find(({ name }) => name === 'openlarder')).toMatchObject({
      value: '',
      maxAge: 0,
    });
    expect((await whoIs(person.cookie)).statusCode).toBe(401);
    expect(await live.closed).toBe(SIGNED_OUT_CLOSE_CODE);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another name that leads here', { 'sec-fetch-site': 'same-origin', host: 'elsewhere.example' }],
    ['another site under the same domain', { 'sec-fetch-site': 'same-site' }],
    ['an old browser that says nothing', {}],
    ['an old browser on another site', { referer: 'http://food.example.evil.example/' }],
  ])('requires confirmation when linked from %s', async (_case, headers) => {
    const person = await createPerson();
    const response = await leave(person.cookie, headers);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toContain('text/html');
    expect((await whoIs(person.cookie)).statusCode).toBe(200);
  });

  it('is no error without a session', async () => {
    expect((await leave('', { 'sec-fetch-site': 'none' })).statusCode).toBe(303);
  });
});

describe('refused requests', () => {
  it.each([
    [{ email: '' }, 422, 'email'],
    [{ email: 'no address' }, 422, 'email'],
    [{ email: `${'a'.repeat(250)}@example.org` }, 422, 'email'],
    [{ email: 7 }, 400, 'email'],
    [{ email: 'a\u0000@example.org' }, 422, 'email'],
    [{ password: 'short' }, 422, 'password'],
    [{ password: 'p'.repeat(129) }, 422, 'password'],
    [{ firstName: '' }, 422, 'firstName'],
    [{ firstName: 'Ana\u0000' }, 422, 'firstName'],
    [{ lastName: '\udfff' }, 422, 'lastName'],
  ])('%j', async (over, status, field) => {
    const response = await signUp(over);
    expect(response.statusCode).toBe(status);
    expect(Object.keys(response.json().fields)).toContain(field);
    expect(response.cookies).toEqual([]);
  });

  it('applies the same checks to alternative spellings of the path', async () => {
    const person = await createPerson();
    const response = await as(person, { url: '/%61pi/auth/user' });
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
  });

  it('accepts any characters in a password and trims none', async () => {
    const email = newEmail();
    const password = ' pässwörter 🔑 ';
    await signUp({ email, password });
    expect((await signIn(email, password)).statusCode).toBe(200);
    expect((await signIn(email, password.trim())).statusCode).toBe(401);
    // some keyboards compose letters, others do not (UAX #15)
    expect((await signIn(email, password.normalize('NFD'))).statusCode).toBe(200);
  });
});
