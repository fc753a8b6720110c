import { expect, test } from 'vitest';
import { inTransaction, openDatabase } from '#server/platform/postgres/database.ts';
import { testDatabase } from '#server/test/test-database.ts';
import { makeRateLimits, rateLimitKeyOf } from './rate-limits.ts';

const { pool } = await testDatabase();
const db = openDatabase(pool);
const oneProcess = () => makeRateLimits({ db, secret: 'a secret' });

test('counts what is costly for all processes together, also in the same moment, until its time is over', async () => {
  const [one, other] = [oneProcess(), oneProcess()];
  const payAt = (nth: number) => (nth % 2 ? one : other).isWithin('person-payment', 'ana');
  const within = await Promise.all(Array.from({ length: 40 }, (_, nth) => payAt(nth)));
  expect(within.filter(Boolean)).toHaveLength(20);
  await expect(one.spend('person-payment', 'ana')).rejects.toMatchObject({ status: 429 });
  expect(await other.isWithin('person-payment', 'bo')).toBe(true);
  await pool.query('update rate_limit set ends_at = clock_timestamp()');
  expect([await payAt(0), await payAt(1)]).toEqual([true, true]);
});

test('says how long to wait', async () => {
  const limits = oneProcess();
  for (let nth = 0; nth < 20; nth++) await limits.spend('person-payment', 'cora');
  const refused: unknown = await limits.spend('person-payment', 'cora').catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: 'too-many',
    retryAfterSeconds: expect.toSatisfy((s) => s > 3500 && s <= 3600),
  });
});

test('does not count what is rolled back', async () => {
  const limits = oneProcess();
  const asking = inTransaction({ db }, async (tx) => {
    for (let nth = 0; nth < 30; nth++) await limits.spend('address-request', '192.0.2.1', tx);
    throw new Error('refused');
  });
  await expect(asking).rejects.toThrow('refused');
  expect(await limits.isWithin('address-request', '192.0.2.1')).toBe(true);
});

test('keeps neither addresses nor people in the database', async () => {
  await oneProcess().spend('account-sign-in', 'ana@example.org 192.0.2.7');
  const { rows } = await pool.query<{ key: string }>('select key from rate_limit');
  for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
});

test('counts all IPv6 addresses of a household as one', async () => {
  const limits = oneProcess();
  for (let nth = 0; nth < 60; nth++)
    await limits.spend('address-sign-up', `2001:db8:1:2::${nth.toString(16)}`);
  await expect(limits.spend('address-sign-up', '2001:db8:1:2:ffff::1')).rejects.toMatchObject({
    status: 429,
  });
  await limits.spend('address-sign-up', '2001:db8:1:3::1');
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:0:0:0:1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['demo', 'demo'],
])('%s counts as %s', (address, counted) => {
  expect(rateLimitKeyOf(address)).toBe(counted);
});
