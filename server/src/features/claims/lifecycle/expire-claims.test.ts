import { automaticClaimEnd } from '@openlarder/domain/claims/claim-states.ts';
import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import * as fc from 'fast-check';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  brokenInvariants,
  claimsFixture,
  type TestCaller,
} from '#server/testing/factories/claims-fixture.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { openDatabase, openSiblingPool } from '#server/platform/postgres/database.ts';
import { selectDueClaims } from '../claims.store.ts';
import * as claims from '../claims.service.ts';
import * as listings from '#server/features/listings/listings.service.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { sized } from '#server/testing/long-run.ts';

const fixture = await claimsFixture();
const { ctx, clock, db, pool, person, listing } = fixture;

afterEach(async () => {
  expect(await brokenInvariants(pool)).toEqual([]);
});

/** A claim on a listing whose pickup ends in eight hours. */
async function claimed(changes: Parameters<typeof listing>[1] = {}) {
  const [donor, claimer] = [await person('Ada', 'Okafor'), await person('Ben', 'Ito')];
  const soup = await listing(donor, { sharePlaceAtOnce: true, ...changes });
  const claim = await claims.claimListing(ctx, claimer, soup.id);
  return { donor, claimer, soup, claim };
}
const newestTold = async (who: TestCaller) =>
  (await notifications.listNotifications(ctx, who)).notifications[0];
const lastSaid = async (who: TestCaller, conversationId: string) =>
  (await messaging.listMessages(ctx, who, conversationId, { limit: 1, cursor: null })).messages[0];

describe('a claim without any confirmation', () => {
  test('lapses 48 hours after the end of its pickup, and both are notified', async () => {
    const { donor, claimer, soup, claim } = await claimed();
    clock.forward(56 * HOUR_MS - 1);
    expect(await claims.expireClaims(ctx)).toBe(0);
    clock.forward(1);
    expect(await claims.expireClaims(ctx)).toBe(1);
    expect(await claims.expireClaims(ctx)).toBe(0);
    expect(await claims.getClaim(ctx, claimer, claim.id)).toMatchObject({
      status: 'lapsed',
      endedBy: null,
      completedBy: null,
      listing: { placeShared: false },
    });
    expect(await listings.getListing(ctx, donor, soup.id)).toMatchObject({ status: 'expired' });
    for (const who of [donor, claimer]) {
      expect(await lastSaid(who, claim.conversationId)).toMatchObject({ event: 'lapsed', senderId: null });
      expect(await newestTold(who)).toMatchObject({ kind: 'claim_lapsed', actor: null });
      await expect(messaging.sendMessage(ctx, who, claim.conversationId, 'Hello?')).rejects.toMatchObject({
        code: 'conversation-closed',
      });
      await expect(claims.completeClaim(ctx, who, claim.id)).rejects.toMatchObject({
        code: 'claim-ended',
        message: 'This claim has ended: for 48 hours after the pickup nobody said that it happened.',
      });
    }
  });

  test('lapses by the extended end of its pickup', async () => {
    const { donor, soup, claim } = await claimed({ estimatedServings: 4 });
    await claims.releaseClaim(ctx, donor, claim.id);
    const part = await claims.claimListing(ctx, await person(), soup.id, 1);
    await listings.changeListing(ctx, donor, soup.id, {
      availableUntil: new Date(clock.at + 10 * HOUR_MS).toISOString(),
    });
    clock.forward(58 * HOUR_MS - 1);
    expect(await claims.expireClaims(ctx)).toBe(0);
    clock.forward(1);
    expect(await claims.expireClaims(ctx)).toBe(1);
    expect(await claims.getClaim(ctx, donor, part.id)).toMatchObject({ status: 'lapsed' });
  });
});

test.each(['donor', 'claimer'] as const)(
  'the %s’s word alone completes a claim 48 hours after it was said, and the other can still object',
  async (side) => {
    const people = await claimed();
    const { donor, claimer, soup, claim } = people;
    clock.forward(2 * HOUR_MS);
    await claims.completeClaim(ctx, people[side], claim.id);
    clock.forward(48 * HOUR_MS - 1);
    expect(await claims.expireClaims(ctx)).toBe(0);
    clock.forward(1);
    expect(await claims.expireClaims(ctx)).toBe(1);
    expect(await claims.expireClaims(ctx)).toBe(0);
    expect(await claims.getClaim(ctx, claimer, claim.id)).toMatchObject({
      status: 'completed',
      completedBy: 'one_side',
      endedBy: null,
      endedAt: new Date(clock.at).toISOString(),
      // for a day, as after any handover
      listing: { status: 'completed', placeShared: true },
    });
    expect(await listings.getListing(ctx, donor, soup.id)).toMatchObject({ status: 'completed' });
    for (const who of [donor, claimer]) {
      const said = await lastSaid(who, claim.conversationId);
      expect(said).toMatchObject({ event: 'completed_alone', senderId: null });
      expect(await newestTold(who)).toMatchObject({ kind: 'handover_completed', actor: null });
    }
    const other = side === 'donor' ? claimer : donor;
    expect(await claims.disputeClaim(ctx, other, claim.id)).toMatchObject({
      status: 'disputed',
      completedBy: 'one_side',
    });
  },
);

test('a claim that cannot be settled does not keep the others from it', async () => {
  const [first, second] = [await claimed(), await claimed()];
  clock.forward(60 * HOUR_MS);
  // as if its listing's row were locked forever, which a statement waits for as long as it may
  const other = await pool.connect();
  await other.query('begin');
  await other.query('select from food_listing where id = $1 for update', [first.soup.id]);
  const impatient = openSiblingPool(pool, { statement_timeout: 500, query_timeout: 60_000 });
  onTestFinished(() => impatient.end());
  await expect(claims.expireClaims({ ...ctx, db: openDatabase(impatient) })).rejects.toThrow(
    '1 due claims failed',
  );
  expect(await claims.getClaim(ctx, second.donor, second.claim.id)).toMatchObject({ status: 'lapsed' });
  expect(await claims.getClaim(ctx, first.donor, first.claim.id)).toMatchObject({ status: 'open' });
  await other.query('rollback');
  other.release();
  expect(await claims.expireClaims(ctx)).toBe(1);
  expect(await claims.getClaim(ctx, first.donor, first.claim.id)).toMatchObject({ status: 'lapsed' });
});

test('when interrupted, changes nothing, and the next run completes it', async () => {
  const { donor, claimer, soup, claim } = await claimed();
  clock.forward(60 * HOUR_MS);
  // both notifications come after everything written before
  const cutOff: AppContext = {
    ...ctx,
    eventLog: { append: async () => Promise.reject(new Error('gone')) },
  };
  await expect(claims.expireClaims(cutOff)).rejects.toThrow('1 due claims failed');
  expect(await claims.getClaim(ctx, donor, claim.id)).toMatchObject({
    status: 'open',
    listing: { status: 'claimed' },
  });
  expect(await lastSaid(claimer, claim.conversationId)).toMatchObject({ event: 'place_shared' });
  expect(await claims.expireClaims(ctx)).toBe(1);
  expect(await listings.getListing(ctx, donor, soup.id)).toMatchObject({ status: 'expired' });
});

test('settles more than one batch in one run', async () => {
  const donor = await person();
  const bread = await listing(donor, { estimatedServings: 120 });
  for (let nth = 0; nth < 105; nth++) await claims.claimListing(ctx, await person(), bread.id, 1);
  clock.forward(60 * HOUR_MS);
  expect(await claims.expireClaims(ctx)).toBe(105);
  await listings.expireListings(ctx);
});

test('the due query agrees with the domain rule for random times', async () => {
  const { claim, soup } = await claimed({ expiryDate: null });
  const [createdAt, hours] = [clock.at, (count: number) => count * HOUR_MS];
  const instant = fc.integer({ min: 0, max: 200 }).map((half) => createdAt + half * 30 * MINUTE_MS);
  const word = fc.option(instant);
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        until: instant.map((at) => at + MINUTE_MS),
        donor: word,
        claimer: word,
        now: instant.map((at) => at + hours(48)),
        offset: fc.constantFrom(-1, 0, 1),
      }),
      async ({ until, donor, claimer, now, offset }) => {
        // an open claim has at most one confirmation
        const said = { donor, claimer: donor === null ? claimer : null };
        const asDate = (at: number | null) => (at === null ? null : new Date(at));
        await pool.query(
          'update claim set donor_confirmed_at = $2, claimer_confirmed_at = $3 where id = $1',
          [claim.id, asDate(said.donor), asDate(said.claimer)],
        );
        await pool.query('update food_listing set available_from = $2, available_until = $3 where id = $1', [
          soup.id,
          new Date(createdAt),
          new Date(until),
        ]);
        const { atMs } = automaticClaimEnd({
          donorConfirmedAtMs: said.donor,
          claimerConfirmedAtMs: said.claimer,
          availableUntilMs: until,
        });
        // the exact instant and its neighbours as well as any other time
        for (const at of [now, atMs + offset]) {
          const due = await selectDueClaims(db, new Date(at), { after: null, limit: 10 });
          expect(due.map(({ id }) => id)).toEqual(at >= atMs ? [claim.id] : []);
        }
      },
    ),
    { numRuns: sized(40, 150) },
  );
  await pool.query('update claim set donor_confirmed_at = null, claimer_confirmed_at = null where id = $1', [
    claim.id,
  ]);
});
