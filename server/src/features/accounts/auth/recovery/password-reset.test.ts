import { SIGNED_OUT_CLOSE_CODE } from '@openlarder/domain/live/live-protocol.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, it } from 'vitest';
import { forgetOld } from '#server/retentions.ts';
import {
  accountFixture,
  hashesIn,
  newEmail,
  PASSWORD,
  watchStatements,
} from '#server/test/account-fixture.ts';
import { openLive } from '#server/test/live/live-client.ts';
import { tokenIn } from '#server/test/mailbox.ts';

const fixture = await accountFixture();
/** No worker runs: only the work done before the response is seen. */
const quiet = await accountFixture();
const { as, db, pool, clock, createPerson, mailbox, post, signIn, joined, unverified, resetToken } = fixture;
const { noJobsLeft, aJobFailed, retryJobs } = fixture;
const { host } = new URL(await fixture.listen());

const OTHER = 'another good password';
const requestPasswordReset = (email: string) => post('request-password-reset', { email });
const reset = (token: string, newPassword = OTHER) => post('reset-password', { token, newPassword });
const verify = (token: string) => post('verify-email', { token });

describe('a forgotten password', () => {
  it('ends the private address of the calendar when it is reset', async () => {
    const { email, cookie } = await joined();
    const made = await as({ cookie }, { method: 'POST', url: '/api/users/calendar-feed' });
    const read = () => as(null, { url: new URL(made.json<{ url: string }>().url).pathname });
    expect((await read()).statusCode).toBe(200);
    await requestPasswordReset(email);
    expect((await reset(await resetToken(email))).statusCode).toBe(204);
    expect((await read()).statusCode).toBe(404);
  });

  it('is reset with a mailed link, once, and ends every session and its sockets', async () => {
    const { email, cookie } = await joined();
    const live = await openLive(`ws://${host}/ws`, { cookie, origin: fixture.origin });
    const token = await resetToken(email);
    expect((await reset(token)).statusCode).toBe(204);
    expect(await live.closed).toBe(SIGNED_OUT_CLOSE_CODE);
    expect((await as({ cookie }, { url: '/api/auth/user' })).statusCode).toBe(401);
    expect((await signIn(email, PASSWORD)).statusCode).toBe(401);
    expect((await signIn(email, OTHER)).statusCode).toBe(200);
    const again = await reset(token, 'a third good password');
    expect(again.statusCode).toBe(409);
    expect(again.json().code).toBe('link-over');
    expect((await signIn(email, OTHER)).statusCode).toBe(200);
    await mailbox.mailTo(email, 0, /was changed$/);
  });

  it('answers alike for known and unknown emails, with the same statements and no hash', async () => {
    const { email } = await quiet.createPerson();
    const ask = (address: string) => quiet.post('request-password-reset', { email: address });
    const statements = watchStatements(quiet.pool);
    const seen: { statusCode: number; body: string; cookies: object[]; statements: string[] }[] = [];
    for (const address of [email, newEmail()]) {
      await ask('warm-up@example.org');
      statements.length = 0;
      const hashes = await hashesIn(async () => {
        const { statusCode, body, cookies } = await ask(address);
        seen.push({ statusCode, body: body.replace(address, 'x'), cookies, statements: [...statements] });
      });
      expect(hashes).toBe(0);
    }
    expect(seen[0]).toMatchObject({ statusCode: 202, body: '{"sentTo":"x"}', cookies: [] });
    expect(seen[0]?.statements.join(' ')).toContain('add_job');
    expect(seen[1]).toEqual(seen[0]);
  });

  it('accepts one of two concurrent uses of a link', async () => {
    const { email } = await joined();
    const token = await resetToken(email);
    const passwords = ['the first password', 'the second password'];
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 409]);
    const winner = answers.findIndex(({ statusCode }) => statusCode === 204);
    const signedIn = await Promise.all(passwords.map((password) => signIn(email, password)));
    expect(signedIn.map(({ statusCode }) => statusCode === 200)).toEqual([winner === 0, winner === 1]);
  });

  it('expires after a day, and using one link invalidates the others', async () => {
    const { email } = await joined();
    const [first, second, third] = [
      await resetToken(email, 0),
      await resetToken(email, 1),
      await resetToken(email, 2),
    ];
    clock.forward(DAY_MS - 1);
    expect((await reset(second)).statusCode).toBe(204);
    expect((await reset(first)).statusCode).toBe(409);
    expect((await reset(third)).statusCode).toBe(409);
    const late = await resetToken(email, 3);
    clock.forward(DAY_MS);
    expect((await reset(late)).statusCode).toBe(409);
    await forgetOld(fixture.ctx);
    const { rows } = await pool.query('select from verification where expires_at <= $1', [clock.now()]);
    expect(rows).toEqual([]);
  });

  it.each([
    ['made up', () => 'A'.repeat(43)],
    ['with a letter more', (token: string) => `${token}A`],
    [
      'what the database keeps',
      async () => {
        const { rows } = await pool.query<{ identifier: string }>(
          `select identifier from verification where identifier like 'reset:%'`,
        );
        return rows[0]?.identifier.slice('reset:'.length) ?? '';
      },
    ],
    ['with the name of its kind', (token: string) => `reset:${token}`],
  ])('does not work with a token %s', async (_case, forge) => {
    const { email } = await joined();
    const token = await resetToken(email);
    expect((await reset(await forge(token))).statusCode).toBe(409);
    expect((await verify(token)).statusCode).toBe(409);
    expect((await signIn(email, PASSWORD)).statusCode).toBe(200);
  });

  it('stores no usable token in the database or the queue', async () => {
    const { email } = await joined();
    await mailbox.close();
    expect((await requestPasswordReset(email)).statusCode).toBe(202);
    await aJobFailed();
    const { rows } = await pool.query(
      `select payload, last_error
       from graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs))`,
    );
    expect(rows).toEqual([
      {
        payload: { email, askedAt: clock.now().toISOString() },
        last_error: expect.stringMatching(/did not take a mail/),
      },
    ]);
    expect(rows[0].last_error).not.toContain('@');
    // it is sent when the mail server is back
    await mailbox.reopen();
    await retryJobs();
    const token = tokenIn(await mailbox.mailTo(email, 0, /^Choose/), 'reset');
    const kept = await pool.query('select identifier, value from verification');
    expect(JSON.stringify(kept.rows)).not.toContain(token);
    expect((await reset(token)).statusCode).toBe(204);
  });

  it('is not mailed after the link would have expired', async () => {
    const { email } = await joined();
    await mailbox.close();
    await requestPasswordReset(email);
    await aJobFailed();
    await mailbox.reopen();
    clock.forward(DAY_MS + 1);
    await retryJobs();
    await noJobsLeft();
    expect(mailbox.mails.filter(({ to }) => to.includes(email))).toHaveLength(1);
  });

  it('verifies the email and unlinks a provider account created before verification', async () => {
    const { email } = await unverified();
    const { id } = await db
      .selectFrom('person')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const now = clock.now();
    await db
      .insertInto('credential')
      .values({
        id: fixture.newId(),
        account_id: 'someone else',
        provider_id: 'oidc',
        person_id: id,
        password: null,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await reset(await resetToken(email));
    const me = await signIn(email, OTHER);
    expect(me.json()).toMatchObject({ emailVerified: true, hasPassword: true });
    const ways = await db
      .selectFrom('credential')
      .select('provider_id')
      .where('person_id', '=', id)
      .execute();
    expect(ways).toEqual([{ provider_id: 'credential' }]);
  });

  it('sets a first password for an account without one, and none for a closed account', async () => {
    const person = await createPerson();
    expect((await as(person, { url: '/api/auth/user' })).json().hasPassword).toBe(false);
    await reset(await resetToken(person.email));
    expect((await signIn(person.email, OTHER)).json()).toMatchObject({ id: person.id, hasPassword: true });
    const token = await resetToken(person.email, 1);
    await db.updateTable('person').set({ closed_at: clock.now() }).where('id', '=', person.id).execute();
    expect((await reset(token)).statusCode).toBe(409);
  });

  it.each([
    [{ token: 'x', newPassword: 'short' }, 422, 'newPassword'],
    [{ token: '', newPassword: OTHER }, 422, 'token'],
    [{ newPassword: OTHER }, 422, 'token'],
    [{ token: 7, newPassword: OTHER }, 400, 'token'],
  ])('refuses %j', async (payload, status, field) => {
    const response = await post('reset-password', payload);
    expect(response.statusCode).toBe(status);
    expect(Object.keys(response.json().fields)).toContain(field);
  });
});
