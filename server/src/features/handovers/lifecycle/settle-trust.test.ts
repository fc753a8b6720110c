import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import * as accounts from '#server/features/accounts/trust/trust.ts';
import * as claims from '#server/features/claims/create/create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import { claimsFixture, type TestCaller } from '#server/test/factories/claims-fixture.ts';

const { ctx, clock, member, person, pool, makeKnown, listing } = await claimsFixture();

const makeUnknown = ({ userId }: TestCaller) =>
  pool.query('update person set known_at = null, vouched_at = null where id = $1', [userId]);

const trustIn = async ({ userId }: TestCaller) => (await accounts.trustOf(ctx, [userId])).get(userId);

/** A claim that both sides confirm, or with `oneSided` the giver alone. Returns the id of its handover. */
async function handOver(giver: TestCaller, receiver: TestCaller, oneSided = false): Promise<string> {
  const { handover } = await claims.claimListing(ctx, receiver, (await listing(giver)).id, 1);
  clock.forward(HOUR_MS);
  await handovers.completeHandover(ctx, giver, handover.id);
  if (!oneSided) await handovers.completeHandover(ctx, receiver, handover.id);
  return handover.id;
}

describe('trust by handovers', () => {
  test('the first one with a member makes a new person one; two new people do not', async () => {
    const [giver, receiver, neighbor] = [await person(), await person(), await member()];
    await handOver(giver, receiver);
    expect([await trustIn(giver), await trustIn(receiver)]).toEqual(['new', 'new']);
    await handOver(neighbor, receiver, true);
    expect(await trustIn(receiver)).toBe('new');
    await handOver(neighbor, receiver);
    expect(await trustIn(receiver)).toBe('member');
  });

  test('three over a week with two people vouched for make a person known, and nobody further; a dispute revokes nothing', async () => {
    const [newcomer, one, two] = [await person(), await person(), await person()];
    for (const vouched of [one, two]) await makeKnown(vouched);
    await handOver(one, newcomer);
    clock.forward(4 * DAY_MS);
    await handOver(two, newcomer);
    expect(await trustIn(newcomer)).toBe('member');
    clock.forward(3 * DAY_MS);
    const last = await handOver(one, newcomer);
    expect(await trustIn(newcomer)).toBe('known');
    await handovers.disputeHandover(ctx, one, last, '');
    for (const vouched of [one, two]) await makeUnknown(vouched);
    await handOver(one, newcomer);
    expect(await trustIn(newcomer)).toBe('known');
    // who is known by handovers makes nobody else known
    const [friend, another] = [await person(), await person()];
    await pool.query('update person set known_at = created_at where id = $1', [another.userId]);
    for (const giver of [newcomer, another, newcomer]) {
      await handOver(giver, friend);
      clock.forward(4 * DAY_MS);
    }
    expect(await trustIn(friend)).toBe('member');
  });

  test('a ring of strangers stays unknown', async () => {
    const ring = [await person(), await person(), await person()] as const;
    for (let round = 0; round < 4; round++) {
      for (const [giver, receiver] of [
        [ring[0], ring[1]],
        [ring[1], ring[2]],
        [ring[2], ring[0]],
      ] as const)
        await handOver(giver, receiver);
      clock.forward(4 * DAY_MS);
    }
    for (const one of ring) expect(await trustIn(one)).toBe('member');
  });
});
