import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import { releaseHandover, revealAddress } from '#server/features/handovers/lifecycle/handover-actions.ts';
import { ask, claimsFixture, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { getClaim } from '../claims.queries.ts';
import { claimLimits, claimListing } from './create-claim.ts';

const fixture = await claimsFixture();
const { ctx, clock, member, person, pool, listing } = fixture;

/**
 * The pickup of a test's listings ends so long after they are claimed, and can be reported as missed 80 minutes later.
 */
const MISSED_AFTER_MS = 8 * HOUR_MS + 80 * MINUTE_MS;
/** For so long it can be disputed, and does not count. */
const DISPUTE_MS = 2 * DAY_MS;

/** A donor whom the community knows. */
async function known(): Promise<TestCaller> {
  const donor = await person();
  await pool.query('update person set verified = true where id = $1', [donor.userId]);
  return donor;
}
/** On a day of its own: claims from the donor, is shown where to come, and does not come; returns the handover's id. */
async function miss(guest: TestCaller, donor?: TestCaller): Promise<string> {
  clock.forward(DAY_MS);
  const from = donor ?? (await known());
  const claim = await claimListing(ctx, guest, (await listing(from)).id);
  await revealAddress(ctx, from, claim.conversationId);
  clock.forward(MISSED_AFTER_MS);
  await handovers.reportNoShow(ctx, from, claim.handover.id);
  return claim.handover.id;
}
const claimAnything = async (guest: TestCaller) =>
  claimListing(ctx, guest, (await listing(await person())).id);
const limitsOf = (guest: TestCaller) => claimLimits(ctx, guest);
const AS_USUAL = { slowedUntil: null, maxOpenClaims: 3 };

describe('after missed pickups', () => {
  test('two change nothing; three leave one open claim for 72 hours from when the third counts', async () => {
    const guest = await person();
    for (let nth = 0; nth < 3; nth++) {
      await miss(guest);
      expect(await limitsOf(guest)).toMatchObject(AS_USUAL);
    }
    // it can be disputed until then
    clock.forward(DISPUTE_MS - 1);
    expect(await limitsOf(guest)).toMatchObject(AS_USUAL);
    clock.forward(1);
    expect(await limitsOf(guest)).toMatchObject({
      openClaims: 0,
      maxOpenClaims: 1,
      claimsInLastDay: 0,
      maxClaimsPerDay: 10,
      slowedUntil: new Date(clock.at + 72 * HOUR_MS).toISOString(),
    });
    const held = await claimAnything(guest);
    await expect(claimAnything(guest)).rejects.toMatchObject({
      status: 409,
      key: 'claim-limit.missed',
      params: { max: 1, waitMs: 72 * HOUR_MS },
    });
    await handovers.releaseHandover(ctx, guest, held.handover.id);
    await handovers.releaseHandover(ctx, guest, (await claimAnything(guest)).handover.id);
    clock.forward(72 * HOUR_MS);
    expect(await limitsOf(guest)).toMatchObject(AS_USUAL);
  });

  test('a disputed one does not count', async () => {
    const guest = await person();
    const missed = [await miss(guest), await miss(guest), await miss(guest)];
    await handovers.disputeHandover(ctx, guest, missed[2] ?? '');
    clock.forward(DISPUTE_MS);
    expect(await limitsOf(guest)).toMatchObject(AS_USUAL);
  });

  test('those of one person count once, as do those of people who trade among themselves', async () => {
    const [guest, donor, other] = [await person(), await known(), await known()];
    for (const from of [donor, donor, other, donor]) await miss(guest, from);
    clock.forward(DISPUTE_MS);
    expect(await limitsOf(guest)).toMatchObject(AS_USUAL);
    const third = await known();
    await claimListing(ctx, third, (await listing(donor)).id);
    await miss(guest, third);
    clock.forward(DISPUTE_MS);
    expect(await limitsOf(guest)).toMatchObject(AS_USUAL);
    await miss(guest);
    clock.forward(DISPUTE_MS);
    expect(await limitsOf(guest)).toMatchObject({ maxOpenClaims: 1 });
  });

  test('those of people who are not known do not count, regardless of their number', async () => {
    const guest = await person();
    for (let nth = 0; nth < 4; nth++) await miss(guest, await person());
    clock.forward(DISPUTE_MS);
    expect(await limitsOf(guest)).toMatchObject(AS_USUAL);
  });

  test('a release never counts', async () => {
    const guest = await person();
    for (let nth = 0; nth < 3; nth++) {
      clock.forward(DAY_MS);
      const donor = await known();
      const claim = await claimListing(ctx, guest, (await listing(donor)).id);
      await revealAddress(ctx, donor, claim.conversationId);
      clock.forward(MISSED_AFTER_MS);
      await releaseHandover(ctx, donor, claim.handover.id, 'stopped_waiting');
    }
    clock.forward(DISPUTE_MS);
    expect(await limitsOf(guest)).toMatchObject(AS_USUAL);
  });

  test('only the person’s own count, and only they can read them', async () => {
    const [guest, other] = [await person(), await person()];
    for (let nth = 0; nth < 3; nth++) await miss(guest);
    clock.forward(DISPUTE_MS);
    const [mine, theirs] = await Promise.all(
      [guest, other].map((who) => ask(fixture.http, who, 'GET', '/api/users/claim-limits')),
    );
    expect(mine).toMatchObject({ status: 200, body: { maxOpenClaims: 1 } });
    expect(theirs).toMatchObject({ status: 200, body: AS_USUAL });
  });
});

describe('a missed pickup', () => {
  test('cannot be reported by a donor who never revealed the place; they may stop waiting instead', async () => {
    const [guest, donor] = [await person(), await known()];
    const claim = await claimListing(ctx, guest, (await listing(donor)).id);
    expect(claim.handover.placeKnown).toBe(false);
    clock.forward(MISSED_AFTER_MS);
    await expect(handovers.reportNoShow(ctx, donor, claim.handover.id)).rejects.toMatchObject({
      status: 409,
      code: 'place-unknown',
    });
    await releaseHandover(ctx, donor, claim.handover.id, 'stopped_waiting');
    expect(await getClaim(ctx, guest, claim.id)).toMatchObject({ status: 'released' });
  });

  test('can be reported where the place is shown immediately, or a business’s', async () => {
    const [guest, donor, bakery] = [await member(), await known(), await known()];
    const shown = await claimListing(ctx, guest, (await listing(donor, { sharePlaceAtOnce: true })).id);
    const { id } = await listing(bakery);
    await pool.query('update food_listing set place_is_public = true where id = $1', [id]);
    const atBakery = await claimListing(ctx, guest, id);
    clock.forward(MISSED_AFTER_MS);
    expect((await getClaim(ctx, bakery, atBakery.id)).handover.placeKnown).toBe(true);
    for (const [giver, claim] of [
      [donor, shown],
      [bakery, atBakery],
    ] as const)
      expect((await handovers.reportNoShow(ctx, giver, claim.handover.id)).status).toBe('no_show');
  });
});

describe('the ten claims of a day', () => {
  test('are those that the person made, without the ones that the giver ends for a reason of their own', async () => {
    const [guest, donor] = [await person(), await person()];
    const claimed = async () => (await claimListing(ctx, guest, (await listing(donor)).id)).handover.id;
    const madeToday = async () => (await limitsOf(guest)).claimsInLastDay;
    await releaseHandover(ctx, donor, await claimed(), 'cannot_hand_over');
    expect(await madeToday()).toBe(0);
    await releaseHandover(ctx, donor, await claimed(), 'no_answer');
    expect(await madeToday()).toBe(1);
    await releaseHandover(ctx, guest, await claimed(), 'cannot_come');
    expect(await madeToday()).toBe(2);
  });
});
