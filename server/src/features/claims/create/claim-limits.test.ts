import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { afterEach, describe, expect, test } from 'vitest';
import {
  ask,
  brokenInvariants,
  claimsFixture,
  type TestCaller,
} from '#server/testing/factories/claims-fixture.ts';
import * as claims from '../claims.service.ts';

const fixture = await claimsFixture();
const { ctx, clock, person, listing } = fixture;

afterEach(async () => {
  expect(await brokenInvariants(fixture.pool)).toEqual([]);
});

/** Claims, and does not come. */
async function miss(guest: TestCaller): Promise<string> {
  const donor = await person();
  const claim = await claims.claimListing(ctx, guest, (await listing(donor)).id);
  clock.forward(2 * HOUR_MS);
  await claims.reportNoShow(ctx, donor, claim.id);
  return claim.id;
}
const claimAnything = async (guest: TestCaller) =>
  claims.claimListing(ctx, guest, (await listing(await person())).id);

describe('after missed pickups', () => {
  test('the first changes nothing, two leave two open claims, three or more leave one; each expires', async () => {
    const guest = await person();
    await miss(guest);
    expect(await claims.claimLimits(ctx, guest)).toMatchObject({ noShows: 1, maxOpenClaims: 3 });
    clock.forward(10 * DAY_MS);
    const second = clock.at + 2 * HOUR_MS;
    await miss(guest);
    expect(await claims.claimLimits(ctx, guest)).toEqual({
      openClaims: 0,
      maxOpenClaims: 2,
      claimsInLastDay: 1,
      maxClaimsPerDay: 10,
      noShows: 2,
      noShowsEaseAt: new Date(second - 10 * DAY_MS + 60 * DAY_MS - 2 * HOUR_MS).toISOString(),
    });
    const held = [await claimAnything(guest), await claimAnything(guest)];
    await expect(claimAnything(guest)).rejects.toMatchObject({
      status: 409,
      code: 'claim-limit',
      message:
        'You missed 2 pickups lately, so for now you can have 2 open at a time. Once one is handed over or let go, you can claim again; the oldest missed one is forgotten in 50 days.',
    });
    for (const { id } of held) await claims.releaseClaim(ctx, guest, id);
    await miss(guest);
    expect(await claims.claimLimits(ctx, guest)).toMatchObject({ noShows: 3, maxOpenClaims: 1 });
    const last = await claimAnything(guest);
    await expect(claimAnything(guest)).rejects.toMatchObject({ code: 'claim-limit' });
    await claims.releaseClaim(ctx, guest, last.id);
    clock.forward(61 * DAY_MS);
    expect(await claims.claimLimits(ctx, guest)).toMatchObject({
      noShows: 0,
      maxOpenClaims: 3,
      noShowsEaseAt: null,
    });
  });

  test('a disputed no-show does not count', async () => {
    const guest = await person();
    const missed = [await miss(guest), await miss(guest)];
    await claims.disputeClaim(ctx, guest, missed[1] ?? '');
    expect(await claims.claimLimits(ctx, guest)).toMatchObject({ noShows: 1, maxOpenClaims: 3 });
  });

  test('only the person’s own count, and only they can read them', async () => {
    const [guest, other] = [await person(), await person()];
    await miss(guest);
    const [mine, theirs] = await Promise.all(
      [guest, other].map((who) => ask(fixture.http, who, 'GET', '/api/users/claim-limits')),
    );
    expect(mine).toMatchObject({ status: 200, body: { noShows: 1 } });
    expect(theirs).toMatchObject({ status: 200, body: { noShows: 0 } });
  });
});
