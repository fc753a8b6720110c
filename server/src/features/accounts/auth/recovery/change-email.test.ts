import { describe, expect, test } from 'vitest';
import { accountMailTasks } from '../../mail/account-mail-jobs.ts';
import { accountFixture, cookieOf, newEmail, PASSWORD } from '#server/test/account-fixture.ts';
import { tokenIn } from '#server/test/mailbox.ts';

const fixture = await accountFixture();
const { as, clock, ctx, mailbox, post, signIn, signUp, joined, noJobsLeft, pool } = fixture;
await fixture.listen();

const change = (cookie: string, email: string, currentPassword = PASSWORD) =>
  post('change-email', { email, currentPassword }, cookie);
const tokenTo = async (email: string): Promise<string> => tokenIn(await mailbox.mailTo(email), 'verify');
const emailOf = async (cookie: string): Promise<string> =>
  (await as({ cookie }, { method: 'GET', url: '/api/auth/user' })).json().email;

test('a new address replaces the old one once its link is opened, and mails go there again', async () => {
  const { email, cookie } = await joined();
  await pool.query('update person set mail_refused_at = array[now(), now(), now()] where email = $1', [
    email,
  ]);
  const wanted = newEmail();
  const asked = await change(cookie, wanted.toUpperCase());
  expect([asked.statusCode, asked.json()]).toEqual([202, { sentTo: wanted }]);
  const token = await tokenTo(wanted);
  expect(await emailOf(cookie)).toBe(email);
  const opened = await post('verify-email', { token }, cookie);
  expect([opened.statusCode, opened.json()]).toEqual([
    200,
    expect.objectContaining({ email: wanted, emailVerified: true, emailPaused: false }),
  ]);
  expect((await mailbox.mailTo(email, 0, /changed/)).text).not.toContain(wanted);
  expect((await signIn(wanted, PASSWORD)).statusCode).toBe(200);
  expect((await signIn(email, PASSWORD)).statusCode).toBe(401);
  expect((await post('verify-email', { token }, cookie)).statusCode).toBe(409);
  // the former address is free, and its pause is not this account's
  await signUp(email);
  expect((await mailbox.mailTo(email, 0, /code/)).to).toEqual([email]);
});

test('a wrong password, an address in use and a changed token are refused', async () => {
  const { email, cookie } = await joined();
  const other = await joined();
  const wrong = await change(cookie, newEmail(), 'not my password');
  expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([422, ['currentPassword']]);
  expect((await change(cookie, other.email)).json()).toEqual({ sentTo: other.email });
  await noJobsLeft();
  expect(
    mailbox.mails.filter(({ to, subject }) => to.includes(other.email) && /new email/.test(subject)),
  ).toEqual([]);
  const [wanted, rival] = [newEmail(), newEmail()];
  await change(cookie, wanted);
  const token = await tokenTo(wanted);
  const forged = `${token.split('.')[0]}.${Buffer.from(rival).toString('base64url')}`;
  expect((await post('verify-email', { token: forged }, cookie)).statusCode).toBe(409);
  // someone else begins an account with it meanwhile
  await pool.query('update person set email = $1 where email = $2', [wanted, other.email]);
  expect((await post('verify-email', { token }, cookie)).statusCode).toBe(409);
  expect(await emailOf(cookie)).toBe(email);
});

test('the link in another browser asks for the password', async () => {
  const { cookie } = await joined();
  const wanted = newEmail();
  await change(cookie, wanted);
  const token = await tokenTo(wanted);
  expect((await post('verify-email', { token })).statusCode).toBe(422);
  const opened = await post('verify-email', { token, password: PASSWORD });
  expect(opened.statusCode).toBe(200);
  expect(await emailOf(cookieOf(opened))).toBe(wanted);
});

test('of mails that are made at the same time, the last address asked for has the link', async () => {
  const { cookie } = await joined();
  const { id: personId } = (await as({ cookie }, { url: '/api/auth/user' })).json();
  const [first, last] = [newEmail(), newEmail()];
  const mail = (email: string, askedMs: number) =>
    accountMailTasks['mail-email-change']?.run(ctx, {
      personId,
      email,
      askedAt: new Date(clock.at + askedMs).toISOString(),
    });
  await mail(last, 1);
  await mail(first, 0);
  expect(mailbox.mails.filter(({ to }) => to.includes(first))).toEqual([]);
  // as when the mail server refused the first try
  await mail(last, 1);
  const [outdated = '', valid = ''] = mailbox.mails
    .filter(({ to }) => to.includes(last))
    .map((sent) => tokenIn(sent, 'verify'));
  expect((await post('verify-email', { token: outdated }, cookie)).statusCode).toBe(409);
  expect((await post('verify-email', { token: valid }, cookie)).statusCode).toBe(200);
});

describe('with limits', async () => {
  const limited = await accountFixture({ RATE_LIMITS: 'on' });
  await limited.listen();
  const ask = async (cookie: string, email: string): Promise<number> =>
    (await limited.post('change-email', { email, currentPassword: PASSWORD }, cookie)).statusCode;
  const open = async (cookie: string, token: string): Promise<number> =>
    (await limited.post('verify-email', { token }, cookie)).statusCode;
  const tokensTo = async (email: string): Promise<string[]> => {
    await limited.noJobsLeft();
    return limited.mailbox.mails
      .filter(({ to }) => to.includes(email))
      .map((mail) => tokenIn(mail, 'verify'));
  };

  test('the last address that was asked for is the one whose link works, also one asked for before', async () => {
    const { cookie } = await limited.joined();
    const [first, second] = [newEmail(), newEmail()];
    for (const email of [first, second, first]) {
      expect(await ask(cookie, email)).toBe(202);
      await limited.noJobsLeft();
    }
    const [outdated = '', valid = ''] = await tokensTo(first);
    const [other = ''] = await tokensTo(second);
    for (const token of [outdated, other]) expect(await open(cookie, token)).toBe(409);
    expect(await open(cookie, valid)).toBe(200);
  });

  test('one person’s changes to an address leave another’s to the same one', async () => {
    const [eve, ana] = [await limited.joined(), await limited.joined()];
    const wanted = newEmail();
    const asked: number[] = [];
    for (let nth = 0; nth < 4; nth++) asked.push(await ask(eve.cookie, wanted));
    expect(asked).toEqual([202, 202, 202, 429]);
    const before = (await tokensTo(wanted)).length;
    expect(await ask(ana.cookie, wanted)).toBe(202);
    const token = (await tokensTo(wanted))[before] ?? '';
    expect(await open(ana.cookie, token)).toBe(200);
  });
});
