import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, it } from 'vitest';
import { accountFixture, cookieOf, hashesIn, newEmail, PASSWORD } from '#server/testing/account-fixture.ts';
import { listingBody } from '#server/testing/factories/listing-body.ts';
import { tokenIn } from '#server/testing/mailbox.ts';

const fixture = await accountFixture();
const { as, clock, mailbox, post, signUp, signIn, joined, noJobsLeft } = fixture;
await fixture.listen();

const OTHER = 'another good password';
const reset = (token: string, newPassword = OTHER) => post('reset-password', { token, newPassword });
const verify = (token: string, cookie?: string, password?: string) =>
  post('verify-email', { token, password }, cookie);

describe('signing up with a mail server', () => {
  it('answers alike for a new and a known email, after the same work, without a session', async () => {
    const { email } = await joined();
    const fresh = newEmail();
    const answers: unknown[] = [];
    const hashes: number[] = [];
    for (const address of [fresh, email]) {
      hashes.push(
        await hashesIn(async () => {
          const response = await signUp(address, { password: 'someone else’s password' });
          answers.push([
            response.statusCode,
            response.body.replace(address, 'x'),
            String(response.headers['set-cookie']).replace(/=[^;]{70,}/, '=…'),
          ]);
        }),
      );
    }
    const cookie = 'openlarder-new=…; Max-Age=86400; Path=/; HttpOnly; SameSite=Lax';
    expect(answers[0]).toEqual([202, '{"sentTo":"x"}', cookie]);
    expect(answers[1]).toEqual(answers[0]);
    expect(hashes).toEqual([1, 1]);
    const told = await mailbox.mailTo(email, 0, /^You already have an account/);
    expect((await signIn(email, 'someone else’s password')).statusCode).toBe(401);
    expect((await reset(tokenIn(told, 'reset'))).statusCode).toBe(204);
  });

  it('creates one account for concurrent sign-ups and mails the others', async () => {
    const email = newEmail();
    const all = await Promise.all(Array.from({ length: 4 }, () => signUp(email)));
    expect(all.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202, 202]);
    await mailbox.mailTo(email, 3);
    const subjects = mailbox.mails.filter(({ to }) => to.includes(email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('Confirm'))).toHaveLength(1);
    expect(subjects.filter((subject) => subject.includes('already'))).toHaveLength(3);
  });

  it('verifies the email and signs in by the mailed link, once, within a day', async () => {
    const email = newEmail();
    const browser = cookieOf(await signUp(email, { firstName: 'Zoë' }));
    const mail = await mailbox.mailTo(email);
    expect(mail.text).toContain('Hi Zoë,');
    const token = tokenIn(mail, 'verify');
    // link scanners of mail programs do not use the link up
    expect((await as(null, { url: `/api/login?verify=${token}` })).statusCode).toBe(200);
    clock.forward(24 * HOUR_MS - 1);
    const response = await verify(token, browser);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ email, emailVerified: true, firstName: 'Zoë' });
    expect(response.cookies[0]).toMatchObject({
      name: 'openlarder',
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    });
    expect((await as({ cookie: cookieOf(response) }, { url: '/api/auth/user' })).json().email).toBe(email);
    const again = await verify(token, browser);
    expect([again.statusCode, again.json().code, again.cookies]).toEqual([409, 'link-over', []]);
  });

  it('refuses a link older than a day, and a link of another kind', async () => {
    const email = newEmail();
    const browser = cookieOf(await signUp(email));
    const token = tokenIn(await mailbox.mailTo(email), 'verify');
    expect((await reset(token)).statusCode).toBe(409);
    clock.forward(24 * HOUR_MS);
    expect((await verify(token, browser)).statusCode).toBe(409);
    expect((await signIn(email, PASSWORD)).json().emailVerified).toBe(false);
  });

  it('lets an unverified person sign in but not claim until they open a new link', async () => {
    const email = newEmail();
    await signUp(email);
    const first = tokenIn(await mailbox.mailTo(email), 'verify');
    const cookie = cookieOf(await signIn(email, PASSWORD));
    const donor = await joined();
    const listing = await as(donor, {
      method: 'POST',
      url: '/api/food-listings',
      payload: listingBody(clock),
    });
    expect(listing.statusCode).toBe(201);
    const claim = () =>
      as({ cookie }, { method: 'POST', url: `/api/food-listings/${listing.json().id}/claim`, payload: {} });
    const refused = await claim();
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      {
        code: 'verify-email',
        message: 'Please confirm your email address first: open the link in the email we sent you.',
      },
    ]);
    const again = await post('send-verification-email', {}, cookie);
    expect([again.statusCode, again.json()]).toEqual([202, { sentTo: email }]);
    const token = tokenIn(await mailbox.mailTo(email, 1), 'verify');
    const verified = await verify(token, undefined, PASSWORD);
    expect(verified.statusCode).toBe(200);
    expect((await claim()).statusCode).toBe(201);
    expect((await verify(first)).statusCode).toBe(409);
    expect((await post('send-verification-email', {}, cookie)).statusCode).toBe(202);
    await noJobsLeft();
    expect(mailbox.mails.filter(({ to }) => to.includes(email))).toHaveLength(2);
  });

  it('gives no access to an attacker who signed up with another person’s email', async () => {
    const victim = newEmail();
    const theirs = 'the password of a stranger';
    const stranger = cookieOf(await signUp(victim, { password: theirs }));
    const session = cookieOf(await signIn(victim, theirs));
    const token = tokenIn(await mailbox.mailTo(victim), 'verify');
    // the owner signs up too, and opens the first mail in their own browser
    const own = cookieOf(await signUp(victim, { password: OTHER }));
    for (const [cookie, password] of [
      [undefined, undefined],
      [own, undefined],
      [own, OTHER],
      [(await joined()).cookie, undefined],
    ] as const) {
      const refused = await verify(token, cookie, password);
      expect([refused.statusCode, Object.keys(refused.json().fields), refused.cookies]).toEqual([
        422,
        ['password'],
        [],
      ]);
    }
    expect((await as({ cookie: session }, { url: '/api/auth/user' })).json().emailVerified).toBe(false);
    const known = tokenIn(await mailbox.mailTo(victim, 0, /^You already have an account/), 'reset');
    expect((await reset(known)).statusCode).toBe(204);
    expect((await signIn(victim, theirs)).statusCode).toBe(401);
    expect((await as({ cookie: session }, { url: '/api/auth/user' })).statusCode).toBe(401);
    expect((await verify(token, stranger)).statusCode).toBe(409);
    expect((await signIn(victim, OTHER)).json().emailVerified).toBe(true);
  });

  it('accepts the password as proof if another browser opens the link', async () => {
    const email = newEmail();
    await signUp(email);
    const token = tokenIn(await mailbox.mailTo(email), 'verify');
    expect((await verify(token, undefined, OTHER)).json().fields).toEqual({
      password: "That's not your password.",
    });
    expect((await verify(token, undefined, PASSWORD)).json()).toMatchObject({ email, emailVerified: true });
  });

  it('does not accept the sign-up cookie as a session', async () => {
    const browser = cookieOf(await signUp(newEmail()));
    const signed = browser.slice(browser.indexOf('='));
    for (const cookie of [browser, `openlarder${signed}`])
      expect((await as({ cookie }, { url: '/api/auth/user' })).statusCode).toBe(401);
  });

  it('keeps line breaks of a name out of the headers', async () => {
    const email = newEmail();
    expect((await signUp(email, { firstName: 'Ana\r\nBcc spy' })).statusCode).toBe(202);
    const mail = await mailbox.mailTo(email);
    expect(mail.text).toContain('Hi Ana Bcc spy,');
    expect(mail.headers.has('bcc')).toBe(false);
  });

  it.each([['You won at prize.example'], ['https://prize.example'], ['Bcc: spy@example.org'], ['WWW prize']])(
    'does not greet by a name that contains a link: %s',
    async (firstName) => {
      const email = newEmail();
      expect((await signUp(email, { firstName })).statusCode).toBe(202);
      const mail = await mailbox.mailTo(email);
      expect(mail.text).toMatch(/^Hi there,$/m);
      for (const said of [mail.text, mail.html]) expect(said).not.toContain(firstName);
      expect(mailbox.mails.flatMap(({ to }) => to)).not.toContain('spy@example.org');
    },
  );
});
