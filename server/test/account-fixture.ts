import { createHook } from 'node:async_hooks';
import type { LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { expect } from 'vitest';
import { signUpAndSignIn } from '#server/features/accounts/auth/sign-in.ts';
import { type Mailbox, openMailbox, tokenIn } from './mailbox.ts';
import { type TestApp, testApp } from './test-app.ts';

export const PASSWORD = 'a good long password';

export type AccountFixture = TestApp & {
  readonly mailbox: Mailbox;
  /** Posts to `/api/auth/…`, without a session or with the cookie of one. */
  readonly post: (path: string, payload: object, cookie?: string) => Promise<LightMyRequestResponse>;
  readonly signUp: (email: string, over?: object) => Promise<LightMyRequestResponse>;
  readonly signIn: (email: string, password: string) => Promise<LightMyRequestResponse>;
  /** A person who signed up and opened the mail. */
  readonly joined: () => Promise<{ readonly email: string; readonly cookie: string }>;
  /** A person from before the community could send mail, whose email is not verified. */
  readonly unverified: (email?: string) => Promise<{ readonly email: string; readonly cookie: string }>;
  /** Requests a password reset link, the nth (from 0) for this address, and returns its token. */
  readonly resetToken: (email: string, nth?: number) => Promise<string>;
  readonly noJobsLeft: () => Promise<void>;
  /** Waits until a job has been tried and has failed. */
  readonly aJobFailed: () => Promise<void>;
  /** Runs jobs that wait for a retry now. */
  readonly retryJobs: () => Promise<void>;
};

let counted = 0;
export const newEmail = (): string => `person-${++counted}@example.org`;

/** The `Cookie` header for the session that a response started, or for a sign-up. */
export const cookieOf = ({ cookies }: LightMyRequestResponse): string =>
  `${cookies[0]?.name}=${encodeURIComponent(cookies[0]?.value ?? '')}`;

/** The app with mail switched on, and its mail server. */
export async function accountFixture(env: Readonly<Record<string, string>> = {}): Promise<AccountFixture> {
  const mailbox = await openMailbox();
  const fixture = await testApp({
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'The Larder <food@example.org>',
    ...env,
  });
  const { as, pool } = fixture;
  const post: AccountFixture['post'] = (path, payload, cookie) =>
    as(cookie === undefined ? null : { cookie }, { method: 'POST', url: `/api/auth/${path}`, payload });
  const signUp: AccountFixture['signUp'] = (email, over = {}) =>
    post('sign-up/email', { email, password: PASSWORD, firstName: 'Ana', lastName: 'Bell', ...over });
  const jobs = async (where: string): Promise<number | null> =>
    (await pool.query(`select from graphile_worker.jobs where ${where}`)).rowCount;

  return {
    ...fixture,
    mailbox,
    post,
    signUp,
    signIn: (email, password) => post('sign-in/email', { email, password }),
    async joined() {
      const email = newEmail();
      const browser = cookieOf(await signUp(email));
      const token = tokenIn(await mailbox.mailTo(email), 'sign-up');
      const opened = await post('sign-up/link', { token }, browser);
      return { email, cookie: cookieOf(opened) };
    },
    async unverified(email = newEmail()) {
      const person = { email, password: PASSWORD, firstName: 'Ana', lastName: 'Bell' };
      const visitor = { address: '192.0.2.1', caller: null, byOwnName: true };
      const { cookies } = await signUpAndSignIn(fixture.ctx, visitor, { ...person, userType: 'recipient' });
      return { email, cookie: cookies[0]?.split(';')[0] ?? '' };
    },
    async resetToken(email, nth = 0) {
      expect((await post('request-password-reset', { email })).statusCode).toBe(202);
      return tokenIn(await mailbox.mailTo(email, nth, /^Choose a new password/), 'reset');
    },
    noJobsLeft: () => expect.poll(() => jobs('true'), { timeout: 10_000 }).toBe(0),
    aJobFailed: () =>
      expect.poll(() => jobs('attempts > 0 and locked_at is null'), { timeout: 10_000 }).toBe(1),
    async retryJobs() {
      await pool.query(
        'select graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) from graphile_worker.jobs',
      );
    },
  };
}

/** How many passwords are hashed during `work`. */
export async function hashesIn(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'SCRYPTREQUEST') hashes++;
    },
  }).enable();
  await work();
  hook.disable();
  return hashes;
}

/** Records every statement that goes through the pool from now on, without the NOTIFY that may come after a commit at any time. */
export function watchStatements(pool: pg.Pool): string[] {
  const statements: string[] = [];
  const known = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    Object.assign(client, {
      query(...given: unknown[]) {
        const [text] = given;
        if (typeof text !== 'string') statements.push(JSON.stringify(text));
        else if (!text.startsWith('notify ')) statements.push(text);
        return query(...given);
      },
    });
  });
  return statements;
}
