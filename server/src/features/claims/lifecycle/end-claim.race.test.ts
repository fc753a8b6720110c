import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { makeAppContext } from '#server/platform/app-context.ts';
import {
  brokenInvariants,
  claimsFixture,
  type TestCaller,
} from '#server/testing/factories/claims-fixture.ts';
import * as claims from '../claims.service.ts';
import * as listings from '#server/features/listings/listings.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';

const fixture = await claimsFixture();
const { ctx, clock, pool, person, listing } = fixture;

afterEach(async () => {
  expect(await brokenInvariants(pool)).toEqual([]);
});

const ROUNDS = 8;
/** The same claims in another process. */
const elsewhere = makeAppContext({ ...ctx, pool });

async function claimed(servings?: number) {
  const [donor, claimer] = [await person(), await person()];
  const soup = await listing(donor);
  return { donor, claimer, soup, claim: await claims.claimListing(ctx, claimer, soup.id, servings) };
}
const codeOf = ({ reason }: PromiseRejectedResult): string =>
  reason instanceof AppError ? reason.code : String(reason);
const outcomeOf = (result: PromiseSettledResult<unknown>): string =>
  result.status === 'fulfilled' ? 'done' : codeOf(result);
const statusOf = async (who: TestCaller, { id }: Claim) => (await claims.getClaim(ctx, who, id)).status;

/** How often each event was posted in a conversation. */
async function said(conversationId: string): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ event: string; count: number }>(
    `select event, count(*)::int as count from message where conversation_id = $1 group by event`,
    [conversationId],
  );
  return Object.fromEntries(rows.map(({ event, count }) => [event, count]));
}

describe('concurrently', () => {
  test('a confirmation and the lapse: it is confirmed, or had lapsed and the confirmation is refused', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const { donor, claimer, claim } = await claimed();
      clock.forward(60 * HOUR_MS);
      const work = [() => claims.completeClaim(ctx, donor, claim.id), () => claims.expireClaims(ctx)];
      const order = round % 2 ? work.toReversed() : work;
      const results = await Promise.allSettled(order.map((act) => act()));
      const word = outcomeOf((round % 2 ? results[1] : results[0]) ?? results[0]!);
      const status = await statusOf(claimer, claim);
      seen.add(`${word} ${status}`);
      expect(['done open', 'claim-ended lapsed']).toContain(`${word} ${status}`);
      // from here on it is a confirmation that waits for the other side's
      if (status === 'open') expect(await claims.expireClaims(ctx)).toBe(0);
    }
    expect(seen.size).toBeGreaterThan(0);
    clock.forward(48 * HOUR_MS);
    await claims.expireClaims(ctx);
  });

  test('a dispute and the settlement of the other’s confirmation: it is disputed once, either way', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { donor, claimer, claim } = await claimed();
      await claims.completeClaim(ctx, donor, claim.id);
      clock.forward(48 * HOUR_MS);
      const work = [
        () => claims.disputeClaim(ctx, claimer, claim.id, 'Never'),
        () => claims.expireClaims(ctx),
      ];
      const results = await Promise.allSettled((round % 2 ? work.toReversed() : work).map((act) => act()));
      expect(results.map(outcomeOf)).toEqual(['done', 'done']);
      const after = await claims.getClaim(ctx, donor, claim.id);
      expect(after).toMatchObject({ status: 'disputed', disputedBy: 'claimer' });
      const { completed_alone = 0, disputed } = await said(claim.conversationId);
      expect([disputed, completed_alone]).toEqual([1, after.completedBy === 'one_side' ? 1 : 0]);
      const { rows } = await pool.query('select from report where subject_id = $1', [claim.id]);
      expect(rows).toHaveLength(1);
    }
  });

  test('a release and a no-show report: exactly one happens, and the servings come back once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { donor, claimer, soup, claim } = await claimed(3);
      clock.forward(2 * HOUR_MS);
      const work = [
        () => claims.releaseClaim(ctx, claimer, claim.id, 'cannot_come'),
        () => claims.reportNoShow(ctx, donor, claim.id),
      ];
      const results = await Promise.allSettled((round % 2 ? work.toReversed() : work).map((act) => act()));
      expect(results.map(outcomeOf).toSorted()).toEqual(['claim-ended', 'done']);
      const { released = 0, no_show = 0 } = await said(claim.conversationId);
      expect(released + no_show).toBe(1);
      expect(await listings.getListing(ctx, donor, soup.id)).toMatchObject({
        status: 'posted',
        servingsLeft: 4,
      });
    }
  });

  test('a confirmation of each side and a release: completed or released, never both', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { donor, claimer, soup, claim } = await claimed();
      await claims.completeClaim(ctx, donor, claim.id);
      const results = await Promise.allSettled([
        claims.completeClaim(ctx, claimer, claim.id),
        claims.releaseClaim(ctx, donor, claim.id),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await listings.getListing(ctx, donor, soup.id)).toMatchObject({
        status: results[0].status === 'fulfilled' ? 'completed' : 'posted',
      });
    }
  });

  test('ten claims of a person with three missed pickups: one succeeds', async () => {
    for (let round = 0; round < 4; round++) {
      const guest = await person();
      for (let nth = 0; nth < 3; nth++) {
        const donor = await person();
        const missed = await claims.claimListing(ctx, guest, (await listing(donor)).id);
        clock.forward(2 * HOUR_MS);
        await claims.reportNoShow(ctx, donor, missed.id);
      }
      const offered = await Promise.all(Array.from({ length: 10 }, async () => listing(await person())));
      const results = await Promise.allSettled(offered.map(({ id }) => claims.claimListing(ctx, guest, id)));
      expect(results.map(outcomeOf).toSorted()).toEqual([
        ...Array.from({ length: 9 }, () => 'claim-limit'),
        'done',
      ]);
      for (const made of results)
        if (made.status === 'fulfilled') await claims.releaseClaim(ctx, guest, made.value.id);
    }
  });

  test('three processes settle each due claim once', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => claimed()));
    clock.forward(60 * HOUR_MS);
    const counts = await Promise.all([
      claims.expireClaims(ctx),
      claims.expireClaims(elsewhere),
      claims.expireClaims(ctx),
    ]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20);
    for (const { claim } of made) expect(await said(claim.conversationId)).toEqual({ claimed: 1, lapsed: 1 });
  });

  test('a withdrawal and releases: nothing is offered afterwards', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { donor, claimer, soup, claim } = await claimed(2);
      await Promise.all([
        claims.releaseClaim(ctx, claimer, claim.id),
        listings.withdrawListing(ctx, donor, soup.id),
      ]);
      expect(await listings.getListing(ctx, donor, soup.id)).toMatchObject({ status: 'withdrawn' });
      expect(await brokenInvariants(pool)).toEqual([]);
    }
  });
});

describe('a block concurrent with', () => {
  test('a claim: no claim stays open between the two', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < ROUNDS * 2; round++) {
      const [donor, claimer] = [await person(), await person()];
      const soup = await listing(donor);
      const work = [
        () => claims.claimListing(ctx, claimer, soup.id),
        () =>
          moderation.blockPerson(
            ctx,
            round % 4 < 2 ? donor : claimer,
            (round % 4 < 2 ? claimer : donor).userId,
          ),
      ];
      const results = await Promise.allSettled((round % 2 ? work.toReversed() : work).map((act) => act()));
      const { rows } = await pool.query<{ status: string }>(
        'select status from claim where listing_id = $1',
        [soup.id],
      );
      expect(rows.filter(({ status }) => status === 'open')).toEqual([]);
      seen.add(results.map(outcomeOf).toSorted().join(' '));
      expect(await listings.getListing(ctx, donor, soup.id)).toMatchObject({
        status: 'posted',
        servingsLeft: 4,
      });
    }
    for (const each of seen) expect(['done done', 'done not-found']).toContain(each);
  });

  test('a block by the other side, a handover and a release: each claim ends once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { donor, claimer, claim } = await claimed();
      const theirs = await claims.claimListing(ctx, donor, (await listing(claimer)).id);
      const results = await Promise.allSettled([
        moderation.blockPerson(ctx, donor, claimer.userId),
        moderation.blockPerson(ctx, claimer, donor.userId),
        claims.completeClaim(ctx, donor, claim.id, claim.code),
        claims.releaseClaim(ctx, donor, theirs.id),
      ]);
      expect(results.map(outcomeOf).filter((each) => !['done', 'claim-ended'].includes(each))).toEqual([]);
      expect(['completed', 'released']).toContain(await statusOf(donor, claim));
      expect(await statusOf(donor, theirs)).toBe('released');
      const told = await said(claim.conversationId);
      expect((told['completed'] ?? 0) + (told['released'] ?? 0)).toBe(1);
    }
  });
});
