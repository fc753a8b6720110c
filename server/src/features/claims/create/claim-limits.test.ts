import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { afterEach, describe, expect, test } from 'vitest';
import * as claims from '../claims.service.ts';
import * as handovers from '#server/features/handovers/handovers.service.ts';
import {
  ask,
  brokenInvariants,
  claimsFixture,
  type TestCaller,
} from '#server/testing/factories/claims-fixture.ts';

const fixture = await claimsFixture();
const { ctx, clock, person, listing } = fixture;

afterEach(async () => {
  expect(await brokenInvariants(fixture.pool)).toEqual([]);
});

/** The pickup of a test's listings ends so long after they are claimed, and can be reported as missed 80 minutes later. */
const MISSED_AFTER_MS = 8 * HOUR_MS + 80 * MINUTE_MS;
/** For so long it can be disputed, and does not count. */
const DISPUTE_MS = 2 * DAY_MS;

/** A person whose account is a day old. */
async function settled(): Promise<TestCaller> {
  const donor = await person();
  clock.forward(DAY_MS);
  return donor;
}
/** Claims from the donor, and does not come; returns the claim. It counts after two days. */
async function miss(guest: TestCaller, donor?: TestCaller): Promise<string> {
  const from = donor ?? (await settled());
  const claim = await claims.claimListing(ctx, guest, (await listing(from)).id);
  clock.forward(MISSED_AFTER_MS);
  await claims.reportNoShow(ctx, from, claim.id);
  return claim.id;
}
const claimAnything = async (guest: TestCaller) =>
  claims.claimListing(ctx, guest, (await listing(await person())).id);
const limitsOf = (guest: TestCaller) => claims.claimLimits(ctx, guest);

describe('after missed pickups', () => {
  test('the first changes nothing, two leave two open claims, three or more leave one; each expires', async () => {
    const guest = await person();
    await miss(guest);
    const firstAt = clock.at;
    clock.forward(DISPUTE_MS);
    expect(await limitsOf(guest)).toMatchObject({ noShows: 1, maxOpenClaims: 3 });
    await miss(guest);
    clock.forward(DISPUTE_MS);
    expect(await limitsOf(guest)).toEqual({
      openClaims: 0,
      maxOpenClaims: 2,
      claimsInLastDay: 0,
      maxClaimsPerDay: 10,
      noShows: 2,
      noShowsEaseAt: new Date(firstAt + 60 * DAY_MS).toISOString(),
    });
    const held = [await claimAnything(guest), await claimAnything(guest)];
    await expect(claimAnything(guest)).rejects.toMatchObject({
      status: 409,
      key: 'claim-limit.missed',
      params: { missed: 2, max: 2, waitMs: firstAt + 60 * DAY_MS - clock.at },
    });
    for (const { id } of held) await claims.releaseClaim(ctx, guest, id);
    await miss(guest);
    clock.forward(DISPUTE_MS);
    expect(await limitsOf(guest)).toMatchObject({ noShows: 3, maxOpenClaims: 1 });
    const last = await claimAnything(guest);
    await expect(claimAnything(guest)).rejects.toMatchObject({ code: 'claim-limit' });
    await claims.releaseClaim(ctx, guest, last.id);
    clock.forward(61 * DAY_MS);
    expect(await limitsOf(guest)).toMatchObject({ noShows: 0, maxOpenClaims: 3, noShowsEaseAt: null });
  });

  test('each counts from the moment it can no longer be disputed', async () => {
    const guest = await person();
    await miss(guest);
    clock.forward(DISPUTE_MS - 1);
    expect(await limitsOf(guest)).toMatchObject({ noShows: 0, noShowsEaseAt: null });
    clock.forward(1);
    expect(await limitsOf(guest)).toMatchObject({ noShows: 1 });
  });

  test('a disputed one does not count', async () => {
    const guest = await person();
    const missed = [await miss(guest), await miss(guest)];
    await claims.disputeClaim(ctx, guest, missed[1] ?? '');
    clock.forward(DISPUTE_MS);
    expect(await limitsOf(guest)).toMatchObject({ noShows: 1, maxOpenClaims: 3 });
  });

  test('all that one person reports count once', async () => {
    const [guest, donor] = [await person(), await settled()];
    for (let nth = 0; nth < 3; nth++) await miss(guest, donor);
    clock.forward(DISPUTE_MS);
    expect(await limitsOf(guest)).toMatchObject({ noShows: 1, maxOpenClaims: 3 });
    await miss(guest);
    clock.forward(DISPUTE_MS);
    expect(await limitsOf(guest)).toMatchObject({ noShows: 2, maxOpenClaims: 2 });
  });

  test('only people of standing lower it: with an account for a day, or who have handed something over', async () => {
    const guest = await person();
    // new ones, whose account is younger than a day when they report it
    for (let nth = 0; nth < 3; nth++) await miss(guest, await person());
    clock.forward(DISPUTE_MS);
    // also when their account is older than a day by now
    expect(await limitsOf(guest)).toMatchObject({ noShows: 0, maxOpenClaims: 3 });
    // a new one who has handed over something before
    const giver = await person();
    const given = await claims.claimListing(ctx, await person(), (await listing(giver)).id);
    await claims.completeClaim(ctx, giver, given.id, given.handover.code);
    clock.forward(MINUTE_MS);
    await miss(guest, giver);
    // one who has received something is as new as before
    const receiver = await person();
    const taken = await claims.claimListing(ctx, receiver, (await listing(giver)).id);
    await claims.completeClaim(ctx, giver, taken.id, taken.handover.code);
    await miss(guest, receiver);
    clock.forward(DISPUTE_MS);
    expect(await limitsOf(guest)).toMatchObject({ noShows: 1, maxOpenClaims: 3 });
  });

  test('a release without counting does not count, however it was', async () => {
    const guest = await person();
    for (let nth = 0; nth < 3; nth++) {
      const donor = await settled();
      const claim = await claims.claimListing(ctx, guest, (await listing(donor)).id);
      clock.forward(MISSED_AFTER_MS);
      await handovers.releaseHandover(ctx, donor, claim.handover.id, 'stopped_waiting');
    }
    clock.forward(DISPUTE_MS);
    expect(await limitsOf(guest)).toMatchObject({ noShows: 0, maxOpenClaims: 3 });
  });

  test('only the person’s own count, and only they can read them', async () => {
    const [guest, other] = [await person(), await person()];
    await miss(guest);
    clock.forward(DISPUTE_MS);
    const [mine, theirs] = await Promise.all(
      [guest, other].map((who) => ask(fixture.http, who, 'GET', '/api/users/claim-limits')),
    );
    expect(mine).toMatchObject({ status: 200, body: { noShows: 1 } });
    expect(theirs).toMatchObject({ status: 200, body: { noShows: 0 } });
  });
});
