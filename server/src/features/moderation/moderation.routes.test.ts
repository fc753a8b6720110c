import { describe, expect, it } from 'vitest';
import type { TestPerson } from '#server/test/factories/people.ts';
import { testApp } from '#server/test/test-app.ts';
import { blockedWith, hasBlocked, isBlockedBetween } from './blocks/blocks.ts';

const fixture = await testApp();
const { as, ctx, clock, db, createPerson } = fixture;

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
const DAY_MS = 86_400_000;

const block = (person: TestPerson | null, userId: unknown) =>
  as(person, { method: 'POST', url: '/api/blocks', payload: { userId } });
const unblock = (person: TestPerson | null, userId: string) =>
  as(person, { method: 'DELETE', url: `/api/blocks/${userId}` });
const listed = async (person: TestPerson) => (await as(person, { url: '/api/blocks' })).json();

describe('blocking', () => {
  it('lists the block for the blocker only, and hides both people from each other', async () => {
    const [ana, bo, cy] = [
      await createPerson({ firstName: 'Ana', lastName: 'Bell' }),
      await createPerson({ firstName: 'Bo', lastName: 'Chen' }),
      await createPerson(),
    ];
    expect((await block(ana, bo.id)).statusCode).toBe(204);
    expect(await listed(ana)).toEqual([
      {
        person: {
          id: bo.id,
          displayName: 'Bo C.',
          initials: 'BC',
          userType: 'recipient',
          organizationName: null,
        },
        createdAt: clock.now().toISOString(),
      },
    ]);
    expect(await listed(bo)).toEqual([]);
    expect(await isBlockedBetween(ctx, ana.id, bo.id)).toBe(true);
    expect(await isBlockedBetween(ctx, bo.id, ana.id)).toBe(true);
    expect(await isBlockedBetween(ctx, ana.id, cy.id)).toBe(false);
    expect(await hasBlocked(ctx, bo.id, ana.id)).toBe(false);
    expect(await blockedWith(ctx, ana.id)).toEqual(new Set([bo.id]));
    expect(await blockedWith(ctx, bo.id)).toEqual(new Set([ana.id]));
    expect(await blockedWith(ctx, cy.id)).toEqual(new Set());
  });

  it('is idempotent, as is unblocking', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    const twice = await Promise.all([block(ana, bo.id), block(ana, bo.id)]);
    expect(twice.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
    expect(await listed(ana)).toHaveLength(1);
    expect((await unblock(ana, bo.id)).statusCode).toBe(204);
    expect((await unblock(ana, bo.id)).statusCode).toBe(204);
    expect(await isBlockedBetween(ctx, ana.id, bo.id)).toBe(false);
  });

  it('cannot be removed by the blocked person', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    await block(ana, bo.id);
    await unblock(bo, ana.id);
    expect(await isBlockedBetween(ctx, ana.id, bo.id)).toBe(true);
  });

  it('is refused for oneself, for an unknown person, and for what is no id', async () => {
    const ana = await createPerson();
    expect((await block(ana, ana.id)).statusCode).toBe(404);
    expect((await block(ana, UNKNOWN)).statusCode).toBe(404);
    expect((await block(ana, 'x')).statusCode).toBe(422);
    expect((await block(ana, 7)).statusCode).toBe(400);
    expect((await unblock(ana, 'x')).statusCode).toBe(404);
  });
});

describe('reporting', () => {
  const report = (person: TestPerson | null, over: object = {}, headers: Record<string, string> = {}) =>
    as(person, {
      method: 'POST',
      url: '/api/reports',
      headers,
      payload: {
        subject: { type: 'listing', id: UNKNOWN },
        reason: 'unsafe_food',
        details: ' Past its date ',
        ...over,
      },
    });
  const reportsOf = (person: TestPerson) =>
    db.selectFrom('report').selectAll().where('reporter_id', '=', person.id).execute();

  it('is stored for the admins', async () => {
    const ana = await createPerson();
    const response = await report(ana);
    expect(response.statusCode).toBe(201);
    expect(await reportsOf(ana)).toEqual([
      {
        id: response.json().id,
        reporter_id: ana.id,
        subject_type: 'listing',
        subject_id: UNKNOWN,
        reason: 'unsafe_food',
        details: 'Past its date',
        about_id: null,
        evidence: '',
        created_at: clock.now(),
        closed_at: null,
        closing_note: null,
        mailed_at: null,
      },
    ]);
  });

  it('is idempotent with one key', async () => {
    const ana = await createPerson();
    const key = { 'idempotency-key': 'one' };
    const [first, second] = await Promise.all([report(ana, {}, key), report(ana, {}, key)]);
    expect(second.json()).toEqual(first.json());
    expect(await reportsOf(ana)).toHaveLength(1);
    expect((await report(ana, { details: 'other' }, key)).statusCode).toBe(409);
  });

  it('is limited to twenty a day, also concurrently', async () => {
    const ana = await createPerson();
    const all = await Promise.all(Array.from({ length: 24 }, () => report(ana)));
    expect(all.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
    const [refused] = all.filter(({ statusCode }) => statusCode === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(await reportsOf(ana)).toHaveLength(20);
    clock.forward(DAY_MS);
    await db
      .updateTable('session')
      .set({ expires_at: new Date('2100-01-01') })
      .execute();
    expect((await report(ana)).statusCode).toBe(201);
  });

  it.each([
    [{ reason: 'dislike' }, 422],
    [{ reason: undefined }, 422],
    [{ subject: { type: 'planet', id: UNKNOWN } }, 422],
    [{ subject: { type: 'listing', id: 'x' } }, 422],
    [{ subject: undefined }, 422],
    [{ details: 'a'.repeat(2001) }, 422],
    [{ details: 'a\u0000' }, 422],
    [{ details: '\ud800' }, 422],
    [{ details: 7 }, 400],
  ])('is refused: %j', async (over, status) => {
    const ana = await createPerson();
    expect((await report(ana, over)).statusCode).toBe(status);
    expect(await reportsOf(ana)).toEqual([]);
  });
});
