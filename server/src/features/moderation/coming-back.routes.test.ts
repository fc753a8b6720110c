import { describe, expect, it } from 'vitest';
import { claimsGround } from '#server/testing/factories/claims-ground.ts';
import { rowsHolding } from '#server/testing/factories/person-traces.ts';

const ground = await claimsGround();
const { as, caretaking, clock, db, moderation, person, pool } = ground;
const DAY_MS = 86_400_000;
const password = 'a good long password';
let counted = 0;

type Person = { readonly id: string; readonly email: string; readonly cookie: string };

async function signUp(email = `back-${++counted}@example.org`): Promise<Person> {
  const payload = { email, password, firstName: 'Ada' };
  const answer = await as(null, { method: 'POST', url: '/api/auth/sign-up/email', payload });
  expect(answer.statusCode).toBe(200);
  const [cookie] = answer.cookies;
  return {
    id: answer.json().id,
    email,
    cookie: `${cookie?.name}=${encodeURIComponent(cookie?.value ?? '')}`,
  };
}
async function close(who: Person): Promise<void> {
  const url = '/api/users/close-account';
  expect((await as(who, { method: 'POST', url, payload: { password } })).statusCode).toBe(204);
}
const isBlocked = (a: string, b: string) => moderation.isBlockedBetween(db, a, b);

describe('who closes an account and opens another with the same address', () => {
  it('is blocked by whoever had blocked them, who finds them in the list again', async () => {
    const [first, rosa, june] = [await signUp(), await person('Rosa'), await person('June')];
    await moderation.blockPerson(rosa, first.id);
    await moderation.blockPerson({ userId: first.id, sessionId: first.id }, june.userId);
    await close(first);
    expect(await moderation.listBlocks(rosa)).toEqual([]);
    // nothing says whose it is
    expect(await rowsHolding(pool, [first.email])).toEqual([]);
    clock.forward(DAY_MS);
    const second = await signUp(first.email.toUpperCase());
    expect(second.id).not.toBe(first.id);
    expect(await moderation.hasBlocked(db, rosa.userId, second.id)).toBe(true);
    expect(await moderation.listBlocks(rosa)).toMatchObject([{ person: { id: second.id } }]);
    // what they had set themself is gone with them
    expect(await isBlocked(second.id, june.userId)).toBe(false);
    // and once more
    await close(second);
    expect(await isBlocked(rosa.userId, (await signUp(first.email)).id)).toBe(true);
  });

  it('is free of a block that was taken back meanwhile or whose owner has left', async () => {
    const [first, rosa] = [await signUp(), await person()];
    const leaver = await signUp();
    await moderation.blockPerson(rosa, first.id);
    await moderation.blockPerson({ userId: leaver.id, sessionId: leaver.id }, first.id);
    await close(first);
    await close(leaver);
    const second = await signUp(first.email);
    await moderation.unblockPerson(rosa, second.id);
    await close(second);
    const third = await signUp(first.email);
    const { rows } = await pool.query('select from block where blocked_id = $1', [third.id]);
    expect(rows).toEqual([]);
  });

  it('is another person to everybody with another address, and after two years', async () => {
    const [first, rosa] = [await signUp(), await person()];
    await moderation.blockPerson(rosa, first.id);
    await caretaking.pause(first.id);
    await close(first);
    expect(await isBlocked(rosa.userId, (await signUp()).id)).toBe(false);
    const startedAt = clock.at;
    clock.forward(731 * DAY_MS);
    await moderation.forgetOld();
    const second = await signUp(first.email);
    expect(await isBlocked(rosa.userId, second.id)).toBe(false);
    expect((await caretaking.findPerson(second.id))?.pausedAt).toBeNull();
    clock.at = startedAt;
  });

  it('is paused when they were, for the same reason, also when their account was removed', async () => {
    const first = await signUp();
    await caretaking.pause(first.id, 'sold what was given');
    const pausedAt = clock.now();
    clock.forward(DAY_MS);
    await caretaking.remove('person', first.id);
    const second = await signUp(first.email);
    expect(await caretaking.findPerson(second.email)).toMatchObject({
      id: second.id,
      pausedAt,
      pausedReason: 'sold what was given',
    });
    expect((await as(second, { url: '/api/auth/user' })).json()).toMatchObject({ paused: true });
    await caretaking.resume(second.id);
    await close(second);
    expect((await caretaking.findPerson((await signUp(first.email)).id))?.pausedAt).toBeNull();
  });
});
