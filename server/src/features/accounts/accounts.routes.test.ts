import { SIGNED_OUT_CLOSE_CODE } from '@openlarder/domain/live/live-protocol.ts';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { openTrustedLive } from '#server/testing/live-client.ts';
import { testApp } from '#server/testing/test-app.ts';

const ground = await testApp();
const { http: app, as, db, clock, plantPerson } = ground;
const { host } = new URL(await ground.listen());

const PASSWORD = 'a good long password';
let counted = 0;
const newEmail = (): string => `somebody-${++counted}@example.org`;

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
const socketOf = (cookie: string) => openTrustedLive(`ws://${host}/ws`, { cookie, origin: ground.origin });
const whoIs = (cookie: string) => as({ cookie }, { url: '/api/auth/user' });

describe('coming in', () => {
  it('makes an account, signs in and knows the person from then on', async () => {
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

  it('sets one cookie that scripts and other sites cannot use', async () => {
    const { cookies } = await signUp();
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatchObject({
      name: 'openlarder',
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: 90 * 86_400,
    });
  });

  it('counts an unknown kind of person as a recipient and drops what nobody may set', async () => {
    const response = await signUp({ userType: 'king', isAdmin: true, verified: true, organizationName: 'X' });
    expect(response.json()).toMatchObject({
      userType: 'recipient',
      isAdmin: false,
      verified: false,
      organizationName: null,
    });
  });

  it('says plainly that an e-mail has an account already, in whatever case it is written', async () => {
    const email = newEmail();
    await signUp({ email });
    const again = await signUp({ email: email.toUpperCase() });
    expect(again.statusCode).toBe(422);
    expect(again.json().fields).toEqual({
      email: 'There is already an account with this e-mail. Please sign in.',
    });
  });

  it('lets one of several sign-ups with one e-mail through', async () => {
    const email = newEmail();
    const all = await Promise.all(Array.from({ length: 4 }, () => signUp({ email })));
    const statuses = all.map((response) => response.statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422]);
    const rows = await db.selectFrom('person').select('id').where('email', '=', email).execute();
    expect(rows).toHaveLength(1);
  });

  it('signs in with the password, and each time with another session', async () => {
    const email = newEmail();
    await signUp({ email });
    const first = await signIn(email, PASSWORD);
    const second = await signIn(email.toUpperCase(), PASSWORD);
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(cookieOf(first)).not.toBe(cookieOf(second));
    expect((await whoIs(cookieOf(first))).json().email).toBe(email);
  });

  it('ends the session one came with when another begins', async () => {
    const planted = await plantPerson();
    const live = await socketOf(planted.cookie);
    const email = newEmail();
    await signUp({ email });
    const response = await signIn(email, PASSWORD, { cookie: planted.cookie });
    expect(response.statusCode).toBe(200);
    expect((await whoIs(planted.cookie)).statusCode).toBe(401);
    expect(await live.closed).toBe(SIGNED_OUT_CLOSE_CODE);
  });

  it('answers an unknown e-mail and a wrong password with the same bytes', async () => {
    const email = newEmail();
    await signUp({ email });
    const wrong = await signIn(email, 'another password');
    const unknown = await signIn(newEmail(), 'another password');
    expect(wrong.statusCode).toBe(401);
    expect(wrong.json()).toEqual({
      code: 'wrong-password',
      message: 'That e-mail and password do not match.',
    });
    expect(unknown.statusCode).toBe(401);
    expect(unknown.body).toBe(wrong.body);
    expect(unknown.cookies).toEqual([]);
  });

  it('keeps no password, address or device of anybody but a browser and a system by name', async () => {
    const email = newEmail();
    await signUp({ email }, { 'user-agent': 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Firefox/140.0' });
    const session = await db
      .selectFrom('session')
      .innerJoin('person', 'person.id', 'session.person_id')
      .select(['ip_address', 'user_agent', 'device'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(session).toEqual({ ip_address: '', user_agent: null, device: 'Firefox, Android' });
    const { rows } = await ground.pool.query('select password from credential');
    expect(rows.every(({ password }) => !String(password).includes(PASSWORD))).toBe(true);
  });
});

describe('a session', () => {
  it('ends when its time has come', async () => {
    const person = await plantPerson();
    await db
      .updateTable('session')
      .set({ expires_at: clock.now() })
      .where('id', '=', person.caller.sessionId)
      .execute();
    expect((await whoIs(person.cookie)).statusCode).toBe(401);
    await ground.features.accounts.forgetExpired();
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
  ])('is nobody’s with %s', async (_case, spoil) => {
    const { cookie } = await plantPerson();
    expect((await whoIs(spoil(cookie))).statusCode).toBe(401);
    expect((await whoIs(cookie)).statusCode).toBe(200);
  });
});

describe('going', () => {
  const leave = (cookie: string, headers: Record<string, string>) =>
    app.inject({ url: '/api/logout', headers: { cookie, ...headers } });

  it.each([
    ['from one of our pages', { 'sec-fetch-site': 'same-origin' }],
    ['from the address bar', { 'sec-fetch-site': 'none' }],
    ['from one of our pages in an old browser', { referer: 'http://food.example/?tab=profile' }],
  ])('ends the session %s', async (_case, headers) => {
    const person = await plantPerson();
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
    ['a neighbour under the same domain', { 'sec-fetch-site': 'same-site' }],
    ['an old browser that says nothing', {}],
    ['an old browser on another site', { referer: 'http://food.example.evil.example/' }],
  ])('asks first when %s sends somebody', async (_case, headers) => {
    const person = await plantPerson();
    const response = await leave(person.cookie, headers);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toContain('text/html');
    expect((await whoIs(person.cookie)).statusCode).toBe(200);
  });

  it('is no error for nobody', async () => {
    expect((await leave('', { 'sec-fetch-site': 'none' })).statusCode).toBe(303);
  });
});

describe('what is refused at the door', () => {
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

  it('what is no JSON, and what is not ours', async () => {
    const url = '/api/auth/sign-in/email';
    const form = await as(null, {
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=a',
    });
    expect(form.statusCode).toBe(415);
    const foreign = await app.inject({ method: 'POST', url, headers: { origin: 'null' }, payload: {} });
    expect(foreign.statusCode).toBe(403);
    expect((await as(null, { url: '/api/auth/user' })).json()).toEqual({
      code: 'signed-out',
      message: 'Please sign in.',
    });
  });

  it('is the same door, however its address is spelled', async () => {
    const person = await plantPerson();
    const response = await as(person, { url: '/%61pi/auth/user' });
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
  });

  it('takes passwords as they are: any characters, none trimmed', async () => {
    const email = newEmail();
    const password = ' pässwörter 🔑 ';
    await signUp({ email, password });
    expect((await signIn(email, password)).statusCode).toBe(200);
    expect((await signIn(email, password.trim())).statusCode).toBe(401);
  });
});
