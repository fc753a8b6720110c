import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { expect, onTestFinished, test } from 'vitest';
import { cookieOf, newEmail, PASSWORD } from '#server/test/account-fixture.ts';
import { testApp } from '#server/test/test-app.ts';

const fixture = await testApp();
const { as, pool } = fixture;

const OTHER = 'another good password';
const post = (path: string, payload: object) =>
  as(null, { method: 'POST', url: `/api/auth/${path}`, payload });
const signIn = (email: string, password: string) => post('sign-in/email', { email, password });

const someoneWaits = async (): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount === 1;
};

test('a sign-in with the old password during a password change gets no session', async () => {
  const [email, donor] = [newEmail(), newEmail()];
  for (const one of [email, donor])
    await post('sign-up/email', { email: one, password: one === email ? PASSWORD : OTHER, firstName: 'Ana' });
  const changing = await pool.connect();
  await changing.query('begin');
  // as resetPassword does: first the password, then the existing sessions
  await changing.query(
    `update credential set password = (select password from credential c join person p on p.id = c.person_id where p.email = $2)
     where person_id = (select id from person where email = $1)`,
    [email, donor],
  );
  await changing.query('delete from session where person_id = (select id from person where email = $1)', [
    email,
  ]);
  const late = signIn(email, PASSWORD);
  await expect.poll(someoneWaits).toBe(true);
  await changing.query('commit');
  changing.release();
  const answered = await late;
  expect([answered.statusCode, answered.json().code, answered.cookies]).toEqual([401, 'wrong-password', []]);
  const { rows } = await pool.query(
    'select from session where person_id = (select id from person where email = $1)',
    [email],
  );
  expect(rows).toEqual([]);
});

test('twenty concurrent sign-ins with one account succeed or get 429', async () => {
  const email = newEmail();
  await post('sign-up/email', { email, password: PASSWORD, firstName: 'Ana' });
  const all = await Promise.all(Array.from({ length: 20 }, () => signIn(email, PASSWORD)));
  const cookies = all.filter(({ statusCode }) => statusCode === 200).map(cookieOf);
  expect(all.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 429)).toEqual([]);
  expect(new Set(cookies).size).toBe(cookies.length);
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies)
    expect((await as({ cookie }, { url: '/api/auth/user' })).statusCode).toBe(200);
});

test('no transaction is open while a password is hashed, which can take long on a busy machine', async () => {
  const { scrypt } = crypto;
  const replace = (by: object): void => {
    Object.assign(crypto, { scrypt: by });
    syncBuiltinESMExports();
  };
  const open: number[] = [];
  const idle = `select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`;
  replace(async (...given: Parameters<typeof scrypt>) => {
    open.push((await pool.query(idle)).rowCount ?? 0);
    scrypt(...given);
  });
  onTestFinished(() => replace(scrypt));
  const email = newEmail();
  const { statusCode } = await post('sign-up/email', { email, password: PASSWORD, firstName: 'Ana' });
  expect([statusCode, (await signIn(email, PASSWORD)).statusCode]).toEqual([200, 200]);
  expect(open).toEqual([0, 0]);
});
