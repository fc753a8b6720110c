import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { expect, test } from 'vitest';
import { testApp } from '#server/test/test-app.ts';
import { createInvitation, trustOf } from './trust.ts';

const { as, clock, createPerson, ctx, pool } = await testApp();

const tokenOf = (link: string): string => {
  const returnTo = new URL(link).searchParams.get('returnTo') ?? '';
  return new URL(returnTo, 'http://food.example').searchParams.get('invitation') ?? '';
};
type Person = Awaited<ReturnType<typeof createPerson>>;
const accept = async (who: Person, token: string) =>
  (await as(who, { method: 'POST', url: '/api/users/invitation', payload: { token } })).statusCode;
const levelOf = async ({ id }: Person) => (await trustOf(ctx, [id])).get(id);
const saysKnown = async (who: Person): Promise<boolean> =>
  (await as(who, { method: 'GET', url: '/api/auth/user' })).json().known;

test('an invitation vouches for one person, once', async () => {
  const [ana, ben] = [await createPerson(), await createPerson()];
  const token = tokenOf(await createInvitation(ctx));
  expect([await levelOf(ana), await saysKnown(ana)]).toEqual(['new', false]);
  expect(await accept(ana, token)).toBe(204);
  expect([await levelOf(ana), await saysKnown(ana)]).toEqual(['known', true]);
  // repeated after a lost answer
  expect(await accept(ana, token)).toBe(204);
  expect(await accept(ben, token)).toBe(409);
  expect(await levelOf(ben)).not.toBe('known');
  const logged = await pool.query(`select act, note from admin_action where subject_id = $1`, [ana.id]);
  expect(logged.rows).toEqual([{ act: 'vouch', note: 'invitation' }]);
  // the database has no usable token
  const { rows } = await pool.query('select * from verification');
  expect(JSON.stringify(rows).includes(token)).toBe(false);
});

test('of two people who open it together, one is vouched for', async () => {
  const [ana, ben] = [await createPerson(), await createPerson()];
  const token = tokenOf(await createInvitation(ctx));
  expect(new Set(await Promise.all([accept(ana, token), accept(ben, token)]))).toEqual(new Set([204, 409]));
});

test('an invitation is over after thirty days, and a made-up one never begins', async () => {
  const token = tokenOf(await createInvitation(ctx));
  clock.forward(30 * DAY_MS);
  const ana = await createPerson();
  expect(await accept(ana, token)).toBe(409);
  expect(await accept(ana, 'made-up')).toBe(409);
  expect(await levelOf(ana)).not.toBe('known');
});
