import { SIGNED_OUT_CLOSE_CODE } from '@openlarder/domain/live/live-protocol.ts';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, it } from 'vitest';
import { cookieOf, newEmail, PASSWORD } from '#server/test/account-fixture.ts';
import { openLive } from '#server/test/live/live-client.ts';
import { testApp } from '#server/test/test-app.ts';
import { requireVerifiedEmail } from '../recovery/email-verification.ts';

const fixture = await testApp();
const { as, db, clock, createPerson, printedMails } = fixture;
const { host } = new URL(await fixture.listen());
const limited = await testApp({ RATE_LIMITS: 'on' });

const OTHER = 'another good password';
type Session = { id: string; device: string | null; createdAt: string; isCurrent: boolean };

const post = (path: string, payload: object, cookie?: string, userAgent?: string) =>
  as(cookie === undefined ? null : { cookie }, {
    method: 'POST',
    url: `/api/auth/${path}`,
    payload,
    headers: userAgent === undefined ? {} : { 'user-agent': userAgent },
  });
const signIn = (email: string, password: string, userAgent?: string) =>
  post('sign-in/email', { email, password }, undefined, userAgent);
const signedUp = async (userAgent?: string): Promise<{ email: string; cookie: string }> => {
  const email = newEmail();
  const body = { email, password: PASSWORD, firstName: 'Ana' };
  return { email, cookie: cookieOf(await post('sign-up/email', body, undefined, userAgent)) };
};
const sessions = async (cookie: string): Promise<Session[]> =>
  (await as({ cookie }, { url: '/api/auth/sessions' })).json();
const end = (cookie: string, id: string) =>
  as({ cookie }, { method: 'DELETE', url: `/api/auth/sessions/${id}` });
const isIn = async (cookie: string): Promise<boolean> =>
  (await as({ cookie }, { url: '/api/auth/user' })).statusCode === 200;
const socketOf = (cookie: string) => openLive(`ws://${host}/ws`, { cookie, origin: fixture.origin });

const PHONE = 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
const LAPTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36';

describe('the list of sessions', () => {
  it('lists the newest first, by the names of browser and system', async () => {
    const { email, cookie } = await signedUp(PHONE);
    clock.forward(MINUTE_MS);
    const later = cookieOf(await signIn(email, PASSWORD, LAPTOP));
    clock.forward(MINUTE_MS);
    await signIn(email, PASSWORD, 'curl/8');
    const listed = await sessions(later);
    expect(listed.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      [null, false],
      ['Chrome, Windows', true],
      ['Firefox, Android', false],
    ]);
    expect(listed.map(({ createdAt }) => createdAt)).toEqual(
      [0, 1, 2].map((minutes) => new Date(clock.at - minutes * MINUTE_MS).toISOString()),
    );
    expect(Object.keys(listed[0] ?? {}).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'createdAt',
      'device',
      'id',
      'isCurrent',
    ]);
    expect((await sessions(cookie)).find(({ isCurrent }) => isCurrent)?.device).toBe('Firefox, Android');
  });

  it('omits expired sessions', async () => {
    const { email, cookie } = await signedUp();
    const old = cookieOf(await signIn(email, PASSWORD));
    const oldId = (await sessions(old)).find(({ isCurrent }) => isCurrent)?.id ?? '';
    await db.updateTable('session').set({ expires_at: clock.now() }).where('id', '=', oldId).execute();
    expect(await sessions(cookie)).toHaveLength(1);
  });

  it('ends one session with its sockets and keeps the others', async () => {
    const { email, cookie } = await signedUp();
    const lost = cookieOf(await signIn(email, PASSWORD));
    const live = await socketOf(lost);
    const lostId = (await sessions(lost)).find(({ isCurrent }) => isCurrent)?.id ?? '';
    const ended = await end(cookie, lostId);
    expect([ended.statusCode, ended.cookies]).toEqual([204, []]);
    expect(await live.closed).toBe(SIGNED_OUT_CLOSE_CODE);
    expect([await isIn(lost), await isIn(cookie)]).toEqual([false, true]);
    expect((await end(cookie, lostId)).statusCode).toBe(404);
  });

  it('closes the sockets of a session that has run out, or that another program deletes', async () => {
    const [one, other] = [await createPerson(), await createPerson()];
    const sockets = await Promise.all([one.cookie, other.cookie].map(socketOf));
    await db
      .updateTable('session')
      .set({ expires_at: clock.now() })
      .where('person_id', '=', one.id)
      .execute();
    await db.deleteFrom('session').where('person_id', '=', other.id).execute();
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([
      SIGNED_OUT_CLOSE_CODE,
      SIGNED_OUT_CLOSE_CODE,
    ]);
  });

  it('ends the current session and clears its cookie', async () => {
    const { cookie } = await signedUp();
    const [own] = await sessions(cookie);
    const ended = await end(cookie, own?.id ?? '');
    expect(ended.statusCode).toBe(204);
    expect(ended.cookies).toContainEqual(
      expect.objectContaining({ name: 'openlarder', value: '', maxAge: 0 }),
    );
    expect(await isIn(cookie)).toBe(false);
  });

  it('signs out everywhere, closes sockets and clears the cookie', async () => {
    const { email, cookie } = await signedUp();
    const elsewhere = cookieOf(await signIn(email, PASSWORD));
    const other = await createPerson();
    const sockets = await Promise.all([cookie, elsewhere].map(socketOf));
    const response = await post('sign-out-everywhere', {}, cookie);
    expect(response.statusCode).toBe(204);
    expect(response.headers['clear-site-data']).toBe('"cache", "storage"');
    expect(response.cookies).toContainEqual(
      expect.objectContaining({ name: 'openlarder', value: '', maxAge: 0 }),
    );
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([
      SIGNED_OUT_CLOSE_CODE,
      SIGNED_OUT_CLOSE_CODE,
    ]);
    expect([await isIn(cookie), await isIn(elsewhere), await isIn(other.cookie)]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('changing the password', () => {
  const change = (cookie: string, currentPassword: string, newPassword = OTHER) =>
    post('change-password', { currentPassword, newPassword }, cookie);

  it('requires the current password, ends other sessions and keeps this one', async () => {
    const { email, cookie } = await signedUp();
    const elsewhere = cookieOf(await signIn(email, PASSWORD));
    const [mine, theirs] = await Promise.all([socketOf(cookie), socketOf(elsewhere)]);
    expect((await change(cookie, PASSWORD)).statusCode).toBe(204);
    expect(await theirs.closed).toBe(SIGNED_OUT_CLOSE_CODE);
    mine.socket.close();
    expect([await isIn(cookie), await isIn(elsewhere)]).toEqual([true, false]);
    expect((await signIn(email, PASSWORD)).statusCode).toBe(401);
    expect((await signIn(email, OTHER)).statusCode).toBe(200);
  });

  it('ends the private address of the calendar', async () => {
    const { cookie } = await signedUp();
    const made = await as({ cookie }, { method: 'POST', url: '/api/users/calendar-feed' });
    const read = () => as(null, { url: new URL(made.json<{ url: string }>().url).pathname });
    expect((await read()).statusCode).toBe(200);
    await change(cookie, PASSWORD);
    expect((await read()).statusCode).toBe(404);
    expect((await as({ cookie }, { url: '/api/users/calendar-feed' })).json()).toEqual({ url: null });
  });

  it('returns 422 on the field if the current password is wrong, or there is none', async () => {
    const { email, cookie } = await signedUp();
    for (const person of [cookie, (await createPerson()).cookie]) {
      const refused = await change(person, 'not this one');
      expect(refused.statusCode).toBe(422);
      expect(refused.json().fields).toEqual({ currentPassword: "That's not your password." });
    }
    expect((await change(cookie, PASSWORD, 'short')).json().fields).toHaveProperty('newPassword');
    expect((await signIn(email, PASSWORD)).statusCode).toBe(200);
  });

  it('accepts one of two concurrent changes', async () => {
    const { email, cookie } = await signedUp();
    const passwords = ['the first password', 'the second password'];
    const answers = await Promise.all(passwords.map((password) => change(cookie, PASSWORD, password)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 422]);
    const winner = passwords[answers.findIndex(({ statusCode }) => statusCode === 204)] ?? '';
    expect((await signIn(email, winner)).statusCode).toBe(200);
  });

  it('invalidates mailed reset links', async () => {
    const { email, cookie } = await signedUp();
    await post('request-password-reset', { email });
    const printed = () => printedMails.find((mail) => mail.includes(email)) ?? '';
    await expect.poll(printed).toContain('Choose a new password');
    const token = /\?reset=([\w-]+)/.exec(printed())?.[1] ?? '';
    expect((await change(cookie, PASSWORD)).statusCode).toBe(204);
    expect((await post('reset-password', { token, newPassword: 'a third password' })).statusCode).toBe(409);
  });

  it('limits tries', async () => {
    const { cookie } = await limited.createPerson();
    const { id } = (await limited.as({ cookie }, { url: '/api/auth/user' })).json();
    await limited.db
      .insertInto('credential')
      .values({
        id: limited.newId(),
        account_id: id,
        provider_id: 'credential',
        person_id: id,
        password: 'no:hash',
        created_at: clock.now(),
        updated_at: clock.now(),
      })
      .execute();
    const statuses = [];
    for (let nth = 0; nth < 11; nth++) {
      const payload = { currentPassword: `guess ${nth}`, newPassword: OTHER };
      const answered = await limited.as(
        { cookie },
        { method: 'POST', url: '/api/auth/change-password', payload },
      );
      statuses.push(answered.statusCode);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
  });
});

describe('without a mail server', () => {
  it('prints a reset mail in full for the operator', async () => {
    const { email } = await signedUp();
    await post('request-password-reset', { email });
    const printed = () => printedMails.find((mail) => mail.includes(email)) ?? '';
    await expect.poll(printed).toContain(`Email to ${email} (printed here because SMTP_URL isn't set)`);
    const token = /^http:\/\/food\.example\/api\/login\?reset=([\w-]+)$/m.exec(printed())?.[1] ?? '';
    expect((await post('reset-password', { token, newPassword: OTHER })).statusCode).toBe(204);
    expect((await signIn(email, OTHER)).json().emailVerified).toBe(true);
  });

  it('requires no email verification, and the callback of a missing provider returns 404', async () => {
    const person = await createPerson();
    await requireVerifiedEmail(fixture.ctx, person.id);
    expect((await as(null, { url: '/api/auth/oauth2/callback/oidc?code=a&state=b' })).statusCode).toBe(404);
  });
});

it.each([
  ['sign-up/email', { email: newEmail(), password: 'Password1', firstName: 'Ana' }, 'password'],
  ['sign-up/link', { token: 'made-up', password: 'Password1' }, 'password'],
  ['reset-password', { token: 'made-up', newPassword: 'Password1' }, 'newPassword'],
  ['change-password', { currentPassword: PASSWORD, newPassword: 'Password1' }, 'newPassword'],
])('%s refuses a password that is easily guessed', async (path, body, field) => {
  const { cookie } = await signedUp();
  const response = await post(path, body, cookie);
  expect(response.statusCode).toBe(422);
  expect(response.json().fieldErrors).toEqual({ [field]: { code: 'guessable-password' } });
});
