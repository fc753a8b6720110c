import { otherSide } from '@openlarder/domain/handovers/handover-states.ts';
import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import { getClaim } from '#server/features/claims/claims.queries.ts';
import { claimLimits, claimListing } from '#server/features/claims/create/create-claim.ts';
import * as emergency from '#server/features/emergency/requests/request-queries.ts';
import * as listings from '#server/features/listings/listings.queries.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as moderation from '#server/features/moderation/reports/create-report.ts';
import {
  type HandoverScene,
  handoversFixture,
  KINDS_AND_SIDES,
  refusalOf,
} from '#server/test/factories/handovers-fixture.ts';
import * as handovers from './handover-actions.ts';

const fixture = await handoversFixture();
const { ctx, agreeOn, clock, eventsOf, moveTo, newestNotification, opened, pool } = fixture;

/** What admins can read about it: as a report about the claim, or else about the request. */
async function reportsOn({ claimId, requestId }: HandoverScene) {
  const { rows } = await pool.query<{
    reporter_id: string;
    reason: string;
    details: string;
    about_id: string;
  }>(
    `select reporter_id, reason, details, about_id from report where subject_type = $1 and subject_id = $2`,
    claimId ? ['claim', claimId] : ['request', requestId],
  );
  return rows;
}
const dispute = ({ people, id }: HandoverScene, side: 'giver' | 'receiver', details?: string) =>
  handovers.disputeHandover(ctx, people[side], id, details);
const confirm = ({ people, id }: HandoverScene, side: 'giver' | 'receiver') =>
  handovers.completeHandover(ctx, people[side], id);

describe('disputing', () => {
  test.each(KINDS_AND_SIDES)(
    'the other’s confirmation ends a %s, by the %s; its food counts as gone if the giver said so',
    async (kind, side) => {
      const scene = await opened(kind, { sharePlaceAtOnce: true });
      const { claimId, requestId } = scene;
      const [who, other] = [scene.people[side], scene.people[otherSide(side)]];
      await confirm(scene, otherSide(side));
      clock.forward(MINUTE_MS);
      const ended = await dispute(scene, side, 'I never saw them');
      expect(ended).toMatchObject({
        status: 'disputed',
        endedBy: side,
        disputedBy: side,
        disputedAt: clock.now().toISOString(),
        completedBy: null,
        code: null,
      });
      expect(await reportsOn(scene)).toEqual([
        { reporter_id: who.userId, reason: 'dispute', details: 'I never saw them', about_id: other.userId },
      ]);
      const subject = claimId ? { type: 'claim', id: claimId } : { type: 'request', id: requestId };
      expect((await moderation.listOwnReports(ctx, who))[0]).toMatchObject({ subject });
      expect((await eventsOf(scene)).at(-1)).toEqual(['disputed', side]);
      expect(await newestNotification(other)).toMatchObject({ kind: 'claim_disputed', subject });
      // the two can still write to each other
      const { conversations } = await messaging.listConversations(ctx, who);
      expect(conversations).toMatchObject([{ readOnly: false }]);
      clock.forward(MINUTE_MS);
      expect(await dispute(scene, side, 'Once more')).toEqual(ended);
      expect(await reportsOn(scene)).toHaveLength(1);
      expect(await refusalOf(dispute(scene, otherSide(side)))).toMatchObject({
        key: 'handover-ended.disputed',
      });
      if (claimId)
        expect(await getClaim(ctx, scene.receiver, claimId)).toMatchObject({
          listing: { placeShared: false },
        });
      if (kind === 'claim')
        expect(await listings.getListing(ctx, scene.giver, scene.listingId ?? '')).toMatchObject({
          status: side === 'giver' ? 'posted' : 'completed',
        });
      // food that the requester says they got is not asked for again
      if (requestId)
        expect(await emergency.getRequest(ctx, scene.receiver, requestId)).toMatchObject({
          status: side === 'giver' ? 'fulfilled' : 'pending',
        });
    },
  );

  test.each(KINDS_AND_SIDES)(
    'a completed %s within 48 hours, by the %s; how and when it ended stays',
    async (kind, side) => {
      const scene = await opened(kind);
      await confirm(scene, 'giver');
      const done = await confirm(scene, 'receiver');
      clock.forward(48 * HOUR_MS - 1);
      expect(await dispute(scene, side)).toMatchObject({
        status: 'disputed',
        disputedBy: side,
        completedBy: 'both',
        endedAt: done.endedAt,
        endedBy: null,
      });
      expect(await reportsOn(scene)).toMatchObject([{ details: '' }]);
      // the request is not asked again two days later
      if (scene.requestId)
        expect(await emergency.getRequest(ctx, scene.receiver, scene.requestId)).toMatchObject({
          status: 'fulfilled',
        });
    },
  );

  test('a no-show: it stays one, and no longer counts', async () => {
    const scene = await opened('claim', { sharePlaceAtOnce: true });
    await agreeOn(scene, 30);
    await moveTo(scene, 80);
    await handovers.reportNoShow(ctx, scene.giver, scene.id);
    expect(await refusalOf(dispute(scene, 'giver'))).toMatchObject({ status: 403 });
    clock.forward(47 * HOUR_MS);
    expect(await dispute(scene, 'receiver', 'I rang twice')).toMatchObject({
      status: 'no_show',
      endedBy: 'giver',
      disputedBy: 'receiver',
    });
    clock.forward(2 * HOUR_MS);
    expect(await claimLimits(ctx, scene.receiver)).toMatchObject({ slowedUntil: null });
    expect(await newestNotification(scene.giver)).toMatchObject({ kind: 'claim_disputed' });
    expect(await reportsOn(scene)).toMatchObject([{ details: 'I rang twice', about_id: scene.giver.userId }]);
  });

  test('a past handover keeps the address visible for a current one of the two', async () => {
    const scene = await opened('claim', { sharePlaceAtOnce: true });
    const { receiver, listingId } = scene;
    await agreeOn(scene, 30);
    await moveTo(scene, 80);
    await handovers.reportNoShow(ctx, scene.giver, scene.id);
    const again = await claimListing(ctx, receiver, listingId ?? '');
    await dispute(scene, 'receiver', 'I rang twice');
    expect(await getClaim(ctx, receiver, again.id)).toMatchObject({ listing: { placeShared: true } });
    await handovers.releaseHandover(ctx, receiver, again.handover.id);
    expect(await getClaim(ctx, receiver, again.id)).toMatchObject({ listing: { placeShared: false } });
  });
});
