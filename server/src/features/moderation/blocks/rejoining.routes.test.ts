import { describe, expect, it } from 'vitest';
import { forgetOld } from '#server/retentions.ts';
import { claimsFixture } from '#server/test/factories/claims-fixture.ts';
import { rowsContaining } from '#server/test/person-data-scan.ts';
import * as admin from '../admin/admin.service.ts';
import {
  blockByRequest,
  blockPerson,
  hasBlocked,
  isBlockedBetween,
  isBlockedByRequest,
  listBlocks,
  unblockPerson,
} from './blocks.ts';

const fixture = await claimsFixture();
const { as, ctx, clock, person, pool } = fixture;
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
const isBlocked = (a: string, b: string) => isBlockedBetween(ctx, a, b);

describe('closing an account and signing up again with the same email', () => {
  it('restores blocks against the person, also in the list', async () => {
    const [first, rosa, june] = [await signUp(), await person('Rosa'), await person('June')];
    await blockPerson(ctx, rosa, first.id);
    await blockPerson(ctx, { userId: first.id, sessionId: first.id }, june.userId);
    await close(first);
    expect(await listBlocks(ctx, rosa)).toEqual([]);
    // the row does not identify the person
    expect(await rowsContaining(pool, [first.email])).toEqual([]);
    clock.forward(DAY_MS);
    const second = await signUp(first.email.toUpperCase());
    expect(second.id).not.toBe(first.id);
    expect(await hasBlocked(ctx, rosa.userId, second.id)).toBe(true);
    expect(await listBlocks(ctx, rosa)).toMatchObject([{ person: { id: second.id } }]);
    // their own blocks are deleted
    expect(await isBlocked(second.id, june.userId)).toBe(false);
    // and a second time
    await close(second);
    expect(await isBlocked(rosa.userId, (await signUp(first.email)).id)).toBe(true);
  });

  it('restores the blocks of several helpers by one request, who are listed by name', async () => {
    const [first, other, ruth] = [await signUp(), await signUp(), await person('Ruth')];
    const requestId = ctx.newId();
    const block = (blockedId: string) =>
      blockByRequest(ctx, ruth, { requestId, blockedId, isByRequester: true }, async () => {});
    await block(first.id);
    await close(first);
    await block(other.id);
    const second = await signUp(first.email);
    const listed = (await listBlocks(ctx, ruth)).map((each) => each.person.id);
    expect(listed.toSorted()).toEqual([other.id, second.id].toSorted());
    expect(await isBlockedByRequest(ctx, ruth.userId, second.id)).toBe(true);
  });

  it('does not restore a block that was removed or whose owner closed their account', async () => {
    const [first, rosa] = [await signUp(), await person()];
    const leaver = await signUp();
    await blockPerson(ctx, rosa, first.id);
    await blockPerson(ctx, { userId: leaver.id, sessionId: leaver.id }, first.id);
    await close(first);
    await close(leaver);
    const second = await signUp(first.email);
    await unblockPerson(ctx, rosa, second.id);
    await close(second);
    const third = await signUp(first.email);
    const { rows } = await pool.query('select from block where blocked_id = $1', [third.id]);
    expect(rows).toEqual([]);
  });

  it('does not restore blocks for another email, or after two years', async () => {
    const [first, rosa] = [await signUp(), await person()];
    await blockPerson(ctx, rosa, first.id);
    await admin.pausePerson(ctx, first.id);
    await close(first);
    expect(await isBlocked(rosa.userId, (await signUp()).id)).toBe(false);
    const startedAt = clock.at;
    clock.forward(731 * DAY_MS);
    await forgetOld(ctx);
    const second = await signUp(first.email);
    expect(await isBlocked(rosa.userId, second.id)).toBe(false);
    expect((await admin.findPerson(ctx, second.id))?.pausedAt).toBeNull();
    clock.at = startedAt;
  });

  it('restores a pause with its reason, also after admins closed the account', async () => {
    const first = await signUp();
    await admin.pausePerson(ctx, first.id, 'sold what was given');
    const pausedAt = clock.now();
    clock.forward(DAY_MS);
    await admin.removeContent(ctx, 'person', first.id);
    const second = await signUp(first.email);
    expect(await admin.findPerson(ctx, second.email)).toMatchObject({
      id: second.id,
      pausedAt,
      pausedReason: 'sold what was given',
    });
    expect((await as(second, { url: '/api/auth/user' })).json()).toMatchObject({ paused: true });
    await admin.resumePerson(ctx, second.id);
    await close(second);
    expect((await admin.findPerson(ctx, (await signUp(first.email)).id))?.pausedAt).toBeNull();
  });
});
