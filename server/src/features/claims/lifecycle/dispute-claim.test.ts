import type { ClaimSide } from '@openlarder/domain/claims/claim-states.ts';
import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { afterEach, describe, expect, test } from 'vitest';
import {
  brokenInvariants,
  claimsFixture,
  type TestCaller,
} from '#server/testing/factories/claims-fixture.ts';
import * as claims from '../claims.service.ts';
import * as listings from '#server/features/listings/listings.service.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';

const fixture = await claimsFixture();
const { ctx, clock, pool, person, listing } = fixture;

afterEach(async () => {
  expect(await brokenInvariants(pool)).toEqual([]);
});

async function claimed() {
  const [donor, claimer] = [await person('Ada', 'Okafor'), await person('Ben', 'Ito')];
  const soup = await listing(donor, { sharePlaceAtOnce: true });
  const claim = await claims.claimListing(ctx, claimer, soup.id);
  const people: Record<ClaimSide, TestCaller> = { donor, claimer };
  return { donor, claimer, people, soup, claim };
}
const otherSide = (side: ClaimSide): ClaimSide => (side === 'donor' ? 'claimer' : 'donor');

/** What admins can read about a claim. */
async function reportsOn(claimId: string) {
  const { rows } = await pool.query<{
    reporter_id: string;
    reason: string;
    details: string;
    about_id: string;
  }>(
    `select reporter_id, reason, details, about_id from report where subject_type = 'claim' and subject_id = $1`,
    [claimId],
  );
  return rows;
}

describe('disputing', () => {
  test.each(['donor', 'claimer'] as const)(
    'by the %s to the other’s word ends the claim, and its food counts as gone',
    async (side) => {
      const { people, soup, claim } = await claimed();
      const [who, other] = [people[side], people[otherSide(side)]];
      await claims.completeClaim(ctx, other, claim.id);
      clock.forward(MINUTE_MS);
      const ended = await claims.disputeClaim(ctx, who, claim.id, 'I never saw them');
      expect(ended).toMatchObject({
        status: 'disputed',
        endedBy: side,
        disputedBy: side,
        disputedAt: new Date(clock.at).toISOString(),
        completedBy: null,
        code: null,
        listing: { status: 'completed' },
      });
      expect(await claims.getClaim(ctx, people.claimer, claim.id)).toMatchObject({
        listing: { placeShared: false },
      });
      expect(await reportsOn(claim.id)).toEqual([
        { reporter_id: who.userId, reason: 'dispute', details: 'I never saw them', about_id: other.userId },
      ]);
      expect((await moderation.listOwnReports(ctx, who))[0]).toMatchObject({
        subject: { type: 'claim', id: claim.id },
      });
      const { messages } = await messaging.listMessages(ctx, other, claim.conversationId, {
        limit: 50,
        cursor: null,
      });
      expect(messages.at(-1)).toMatchObject({ event: 'disputed', senderId: who.userId, content: '' });
      expect((await notifications.listNotifications(ctx, other)).notifications[0]).toMatchObject({
        kind: 'claim_disputed',
        subject: { type: 'claim', id: claim.id },
      });
      // the two can still write to each other
      expect((await messaging.listConversations(ctx, who)).conversations).toMatchObject([
        { readOnly: false },
      ]);
      clock.forward(MINUTE_MS);
      expect(await claims.disputeClaim(ctx, who, claim.id, 'Once more')).toEqual(ended);
      expect(await reportsOn(claim.id)).toHaveLength(1);
      await expect(claims.disputeClaim(ctx, other, claim.id)).rejects.toMatchObject({ code: 'claim-ended' });
      expect((await listings.getListing(ctx, people.donor, soup.id)).servingsLeft).toBe(0);
    },
  );

  test.each(['donor', 'claimer'] as const)(
    'by the %s to a handover within 48 hours; how and when it ended stays',
    async (side) => {
      const { donor, people, claim } = await claimed();
      const done = await claims.completeClaim(ctx, donor, claim.id, claim.code);
      clock.forward(48 * HOUR_MS - 1);
      expect(await claims.disputeClaim(ctx, people[side], claim.id)).toMatchObject({
        status: 'disputed',
        disputedBy: side,
        completedBy: 'code',
        endedAt: done.endedAt,
        endedBy: null,
        listing: { status: 'completed' },
      });
      expect(await reportsOn(claim.id)).toMatchObject([{ details: '' }]);
    },
  );

  test('a no-show: it stays one, and no longer counts', async () => {
    const { donor, claimer, claim } = await claimed();
    clock.forward(2 * HOUR_MS);
    await claims.reportNoShow(ctx, donor, claim.id);
    expect(await claims.claimLimits(ctx, claimer)).toMatchObject({ noShows: 1 });
    await expect(claims.disputeClaim(ctx, donor, claim.id)).rejects.toMatchObject({ status: 403 });
    clock.forward(47 * HOUR_MS);
    expect(await claims.disputeClaim(ctx, claimer, claim.id, 'I rang twice')).toMatchObject({
      status: 'no_show',
      endedBy: 'donor',
      disputedBy: 'claimer',
    });
    expect(await claims.claimLimits(ctx, claimer)).toMatchObject({ noShows: 0, noShowsEaseAt: null });
    expect((await notifications.listNotifications(ctx, donor)).notifications[0]).toMatchObject({
      kind: 'claim_disputed',
    });
    expect(await reportsOn(claim.id)).toMatchObject([{ details: 'I rang twice', about_id: donor.userId }]);
  });

  test('a past claim keeps the address visible for a current one', async () => {
    const { donor, claimer, soup, claim } = await claimed();
    clock.forward(2 * HOUR_MS);
    await claims.reportNoShow(ctx, donor, claim.id);
    const again = await claims.claimListing(ctx, claimer, soup.id);
    await claims.disputeClaim(ctx, claimer, claim.id, 'I rang twice');
    expect(await claims.getClaim(ctx, claimer, again.id)).toMatchObject({ listing: { placeShared: true } });
    await claims.releaseClaim(ctx, claimer, again.id);
    expect(await claims.getClaim(ctx, claimer, again.id)).toMatchObject({ listing: { placeShared: false } });
  });

  test('is refused where there is nothing to dispute, too late, and to a stranger', async () => {
    const { donor, claimer, claim } = await claimed();
    await expect(claims.disputeClaim(ctx, donor, claim.id)).rejects.toMatchObject({
      status: 409,
      code: 'nothing-said',
      message: 'The other side has not said that the food changed hands. You can let the claim go instead.',
    });
    await claims.completeClaim(ctx, donor, claim.id);
    await expect(claims.disputeClaim(ctx, donor, claim.id)).rejects.toMatchObject({ code: 'nothing-said' });
    await claims.completeClaim(ctx, claimer, claim.id);
    await expect(claims.disputeClaim(ctx, await person(), claim.id)).rejects.toMatchObject({ status: 404 });
    clock.forward(48 * HOUR_MS);
    await expect(claims.disputeClaim(ctx, claimer, claim.id)).rejects.toMatchObject({
      status: 409,
      code: 'too-late',
      message: 'That ended more than 48 hours ago. You can still report it to those who run the community.',
    });
    const released = await claimed();
    await claims.releaseClaim(ctx, released.claimer, released.claim.id);
    await expect(claims.disputeClaim(ctx, released.donor, released.claim.id)).rejects.toMatchObject({
      code: 'claim-ended',
      message: 'This claim has been let go already.',
    });
    expect(await reportsOn(claim.id)).toEqual([]);
  });
});
