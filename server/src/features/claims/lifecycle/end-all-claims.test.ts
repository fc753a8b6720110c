import type { ClaimSide } from '@openlarder/domain/claims/claim-states.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/platform/postgres/database.ts';
import {
  brokenInvariants,
  claimsFixture,
  type TestCaller,
} from '#server/testing/factories/claims-fixture.ts';
import * as accounts from '#server/features/accounts/accounts.service.ts';
import * as admin from '#server/features/moderation/admin/admin.service.ts';
import * as claims from '../claims.service.ts';
import * as listings from '#server/features/listings/listings.service.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';

const fixture = await claimsFixture();
const { ctx, clock, person, listing } = fixture;

afterEach(async () => {
  expect(await brokenInvariants(fixture.pool)).toEqual([]);
});

async function claimed() {
  const [donor, claimer] = [await person('Ada', 'Okafor'), await person('Ben', 'Ito')];
  const soup = await listing(donor, { sharePlaceAtOnce: true });
  const claim = await claims.claimListing(ctx, claimer, soup.id);
  const people: Record<ClaimSide, TestCaller> = { donor, claimer };
  return { donor, claimer, people, soup, claim };
}
const otherSide = (side: ClaimSide): ClaimSide => (side === 'donor' ? 'claimer' : 'donor');
const lastEvents = async (who: TestCaller, conversationId: string, limit: number) =>
  (await messaging.listMessages(ctx, who, conversationId, { limit, cursor: null })).messages.map(
    ({ event }) => event,
  );

describe('a block', () => {
  test.each(['donor', 'claimer'] as const)(
    'by the %s lets their open claims go; the other hears of the release alone',
    async (side) => {
      const { donor, people, soup, claim } = await claimed();
      const [who, other] = [people[side], people[otherSide(side)]];
      // the other direction, and a claim with another person
      const theirs = await claims.claimListing(ctx, donor, (await listing(people.claimer)).id);
      const thirds = await claims.claimListing(ctx, await person(), (await listing(donor)).id);
      await moderation.blockPerson(ctx, who, other.userId);
      expect(await claims.getClaim(ctx, other, claim.id)).toMatchObject({
        status: 'released',
        endedBy: side,
        releaseReason: null,
        listing: { placeShared: false },
      });
      expect(await claims.getClaim(ctx, other, theirs.id)).toMatchObject({ status: 'released' });
      expect(await claims.getClaim(ctx, donor, thirds.id)).toMatchObject({ status: 'open' });
      expect(await listings.getListing(ctx, donor, soup.id)).toMatchObject({
        status: 'posted',
        servingsLeft: 4,
      });
      const { notifications: told } = await notifications.listNotifications(ctx, other);
      expect(told.filter(({ kind }) => kind === 'claim_released')).toHaveLength(2);
      expect(await lastEvents(other, claim.conversationId, 1)).toEqual(['released']);
      // the other person sees what a release would have shown them
      const { notifications: toldToWho } = await notifications.listNotifications(ctx, who);
      expect(toldToWho.some(({ kind }) => kind === 'claim_released')).toBe(false);
    },
  );

  test.each(['donor', 'claimer'] as const)(
    'completes what the %s has said already, and hides the place at once',
    async (sayer) => {
      const { donor, claimer, people, soup, claim } = await claimed();
      await claims.completeClaim(ctx, people[sayer], claim.id);
      clock.forward(1000);
      await moderation.blockPerson(ctx, donor, claimer.userId);
      expect(await claims.getClaim(ctx, claimer, claim.id)).toMatchObject({
        status: 'completed',
        completedBy: 'one_side',
        listing: { placeShared: false },
      });
      expect(await listings.getListing(ctx, donor, soup.id)).toMatchObject({ status: 'completed' });
      const { notifications: told } = await notifications.listNotifications(ctx, claimer);
      expect(told[0]).toMatchObject({ kind: 'handover_completed', actor: null });
      // it can still be disputed, without a message to each other
      expect(await claims.disputeClaim(ctx, claimer, claim.id)).toMatchObject({ status: 'disputed' });
    },
  );
});

describe('closing an account', () => {
  test('completes claims that one side has confirmed, and releases the rest', async () => {
    const said = await claimed();
    await claims.completeClaim(ctx, said.claimer, said.claim.id);
    const guest = await person();
    const unsaid = await claims.claimListing(ctx, guest, (await listing(said.donor)).id);
    await inTransaction(ctx, (tx) => accounts.closePersonAccount(tx, said.donor.userId));
    expect(await claims.getClaim(ctx, said.claimer, said.claim.id)).toMatchObject({
      status: 'completed',
      completedBy: 'one_side',
    });
    // each once
    expect(await lastEvents(said.claimer, said.claim.conversationId, 3)).toEqual([
      'handover_confirmed',
      'completed_alone',
      'account_closed',
    ]);
    expect(await claims.getClaim(ctx, guest, unsaid.id)).toMatchObject({
      status: 'released',
      endedBy: 'donor',
    });
    expect(await lastEvents(guest, unsaid.conversationId, 2)).toEqual(['released', 'account_closed']);
  });

  test('of a person with several claims on one listing keeps its serving count', async () => {
    const donor = await person();
    const soup = await listing(donor, { estimatedServings: 5 });
    const made = [];
    for (const servings of [1, 2, 2])
      made.push(await claims.claimListing(ctx, await person(), soup.id, servings));
    await claims.completeClaim(ctx, donor, made[1]?.id ?? '');
    await inTransaction(ctx, async (tx) => {
      await claims.closePerson(tx, donor.userId);
      await listings.closePerson(tx, donor.userId);
    });
    expect(await listings.getListing(ctx, donor, soup.id)).toMatchObject({
      status: 'completed',
      estimatedServings: 2,
      servingsLeft: 0,
    });
  });
});

test('a deleted listing shows its address to no one, including past claimers', async () => {
  const { donor, claimer, claim } = await claimed();
  await claims.completeClaim(ctx, donor, claim.id, claim.code);
  expect(await claims.getClaim(ctx, claimer, claim.id)).toMatchObject({ listing: { placeShared: true } });
  await admin.removeContent(ctx, 'listing', claim.listing.id);
  clock.forward(1);
  expect(await claims.getClaim(ctx, claimer, claim.id)).toMatchObject({
    status: 'completed',
    listing: { placeShared: false, pickupInstructions: null },
  });
});

test('the export says how each claim ended', async () => {
  const { donor, claimer, claim } = await claimed();
  clock.forward(7 * HOUR_MS);
  await claims.confirmComing(ctx, claimer, claim.id);
  await claims.completeClaim(ctx, donor, claim.id);
  await claims.disputeClaim(ctx, claimer, claim.id);
  const now = new Date(clock.at).toISOString();
  expect(await claims.exportPerson(ctx, claimer.userId)).toMatchObject([
    {
      id: claim.id,
      side: 'claimer',
      status: 'disputed',
      comingAt: now,
      donorConfirmedAt: now,
      claimerConfirmedAt: null,
      endedAt: now,
      endedBy: 'claimer',
      releaseReason: null,
      completedBy: null,
      disputedAt: now,
      disputedBy: 'claimer',
    },
  ]);
});
