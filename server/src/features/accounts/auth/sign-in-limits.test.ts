import { DAY_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { forgetOld } from '#server/retentions.ts';
import { accountFixture, cookieOf, newEmail, PASSWORD } from '#server/test/account-fixture.ts';
import { codeIn, tokenIn } from '#server/test/mailbox.ts';

const fixture = await accountFixture({ RATE_LIMITS: 'on' });
const { as, clock, ctx, http, mailbox, pool, post, signUp, noJobsLeft } = fixture;
await fixture.listen();

const OTHER = 'another good password';
const deviceOf = ({ cookies }: LightMyRequestResponse): string => {
  const { name, value } = cookies.find((cookie) => cookie.name.endsWith('-device')) ?? {};
  return `${name}=${value}`;
};
const signInFrom = (remoteAddress: string, email: string, password: string, cookie?: string) =>
  http.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    remoteAddress,
    headers: { origin: fixture.origin, ...(cookie !== undefined && { cookie }) },
    payload: { email, password },
  });
const askReset = async (email: string) => {
  const response = await post('request-password-reset', { email });
  expect([response.statusCode, response.json()]).toEqual([202, { sentTo: email }]);
};
const reset = (token: string) => post('reset-password', { token, newPassword: OTHER });
const mailsTo = (email: string) => mailbox.mails.filter(({ to }) => to.includes(email));
/** A person who signed up, and their browser's cookies. */
async function newcomer() {
  const email = newEmail();
  const browser = cookieOf(await signUp(email));
  const opened = await post('sign-up/code', { code: codeIn(await mailbox.mailTo(email)) }, browser);
  return { email, session: cookieOf(opened), device: deviceOf(opened) };
}

it('sixty people an hour sign up from one network address; the next one is told how long to wait', async () => {
  const signUpFrom = (remoteAddress: string) =>
    http.inject({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      remoteAddress,
      headers: { origin: fixture.origin },
      payload: {
        email: newEmail(),
        password: PASSWORD,
        firstName: 'Ana',
        lastName: 'Bell',
        userType: 'donor',
      },
    });
  for (let earlier = 1; earlier < 60; earlier++) await ctx.rateLimits.spend('address-sign-up', '10.9.0.1');
  expect((await signUpFrom('10.9.0.1')).statusCode).toBeLessThan(300);
  const refused = await signUpFrom('10.9.0.1');
  expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([
    429,
    expect.toSatisfy((seconds: number) => seconds > 3000 && seconds <= 3600),
  ]);
  expect((await signUpFrom('10.9.0.2')).statusCode).toBeLessThan(300);
});

describe('tries at a password', () => {
  it('of strangers do not use up those of a device that knows the account', async () => {
    const { email, device } = await newcomer();
    const statuses: number[] = [];
    for (let address = 1; address <= 50; address++) {
      const tries = Array.from({ length: 10 }, () => signInFrom(`10.1.${address}.1`, email, OTHER));
      statuses.push(...(await Promise.all(tries)).map(({ statusCode }) => statusCode));
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(450);
    expect((await signInFrom('10.1.1.1', email, PASSWORD)).statusCode).toBe(429);
    expect((await signInFrom('10.2.0.1', email, PASSWORD)).statusCode).toBe(429);
    expect((await signInFrom('10.1.1.1', email, PASSWORD, device)).statusCode).toBe(200);
  });

  it('are none where it is right, from as many devices as there are', async () => {
    const { email } = await newcomer();
    for (let nth = 0; nth < 12; nth++)
      expect((await signInFrom('10.8.0.1', email, PASSWORD)).statusCode).toBe(200);
    // the wrong ones between count on
    for (let nth = 0; nth < 10; nth++) await signInFrom('10.8.0.1', email, OTHER);
    expect((await signInFrom('10.8.0.1', email, PASSWORD)).statusCode).toBe(429);
  });

  it('of such a device are ten', async () => {
    const { email, device } = await newcomer();
    for (let tries = 0; tries < 10; tries++)
      expect((await signInFrom('10.3.0.1', email, OTHER, device)).statusCode).toBe(401);
    expect((await signInFrom('10.3.0.2', email, PASSWORD, device)).statusCode).toBe(429);
  });

  it('are those of a stranger with a cookie of another account, a forged one, or from before another password', async () => {
    const { email, session, device } = await newcomer();
    const another = await newcomer();
    const changed = await as(
      { cookie: `${session}; ${device}` },
      {
        method: 'POST',
        url: '/api/auth/change-password',
        payload: { currentPassword: PASSWORD, newPassword: OTHER },
      },
    );
    expect(changed.statusCode).toBe(204);
    const cookies = [another.device, `${device.slice(0, -3)}AAA`, device, 'openlarder-device=x.y.z'];
    for (const [index, cookie] of cookies.entries())
      for (let tries = 0; tries <= 10; tries++) {
        const { statusCode } = await signInFrom(`10.4.${index}.1`, email, 'wrong password', cookie);
        expect(statusCode).toBe(tries < 10 ? 401 : 429);
      }
    for (const [index, cookie] of cookies.entries()) {
      const late = await signInFrom(`10.4.${index}.1`, email, OTHER, cookie);
      expect([late.statusCode, Number(late.headers['retry-after']) > 0]).toEqual([429, true]);
    }
    expect((await signInFrom('10.4.0.1', email, OTHER, deviceOf(changed))).statusCode).toBe(200);
  });

  it('belong to each account that a shared device knows', async () => {
    const one = await newcomer();
    const other = await newcomer();
    const both = deviceOf(await signInFrom('10.5.0.1', one.email, PASSWORD, other.device));
    for (const { email } of [one, other]) {
      for (let tries = 0; tries < 9; tries++)
        expect((await signInFrom('10.5.0.1', email, OTHER, both)).statusCode).toBe(401);
      expect((await signInFrom('10.5.0.1', email, PASSWORD, both)).statusCode).toBe(200);
    }
  });
});

describe('mails with links', () => {
  it.each([
    ['an account', true],
    ['no account', false],
  ])(
    'for a reset go to an email with %s at most every ten minutes, and three times a day',
    async (_, isKnown) => {
      const email = isKnown ? (await newcomer()).email : newEmail();
      const before = mailsTo(email).length;
      const sent: number[] = [];
      for (const minutes of [0, 9, 1, 10, 10, 1400]) {
        clock.forward(minutes * MINUTE_MS);
        for (let asks = 0; asks < 8; asks++) await askReset(email);
        await noJobsLeft();
        sent.push(mailsTo(email).length - before);
      }
      expect(sent).toEqual(isKnown ? [1, 1, 2, 3, 3, 3] : [0, 0, 0, 0, 0, 0]);
      if (!isKnown) return;
      // the last link works for as long as no other is mailed
      expect((await reset(tokenIn(await mailbox.mailTo(email, before + 2), 'reset'))).statusCode).toBe(204);
      clock.forward(30 * MINUTE_MS);
      await askReset(email);
      await noJobsLeft();
      // one tells that the password was changed
      expect(mailsTo(email).length - before).toBe(5);
    },
  );

  it('for a sign-up too; the code works on when it was sent again from the same browser', async () => {
    const email = newEmail();
    const browser = cookieOf(await signUp(email, { firstName: 'Amma' }));
    const code = codeIn(await mailbox.mailTo(email));
    const again = await post(
      'sign-up/email',
      { email, password: OTHER, firstName: 'Emma', lastName: 'Bell' },
      browser,
    );
    expect(again.statusCode).toBe(202);
    await noJobsLeft();
    expect(mailsTo(email)).toHaveLength(1);
    const opened = await post('sign-up/code', { code }, cookieOf(again));
    expect(opened.json()).toMatchObject({ email, firstName: 'Emma' });
    expect((await signInFrom('10.6.0.1', email, OTHER)).statusCode).toBe(200);
  });

  it('let the owner of an email begin their own sign-up, when a stranger’s was mailed before', async () => {
    const email = newEmail();
    const stranger = cookieOf(await signUp(email, { firstName: 'Mallory', password: OTHER }));
    const token = tokenIn(await mailbox.mailTo(email), 'sign-up');
    const own = cookieOf(await signUp(email));
    await noJobsLeft();
    expect(mailsTo(email)).toHaveLength(1);
    const opened = await post('sign-up/link', { token }, own);
    expect(opened.json()).toMatchObject({ email, firstName: 'Ana' });
    expect((await signInFrom('10.7.0.1', email, OTHER)).statusCode).toBe(401);
    expect((await signInFrom('10.7.0.1', email, PASSWORD)).statusCode).toBe(200);
    expect((await post('sign-up/link', { token }, stranger)).statusCode).toBe(409);
  });

  it('that confirms one’s own email is not used up by others who change theirs to it', async () => {
    const [owner, stranger] = [await fixture.createPerson(), await newcomer()];
    await pool.query('update person set email_verified = false where id = $1', [owner.id]);
    const changed = await as(
      { cookie: stranger.session },
      {
        method: 'POST',
        url: '/api/auth/change-email',
        payload: { email: owner.email, currentPassword: PASSWORD },
      },
    );
    expect(changed.statusCode).toBe(202);
    await noJobsLeft();
    const before = mailsTo(owner.email).length;
    await as(owner, { method: 'POST', url: '/api/auth/send-verification-email' });
    await noJobsLeft();
    expect(mailsTo(owner.email)).toHaveLength(before + 1);
  });

  it('are counted for a day', async () => {
    await askReset(newEmail());
    clock.forward(DAY_MS);
    await forgetOld(ctx);
    expect((await pool.query('select from link_mail')).rowCount).toBe(0);
  });
});
