import { SIGN_UP_CODE_TRIES } from '@openlarder/domain/accounts/account-fields.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { forgetOld } from '#server/retentions.ts';
import {
  accountFixture,
  cookieOf,
  hashesIn,
  newEmail,
  PASSWORD,
  watchStatements,
} from '#server/test/account-fixture.ts';
import { codeIn, tokenIn } from '#server/test/mailbox.ts';

const fixture = await accountFixture();
const { as, clock, ctx, mailbox, pool, post, signUp, signIn, joined, resetToken, noJobsLeft } = fixture;
await fixture.listen();

const OTHER = 'another good password';
const openLink = (token: string, cookie?: string, password?: string) =>
  post('sign-up/link', { token, password }, cookie);
const enterCode = (code: string, cookie?: string) => post('sign-up/code', { code }, cookie);
const isWrong = ({ statusCode, cookies, json }: LightMyRequestResponse) => {
  expect([statusCode, json(), cookies]).toEqual([
    422,
    expect.objectContaining({ fields: { code: expect.stringContaining("isn't the code") } }),
    [],
  ]);
};
const isOver = (response: LightMyRequestResponse) =>
  expect([response.statusCode, response.json().code, response.cookies]).toEqual([409, 'link-over', []]);
const wrongOf = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const peopleWith = async (email: string): Promise<number | null> =>
  (await pool.query('select from person where email = $1', [email])).rowCount;

describe('signing up where the community sends mail', () => {
  it('does not reveal whether the email is known: replies, cookies and work are the same', async () => {
    const { email: known } = await joined();
    const fresh = newEmail();
    const statements = watchStatements(pool);
    const seen = [];
    for (const email of [fresh, known]) {
      await noJobsLeft();
      statements.length = 0;
      let response: LightMyRequestResponse | undefined;
      const hashes = await hashesIn(async () => {
        response = await signUp(email, { password: 'someone else’s password' });
      });
      // the job begins after the commit; the worker asks for jobs at any time
      const stored = statements.findIndex((text) => text.includes('into "pending_sign_up"'));
      const committed = statements.findIndex((text, index) => index > stored && /^commit/i.test(text));
      const asked = statements
        .slice(0, committed + 1)
        .map(textOf)
        .filter((text) => !text.includes('_private_'));
      const cookie = String(response?.headers['set-cookie']);
      const browser = response && cookieOf(response);
      seen.push({
        status: response?.statusCode,
        body: response?.body.replace(email, 'x'),
        // percent-encoded, its length differs by chance
        cookie: decodeURIComponent(cookie).replace(/=[^;]+/, ({ length }) => `${length} characters`),
        hashes,
        asked,
        signIn: (await signIn(email, 'someone else’s password')).statusCode,
        wrongCode: (await enterCode('000000', browser)).json(),
        person: (await as(null, { url: `/api/users/${pendingIdIn(cookie)}` })).statusCode,
      });
    }
    expect(seen[0]).toMatchObject({
      status: 202,
      body: '{"sentTo":"x"}',
      hashes: 1,
      asked: expect.arrayContaining([expect.stringContaining('into "pending_sign_up"')]),
      signIn: 401,
    });
    expect(seen[0]?.cookie).toMatch(
      /^openlarder-new\d+ characters; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(seen[1]).toEqual(seen[0]);
    expect(await peopleWith(fresh)).toBe(0);
    const told = await mailbox.mailTo(known, 0, /^You already have an account/);
    expect(
      (await post('reset-password', { token: tokenIn(told, 'reset'), newPassword: OTHER })).statusCode,
    ).toBe(204);
  });

  it('names no person in its cookie', async () => {
    const email = newEmail();
    const response = await signUp(email);
    const opened = await openLink(tokenIn(await mailbox.mailTo(email), 'sign-up'), cookieOf(response));
    const { id } = opened.json();
    expect(id).toEqual(expect.any(String));
    expect(decodeURIComponent(String(response.headers['set-cookie']))).not.toContain(id);
  });

  it('begins the account by the mailed link, once, within a day', async () => {
    const email = newEmail();
    const browser = cookieOf(await signUp(email, { firstName: 'Zoë', userType: 'donor', language: 'es' }));
    const mail = await mailbox.mailTo(email);
    expect(mail.text).toContain('Zoë');
    const token = tokenIn(mail, 'sign-up');
    // link scanners of mail programs do not use the link up
    expect((await as(null, { url: `/api/login?sign-up=${token}` })).statusCode).toBe(200);
    clock.forward(24 * HOUR_MS - 1);
    const response = await openLink(token, browser);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      email,
      emailVerified: true,
      firstName: 'Zoë',
      lastName: 'Bell',
      userType: 'donor',
      language: 'es',
    });
    expect(response.cookies[0]).toMatchObject({
      name: 'openlarder',
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    });
    expect((await as({ cookie: cookieOf(response) }, { url: '/api/auth/user' })).json().email).toBe(email);
    expect((await signIn(email, PASSWORD)).statusCode).toBe(200);
    isOver(await openLink(token, browser));
  });

  it('begins it by the mailed code in the browser that signed up, and in no other', async () => {
    const email = newEmail();
    const browser = cookieOf(await signUp(email));
    const code = codeIn(await mailbox.mailTo(email));
    const other = cookieOf(await signUp(newEmail()));
    isOver(await enterCode(code));
    isWrong(await enterCode(code, other));
    isWrong(await enterCode(wrongOf(code), browser));
    const response = await enterCode(`${code.slice(0, 3)} ${code.slice(3)}`, browser);
    expect([response.statusCode, response.json().email, response.json().emailVerified]).toEqual([
      200,
      email,
      true,
    ]);
    isOver(await enterCode(code, browser));
  });

  it('refuses a code in another browser that signed up with the email, and says that the link works there', async () => {
    const email = newEmail();
    await signUp(email);
    const mail = await mailbox.mailTo(email);
    const other = cookieOf(await signUp(email, { firstName: 'Zoë' }));
    expect((await enterCode(codeIn(mail), other)).json().fields.code).toMatch(/open the link .+ any browser/);
    expect((await openLink(tokenIn(mail, 'sign-up'), other)).json()).toMatchObject({
      email,
      firstName: 'Zoë',
    });
  });

  it('takes five tries at the code, right or wrong; the link still works', async () => {
    const email = newEmail();
    const browser = cookieOf(await signUp(email));
    const mail = await mailbox.mailTo(email);
    const wrong = wrongOf(codeIn(mail));
    for (let tries = 0; tries < SIGN_UP_CODE_TRIES; tries++) isWrong(await enterCode(wrong, browser));
    isOver(await enterCode(codeIn(mail), browser));
    expect((await openLink(tokenIn(mail, 'sign-up'), browser)).statusCode).toBe(200);
  });

  it('expires after a day', async () => {
    const email = newEmail();
    const browser = cookieOf(await signUp(email));
    const mail = await mailbox.mailTo(email);
    clock.forward(24 * HOUR_MS);
    isOver(await openLink(tokenIn(mail, 'sign-up'), browser));
    isOver(await enterCode(codeIn(mail), browser));
    await forgetOld(ctx);
    expect((await pool.query('select from pending_sign_up where email = $1', [email])).rowCount).toBe(0);
    expect(await peopleWith(email)).toBe(0);
  });

  it('gives no access to an attacker who signed up with another person’s email', async () => {
    const owners = newEmail();
    const theirs = 'the password of a stranger';
    const stranger = cookieOf(await signUp(owners, { password: theirs, firstName: 'Mallory' }));
    const first = await mailbox.mailTo(owners);
    // the owner signs up too
    const own = cookieOf(await signUp(owners));
    const second = await mailbox.mailTo(owners, 1);
    for (const cookie of [undefined, (await joined()).cookie]) {
      const refused = await openLink(tokenIn(first, 'sign-up'), cookie);
      expect([refused.statusCode, refused.json().fields, refused.cookies]).toEqual([
        422,
        { password: 'Please choose a password' },
        [],
      ]);
    }
    expect(await peopleWith(owners)).toBe(0);
    const opened = await openLink(tokenIn(second, 'sign-up'), own);
    expect(opened.json()).toMatchObject({ email: owners, firstName: 'Ana' });
    // the stranger learns nothing: the answer is the one before
    isOver(await openLink(tokenIn(first, 'sign-up'), stranger));
    isWrong(await enterCode(codeIn(first), stranger));
    expect((await signIn(owners, theirs)).statusCode).toBe(401);
    expect((await signIn(owners, PASSWORD)).statusCode).toBe(200);
  });

  it('lets the owner of the email choose the password in another browser', async () => {
    const email = newEmail();
    await signUp(email, { password: 'the password of a stranger' });
    const token = tokenIn(await mailbox.mailTo(email), 'sign-up');
    expect((await openLink(token, undefined, 'short')).statusCode).toBe(422);
    expect((await openLink(token, undefined, OTHER)).json()).toMatchObject({ email, emailVerified: true });
    expect((await signIn(email, 'the password of a stranger')).statusCode).toBe(401);
    expect((await signIn(email, OTHER)).statusCode).toBe(200);
  });

  it('creates one account, whichever mails are opened concurrently', async () => {
    const email = newEmail();
    const browsers = (await Promise.all(Array.from({ length: 4 }, () => signUp(email)))).map(cookieOf);
    await mailbox.mailTo(email, 3);
    const tokens = mailbox.mails
      .filter(({ to }) => to.includes(email))
      .map((mail) => tokenIn(mail, 'sign-up'));
    const answers = await Promise.all(
      tokens.flatMap((token) => browsers.map((browser) => openLink(token, browser, PASSWORD))),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    expect(await peopleWith(email)).toBe(1);
  });

  it('yields to an account that the identity provider creates concurrently', async () => {
    const email = newEmail();
    const browser = cookieOf(await signUp(email));
    const token = tokenIn(await mailbox.mailTo(email), 'sign-up');
    const { email: provided } = await joined();
    const other = await pool.connect();
    try {
      // represents the row that the library has inserted, and not committed
      await other.query('begin');
      await other.query('update person set email = $1 where email = $2', [email, provided]);
      const opening = openLink(token, browser);
      await expect
        .poll(async () => (await pool.query('select from pg_locks where not granted')).rowCount)
        .toBeGreaterThan(0);
      await other.query('commit');
      isOver(await opening);
    } finally {
      other.release();
    }
    expect(await peopleWith(email)).toBe(1);
    isOver(await openLink(token, browser));
  });

  it('replies to a reset and a sign-in as for an unknown email until then', async () => {
    const email = newEmail();
    const browser = cookieOf(await signUp(email));
    const mail = await mailbox.mailTo(email);
    expect((await signIn(email, PASSWORD)).json()).toEqual((await signIn(newEmail(), PASSWORD)).json());
    expect((await post('request-password-reset', { email })).json()).toEqual({ sentTo: email });
    await noJobsLeft();
    expect(mailbox.mails.filter(({ to }) => to.includes(email))).toHaveLength(1);
    expect((await openLink(tokenIn(mail, 'sign-up'), browser)).statusCode).toBe(200);
    expect(await resetToken(email)).toEqual(expect.any(String));
  });

  it('does not accept the sign-up cookie as a session', async () => {
    const browser = cookieOf(await signUp(newEmail()));
    const signed = browser.slice(browser.indexOf('='));
    for (const cookie of [browser, `openlarder${signed}`])
      expect((await as({ cookie }, { url: '/api/auth/user' })).statusCode).toBe(401);
  });

  it('stores no token and no code', async () => {
    const email = newEmail();
    await signUp(email);
    const mail = await mailbox.mailTo(email);
    for (const table of ['pending_sign_up', 'verification', 'graphile_worker.jobs']) {
      const stored = JSON.stringify((await pool.query(`select * from ${table}`)).rows);
      expect(stored).not.toContain(tokenIn(mail, 'sign-up'));
      expect(stored).not.toContain(`"${codeIn(mail)}"`);
    }
  });

  it('keeps line breaks of a name out of the headers', async () => {
    const email = newEmail();
    expect((await signUp(email, { firstName: 'Ana\r\nBcc spy' })).statusCode).toBe(202);
    const mail = await mailbox.mailTo(email);
    expect(mail.text).toContain('Hi Ana Bcc spy,');
    expect(mail.headers.has('bcc')).toBe(false);
  });
});

/** The id that the cookie carries. */
const pendingIdIn = (cookie: string): string =>
  /openlarder-new=([\w-]+)\./.exec(decodeURIComponent(cookie))?.[1] ?? '';

/** A recorded statement without its values. */
const textOf = (statement: string): string =>
  statement.startsWith('{') ? (JSON.parse(statement) as { text: string }).text : statement;
