import { otherSide } from '@openlarder/domain/handovers/handover-states.ts';
import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import { getClaim } from '#server/features/claims/claims.queries.ts';
import { claimLimits, claimListing } from '#server/features/claims/create/create-claim.ts';
import * as emergency from '#server/features/emergency/requests/request-queries.ts';
import { getListing } from '#server/features/listings/listings.queries.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import {
  type HandoverScene,
  handoversFixture,
  KINDS_AND_SIDES,
  refusalOf,
} from '#server/test/factories/handovers-fixture.ts';
import { getHandover } from '../handovers.queries.ts';
import {
  disputeHandover,
  releaseHandover,
  reportNoShow as reportNoShowOfHandovers,
  revealAddress,
} from './handover-actions.ts';
import { sendOnMyWayQuestions } from '../reminders/reminders.ts';

const fixture = await handoversFixture();
const { ctx, agreeOn, clock, eventsOf, moveTo, newestNotification, notificationsOf, opened } = fixture;

const stopWaiting = ({ people, id }: HandoverScene, side: 'giver' | 'receiver') =>
  releaseHandover(ctx, people[side], id, 'stopped_waiting');
async function reportNoShow({ giver, id, conversationId }: HandoverScene) {
  // only who knows where to come can miss it
  const { status, ownPlace } = await getHandover(ctx, giver, id);
  if (status === 'open' && ownPlace === 'hidden') await revealAddress(ctx, giver, conversationId);
  return reportNoShowOfHandovers(ctx, giver, id);
}
const reportNoFood = ({ receiver, id }: HandoverScene) => releaseHandover(ctx, receiver, id, 'no_food');
const stockOf = async ({ giver, listingId }: HandoverScene) => {
  const { status, servingsLeft } = await getListing(ctx, giver, listingId ?? '');
  return { status, servingsLeft };
};
/** Both were asked "On your way?" so many minutes after the meeting time. */
async function askedAt(scene: HandoverScene, minutes: number): Promise<void> {
  await moveTo(scene, minutes);
  await sendOnMyWayQuestions(ctx);
}

describe('stopping to wait', () => {
  test.each(KINDS_AND_SIDES)(
    'ends a %s for the %s from 15 minutes after the meeting time, without counting against either',
    async (kind, side) => {
      const scene = await opened(kind, { bestByDate: new Date(clock.at + 72 * HOUR_MS).toISOString() });
      await agreeOn(scene, 60);
      await moveTo(scene, 14);
      expect(await refusalOf(stopWaiting(scene, side))).toMatchObject({
        status: 409,
        key: 'too-early.stop-waiting',
        params: { waitMs: MINUTE_MS },
        retryAfterSeconds: 60,
      });
      await moveTo(scene, 15);
      const ended = await stopWaiting(scene, side);
      expect(ended).toMatchObject({ status: 'released', releaseReason: 'stopped_waiting', endedBy: side });
      expect(await stopWaiting(scene, side)).toEqual(ended);
      expect((await eventsOf(scene)).at(-1)).toEqual(['stopped_waiting', side]);
      const [told] = (await notificationsOf(scene.people[otherSide(side)])).filter(
        ({ kind: each }) => each === 'claim_released' || each === 'request_released',
      );
      expect(told?.kind).toBe(scene.claimId ? 'claim_released' : 'request_released');
      if (scene.listingId) expect(await stockOf(scene)).toEqual({ status: 'posted', servingsLeft: 4 });
      if (scene.requestId)
        expect(await emergency.getRequest(ctx, scene.receiver, scene.requestId)).toMatchObject({
          status: 'pending',
          match: null,
        });
      clock.forward(72 * HOUR_MS);
      expect(await claimLimits(ctx, scene.receiver)).toMatchObject({
        slowedUntil: null,
        maxOpenClaims: 3,
      });
    },
  );
});

describe('a no-show', () => {
  test('can be reported 30 minutes after the meeting and 20 after the question; the servings are offered again', async () => {
    const scene = await opened('claim', { sharePlaceAtOnce: true });
    const { giver, receiver, claimId, listingId } = scene;
    await agreeOn(scene, 60);
    await askedAt(scene, 0);
    await moveTo(scene, 29);
    expect(await refusalOf(reportNoShow(scene))).toMatchObject({
      status: 409,
      key: 'too-early.report-no-show',
      params: { waitMs: MINUTE_MS },
      retryAfterSeconds: 60,
    });
    expect(await refusalOf(reportNoShowOfHandovers(ctx, receiver, scene.id))).toMatchObject({
      status: 403,
      key: 'not-yours.receiver',
    });
    await moveTo(scene, 30);
    const ended = await reportNoShow(scene);
    expect(ended).toMatchObject({ status: 'no_show', endedBy: 'giver' });
    expect(await reportNoShow(scene)).toEqual(ended);
    expect(await getClaim(ctx, receiver, claimId ?? '')).toMatchObject({
      handover: { code: null },
      listing: { placeShared: false, pickupLocation: 'Turtle Bay' },
    });
    expect((await eventsOf(scene)).at(-1)).toEqual(['no_show', 'giver']);
    expect(await newestNotification(receiver)).toMatchObject({
      kind: 'claim_no_show',
      subject: { id: claimId },
    });
    expect(await refusalOf(releaseHandover(ctx, receiver, scene.id))).toMatchObject({
      key: 'handover-ended.no-show',
    });
    // another person gets them
    const next = await claimListing(ctx, await fixture.person(), listingId ?? '');
    expect(next).toMatchObject({ servings: 4 });
    // the two may write for as long as it can be disputed
    const isReadOnly = async () =>
      (await messaging.listConversations(ctx, receiver)).conversations[0]?.readOnly;
    expect(await isReadOnly()).toBe(false);
    clock.forward(48 * HOUR_MS);
    expect(await isReadOnly()).toBe(true);
    expect(await refusalOf(disputeHandover(ctx, giver, scene.id))).toMatchObject({
      status: 403,
    });
  });
});

describe('no food', () => {
  test('is reported by the receiver, and the servings are not offered again', async () => {
    const scene = await opened();
    await agreeOn(scene, 60);
    await askedAt(scene, 0);
    await moveTo(scene, 29);
    expect(await refusalOf(reportNoFood(scene))).toMatchObject({
      status: 409,
      key: 'too-early.report-no-food',
      params: { waitMs: MINUTE_MS },
      retryAfterSeconds: 60,
    });
    await moveTo(scene, 30);
    const ended = await reportNoFood(scene);
    expect(ended).toMatchObject({ status: 'released', endedBy: 'receiver', releaseReason: 'no_food' });
    expect((await stockOf(scene)).status).toBe('withdrawn');
    expect((await eventsOf(scene)).at(-1)).toEqual(['no_food', 'receiver']);
    expect(await newestNotification(scene.giver)).toMatchObject({ kind: 'claim_no_food' });
    expect(await reportNoFood(scene)).toEqual(ended);
  });
});
