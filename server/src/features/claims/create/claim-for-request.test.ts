import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { requestClaimsFixture } from '#server/test/factories/request-claims-fixture.ts';
import { SECRET_ADDRESS, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { getClaim } from '../claims.queries.ts';
import { claimForRequest } from './claim-for-request.ts';
import { claimLimits, claimListing } from './create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import { withdrawListing } from '#server/features/listings/lifecycle/withdraw-and-expire.ts';
import { getListing } from '#server/features/listings/listings.queries.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';

const fixture = await requestClaimsFixture();
const { ctx, clock, db, ended, person, listing } = fixture;
const { request, answer, answered } = fixture;

afterEach(() => {
  ended.length = 0;
});

const eventsIn = async (who: TestCaller, conversationId: string) =>
  (await messaging.listMessages(ctx, who, conversationId, { limit: 20, cursor: null })).messages.map(
    ({ event, senderId }) => [event, senderId],
  );
const toldOf = async (who: TestCaller) =>
  (await notifications.listNotifications(ctx, who)).notifications.map(({ kind }) => kind);

describe('a claim for a request', () => {
  test('belongs to the requester, names the request, and is announced by the donor', async () => {
    const { donor, requester, food, requestId, claimId, handoverId, conversationId } = await answered();
    const claim = await getClaim(ctx, requester, claimId);
    expect(claim).toMatchObject({
      status: 'open',
      side: 'claimer',
      servings: 3,
      conversationId,
      emergencyRequestId: requestId,
      handover: { id: handoverId, code: expect.stringMatching(/^\d{4}$/) },
      listing: { id: food.id, placeShared: false, pickupLocation: 'Hell’s Kitchen' },
    });
    expect(await getClaim(ctx, donor, claimId)).toMatchObject({
      side: 'donor',
      handover: { code: null },
    });
    expect(await getListing(ctx, donor, food.id)).toMatchObject({
      status: 'posted',
      servingsLeft: 1,
    });
    expect(await eventsIn(requester, conversationId)).toEqual([['request_matched', donor.userId]]);
    const { conversations } = await messaging.listConversations(ctx, requester);
    expect(conversations).toMatchObject([
      { id: conversationId, foodListing: { id: food.id }, emergencyRequest: null, readOnly: false },
    ]);
    // other people are notified by the emergency feature
    expect([await toldOf(donor), await toldOf(requester)]).toEqual([[], []]);
    expect(ended).toEqual([]);
  });

  test('takes the given servings, or as many as the household needs and are left', async () => {
    const [donor, requester] = [await person(), await person()];
    const food = await listing(donor, { estimatedServings: 5 });
    const told = await answer(await request(requester), { donor, requester, food }, 4);
    expect(await getClaim(ctx, donor, told.claimId)).toMatchObject({ servings: 4 });
    const next = await person();
    const rest = await answer(await request(next), { donor, requester: next, food });
    expect(await getClaim(ctx, donor, rest.claimId)).toMatchObject({ servings: 1 });
    expect(await getListing(ctx, donor, food.id)).toMatchObject({
      status: 'claimed',
      servingsLeft: 0,
    });
  });

  test('reveals the address immediately where the listing does so', async () => {
    const { donor, requester, claimId, conversationId } = await answered({ sharePlaceAtOnce: true });
    expect(await getClaim(ctx, requester, claimId)).toMatchObject({
      listing: { placeShared: true, pickupLocation: SECRET_ADDRESS },
    });
    expect(await eventsIn(requester, conversationId)).toEqual([
      ['request_matched', donor.userId],
      ['place_shared', donor.userId],
    ]);
  });

  test('can be made again for the same request after a release, in the same conversation', async () => {
    const { donor, requester, food, requestId, claimId, handoverId, conversationId } = await answered();
    await handovers.releaseHandover(ctx, donor, handoverId);
    const [before] = (await messaging.listConversations(ctx, requester)).conversations;
    expect(before).toMatchObject({ id: conversationId, readOnly: true });
    const again = await answer(requestId, { donor, requester, food });
    expect(again.conversationId).toBe(conversationId);
    expect(again.claimId).not.toBe(claimId);
    const [now] = (await messaging.listConversations(ctx, requester)).conversations;
    expect(now).toMatchObject({ id: conversationId, readOnly: false });
  });
});

describe('a claim for a request is refused', () => {
  const refusal = async (
    between: { donor: TestCaller; requester: TestCaller; food: { id: string } },
    servings: number | null = null,
  ) => {
    const requestId = await request(between.requester);
    return answer(requestId, between, servings).catch((reason: unknown) => reason);
  };
  async function scene(changes: Parameters<typeof listing>[1] = {}) {
    const [donor, requester] = [await person(), await person()];
    return { donor, requester, food: await listing(donor, changes) };
  }

  test('for a listing of another donor, or a missing one', async () => {
    const { requester, food } = await scene();
    const helper = await person();
    expect(await refusal({ donor: helper, requester, food })).toMatchObject({ status: 404 });
    const nothing = { id: '01989c2e-0000-7000-8000-000000000000' };
    expect(await refusal({ donor: helper, requester: await person(), food: nothing })).toMatchObject({
      status: 404,
    });
  });

  test('for a listing that is claimed, withdrawn or expired', async () => {
    const gone = await scene();
    await claimListing(ctx, await person(), gone.food.id);
    expect(await refusal(gone)).toMatchObject({ status: 409, code: 'not-available' });
    const back = await scene();
    await withdrawListing(ctx, back.donor, back.food.id);
    expect(await refusal(back)).toMatchObject({ status: 409, code: 'not-available' });
    const over = await scene();
    clock.forward(8 * HOUR_MS);
    expect(await refusal(over)).toMatchObject({ status: 409, code: 'not-available' });
  });

  test('for more servings than are left, with their number', async () => {
    const little = await scene();
    await claimListing(ctx, await person(), little.food.id, 2);
    expect(await refusal(little, 3)).toMatchObject({
      status: 409,
      key: 'not-enough',
      params: { left: 2 },
    });
  });

  test('for a fault of the listing, whether or not the requester has claimed it', async () => {
    const twice = await scene();
    await claimListing(ctx, twice.requester, twice.food.id, 1);
    expect(await refusal(twice, 4)).toMatchObject({ key: 'not-enough', params: { left: 3 } });
    await db.updateTable('emergency_request').set({ status: 'expired', ended_at: clock.now() }).execute();
    await claimListing(ctx, await person(), twice.food.id);
    expect(await refusal(twice)).toMatchObject({ key: 'not-available.all-claimed' });
  });
});

describe('no claim is made, since it would reveal the requester,', () => {
  const answeredWithout = (
    requestId: string,
    { donor, requester, food }: { donor: TestCaller; requester: TestCaller; food: { id: string } },
  ) =>
    inTransaction(ctx, (tx) =>
      claimForRequest(tx, {
        requestId,
        listingId: food.id,
        donorId: donor.userId,
        requesterId: requester.userId,
        servings: null,
        householdSize: 3,
      }),
    );

  test.each(['open', 'released'])('of a listing that the requester has claimed: %s', async (state) => {
    const [donor, requester] = [await person(), await person()];
    const food = await listing(donor);
    const claim = await claimListing(ctx, requester, food.id, 1);
    if (state === 'released') await handovers.releaseHandover(ctx, requester, claim.handover.id);
    const { servingsLeft } = await getListing(ctx, donor, food.id);
    expect(await answeredWithout(await request(requester), { donor, requester, food })).toBeNull();
    expect(await getListing(ctx, donor, food.id)).toMatchObject({ servingsLeft });
  });

  test('of a listing that was given for an earlier request of theirs', async () => {
    const scene = await answered();
    await handovers.releaseHandover(ctx, scene.donor, scene.handoverId);
    await db.updateTable('emergency_request').set({ status: 'expired', ended_at: clock.now() }).execute();
    expect(await answeredWithout(await request(scene.requester), scene)).toBeNull();
  });
});

describe('limits', () => {
  const give = async (requester: TestCaller) => {
    const donor = await person();
    const { handoverId } = await answer(await request(requester), {
      donor,
      requester,
      food: await listing(donor),
    });
    await db.updateTable('emergency_request').set({ status: 'expired', ended_at: clock.now() }).execute();
    return { donor, handoverId };
  };

  test('are not affected: neither open claims nor the day’s count it, and none refuses it', async () => {
    const requester = await person();
    for (let nth = 0; nth < 3; nth++) await claimListing(ctx, requester, (await listing(await person())).id);
    const { handoverId } = await give(requester);
    expect(await claimLimits(ctx, requester)).toMatchObject({ openClaims: 3, claimsInLastDay: 3 });
    await handovers.releaseHandover(ctx, requester, handoverId);

    const hungry = await person();
    for (let nth = 0; nth < 4; nth++) await give(hungry);
    expect(await claimLimits(ctx, hungry)).toMatchObject({ openClaims: 0, claimsInLastDay: 0 });
    for (let nth = 0; nth < 3; nth++) await claimListing(ctx, hungry, (await listing(await person())).id);
    await expect(claimListing(ctx, hungry, (await listing(await person())).id)).rejects.toMatchObject({
      code: 'claim-limit',
    });
  });

  test('are not affected by a pickup of it: it cannot be reported as missed', async () => {
    const { donor, handoverId } = await give(await person());
    clock.forward(24 * HOUR_MS);
    await expect(handovers.reportNoShow(ctx, donor, handoverId)).rejects.toMatchObject({
      code: 'not-counted',
    });
  });

  test('of the donor are not affected', async () => {
    const { donor } = await answered();
    expect(await claimLimits(ctx, donor)).toMatchObject({ openClaims: 0, claimsInLastDay: 0 });
  });
});
