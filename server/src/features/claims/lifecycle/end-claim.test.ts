import type { ClaimSide } from '@openlarder/domain/claims/claim-states.ts';
import type { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { afterEach, describe, expect, test } from 'vitest';
import {
  brokenInvariants,
  claimsFixture,
  MIDTOWN,
  type TestCaller,
} from '#server/testing/factories/claims-fixture.ts';
import * as claims from '../claims.service.ts';
import * as listings from '#server/features/listings/listings.service.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';

const fixture = await claimsFixture();
const { ctx, clock, person, listing } = fixture;

afterEach(async () => {
  expect(await brokenInvariants(fixture.pool)).toEqual([]);
});

/** A donor, a claimer, and a claim on some or all of four servings; pickup starts in half an hour, for 7.5 hours. */
async function claimed(servings?: number, changes: Parameters<typeof listing>[1] = {}) {
  const [donor, claimer] = [await person('Ada', 'Okafor'), await person('Ben', 'Ito')];
  const soup = await listing(donor, changes);
  const claim = await claims.claimListing(ctx, claimer, soup.id, servings);
  const people: Record<ClaimSide, TestCaller> = { donor, claimer };
  return { donor, claimer, people, soup, claim };
}
const refusalOf = (call: Promise<unknown>): Promise<AppError> =>
  call.then(
    () => {
      throw new Error('it was not refused');
    },
    (error: AppError) => error,
  );
const eventsIn = async (who: TestCaller, conversationId: string) =>
  (await messaging.listMessages(ctx, who, conversationId, { limit: 50, cursor: null })).messages.map(
    ({ event, senderId }) => [event, senderId],
  );
const toldTo = async (who: TestCaller) => (await notifications.listNotifications(ctx, who)).notifications[0];

describe('releasing with a reason', () => {
  test.each([
    ['donor', 'cannot_hand_over', 'posted'],
    ['donor', 'no_answer', 'posted'],
    ['donor', 'other', 'posted'],
    ['donor', 'food_gone', 'withdrawn'],
    ['claimer', 'cannot_come', 'posted'],
    ['claimer', 'no_longer_needed', 'posted'],
    ['claimer', 'other', 'posted'],
  ] as const)('the %s says %s: it is kept, and the food is %s', async (side, reason, status) => {
    const { people, donor, soup, claim } = await claimed();
    clock.forward(MINUTE_MS);
    const released = await claims.releaseClaim(ctx, people[side], claim.id, reason);
    expect(released).toMatchObject({ status: 'released', endedBy: side, releaseReason: reason });
    expect(await listings.getListing(ctx, donor, soup.id)).toMatchObject({ status, servingsLeft: 4 });
    const other = people[side === 'donor' ? 'claimer' : 'donor'];
    expect(await toldTo(other)).toMatchObject({ kind: 'claim_released', subject: { id: claim.id } });
  });

  test('is idempotent, whatever the second reason', async () => {
    const { donor, claimer, claim } = await claimed();
    const released = await claims.releaseClaim(ctx, claimer, claim.id, 'cannot_come');
    expect(await claims.releaseClaim(ctx, claimer, claim.id, 'other')).toEqual(released);
    expect(await claims.releaseClaim(ctx, donor, claim.id)).toMatchObject({ releaseReason: 'cannot_come' });
  });

  test.each([
    ['donor', 'cannot_come'],
    ['donor', 'no_food'],
    ['claimer', 'food_gone'],
  ] as const)('the %s cannot say %s', async (side, reason) => {
    const { people, claim } = await claimed();
    expect(await refusalOf(claims.releaseClaim(ctx, people[side], claim.id, reason))).toMatchObject({
      status: 422,
      fields: { reason: 'Please choose a reason of your own side' },
    });
    expect(await claims.getClaim(ctx, people[side], claim.id)).toMatchObject({ status: 'open' });
  });

  test('is refused once the other side has confirmed the handover', async () => {
    const { donor, claimer, claim } = await claimed();
    await claims.completeClaim(ctx, donor, claim.id);
    expect(await refusalOf(claims.releaseClaim(ctx, claimer, claim.id, 'cannot_come'))).toMatchObject({
      status: 409,
      code: 'handover-said',
      message: 'The other side says that the food changed hands. Please confirm it, or object.',
    });
    // one's own confirmation can be withdrawn
    expect(await claims.releaseClaim(ctx, donor, claim.id)).toMatchObject({ status: 'released' });
  });

  test('food that is gone leaves the rest of the listing posted', async () => {
    const { donor, soup, claim } = await claimed(3);
    await claims.releaseClaim(ctx, donor, claim.id, 'food_gone');
    expect(await listings.getListing(ctx, donor, soup.id)).toMatchObject({
      status: 'posted',
      servingsLeft: 1,
      estimatedServings: 1,
    });
  });
});

describe('no food', () => {
  test('is reported by the claimer, and the servings are not offered again', async () => {
    const { donor, claimer, soup, claim } = await claimed();
    expect(await refusalOf(claims.releaseClaim(ctx, claimer, claim.id, 'no_food'))).toMatchObject({
      status: 409,
      code: 'too-early',
      retryAfterSeconds: 30 * 60,
      message: 'Pickup begins in 30 minutes. From then on you can say that there was no food.',
    });
    clock.forward(HOUR_MS);
    const ended = await claims.releaseClaim(ctx, claimer, claim.id, 'no_food');
    expect(ended).toMatchObject({ status: 'released', endedBy: 'claimer', releaseReason: 'no_food' });
    expect(await listings.getListing(ctx, donor, soup.id)).toMatchObject({ status: 'withdrawn' });
    expect((await eventsIn(donor, claim.conversationId)).at(-1)).toEqual(['no_food', claimer.userId]);
    expect(await toldTo(donor)).toMatchObject({ kind: 'claim_no_food', actor: { displayName: 'Ben I.' } });
    expect(await claims.releaseClaim(ctx, claimer, claim.id, 'no_food')).toEqual(ended);
  });

  test('of one part does not affect the others', async () => {
    const { donor, claimer, soup, claim } = await claimed(1);
    const other = await person();
    const theirs = await claims.claimListing(ctx, other, soup.id, 3);
    clock.forward(HOUR_MS);
    await claims.releaseClaim(ctx, claimer, claim.id, 'no_food');
    expect(await listings.getListing(ctx, donor, soup.id)).toMatchObject({
      status: 'claimed',
      estimatedServings: 3,
    });
    await claims.completeClaim(ctx, donor, theirs.id, theirs.code);
    expect(await listings.getListing(ctx, donor, soup.id)).toMatchObject({ status: 'completed' });
  });
});

describe('a no-show', () => {
  test('can be reported an hour into the pickup; the servings are offered again', async () => {
    const { donor, claimer, soup, claim } = await claimed(undefined, { sharePlaceAtOnce: true });
    clock.forward(89 * MINUTE_MS);
    expect(await refusalOf(claims.reportNoShow(ctx, donor, claim.id))).toMatchObject({
      status: 409,
      code: 'too-early',
      retryAfterSeconds: 60,
      message: 'Please give them a little longer. In 1 minute you can say that nobody came.',
    });
    expect(await refusalOf(claims.reportNoShow(ctx, claimer, claim.id))).toMatchObject({
      status: 403,
      code: 'not-yours',
      message: 'Only the person who shares this food can do that.',
    });
    clock.forward(MINUTE_MS);
    const ended = await claims.reportNoShow(ctx, donor, claim.id);
    expect(ended).toMatchObject({ status: 'no_show', endedBy: 'donor', listing: { status: 'posted' } });
    expect(await claims.reportNoShow(ctx, donor, claim.id)).toEqual(ended);
    expect(await claims.getClaim(ctx, claimer, claim.id)).toMatchObject({
      code: null,
      listing: { placeShared: false, pickupLocation: 'Hell’s Kitchen' },
    });
    expect((await eventsIn(claimer, claim.conversationId)).at(-1)).toEqual(['no_show', donor.userId]);
    expect(await toldTo(claimer)).toMatchObject({ kind: 'claim_no_show', subject: { id: claim.id } });
    expect(await refusalOf(claims.releaseClaim(ctx, claimer, claim.id))).toMatchObject({
      code: 'claim-ended',
      message: 'This claim has ended: its donor said that nobody came.',
    });
    // another person gets them
    expect(await claims.claimListing(ctx, await person(), soup.id)).toMatchObject({ servings: 4 });
    // the two may write for as long as it can be disputed
    const isReadOnly = async () =>
      (await messaging.listConversations(ctx, claimer)).conversations[0]?.readOnly;
    expect(await isReadOnly()).toBe(false);
    clock.forward(48 * HOUR_MS);
    expect(await isReadOnly()).toBe(true);
  });

  test('past the listing’s time does not offer the servings again', async () => {
    const { donor, soup, claim } = await claimed();
    clock.forward(8 * HOUR_MS);
    await claims.reportNoShow(ctx, donor, claim.id);
    expect(await listings.getListing(ctx, donor, soup.id)).toMatchObject({ status: 'expired' });
  });

  test('cannot be reported of a person who has confirmed the handover', async () => {
    const { donor, claimer, claim } = await claimed();
    await claims.completeClaim(ctx, claimer, claim.id);
    clock.forward(8 * HOUR_MS);
    expect(await refusalOf(claims.reportNoShow(ctx, donor, claim.id))).toMatchObject({
      code: 'handover-said',
    });
  });

  test('an extended pickup delays neither the report nor the lapse beyond its new end', async () => {
    const { donor, claim, soup } = await claimed(2, {
      availableFrom: new Date(clock.at).toISOString(),
      availableUntil: new Date(clock.at + 40 * MINUTE_MS).toISOString(),
    });
    clock.forward(30 * MINUTE_MS);
    await listings.changeListing(ctx, donor, soup.id, {
      availableUntil: new Date(clock.at + 5 * HOUR_MS).toISOString(),
    });
    clock.forward(29 * MINUTE_MS);
    // the earlier end of the window would have been early enough
    expect(await refusalOf(claims.reportNoShow(ctx, donor, claim.id))).toMatchObject({ code: 'too-early' });
    clock.forward(MINUTE_MS);
    expect(await claims.reportNoShow(ctx, donor, claim.id)).toMatchObject({ status: 'no_show' });
  });
});

describe('"Can you still make it?"', () => {
  test('is answered once, from the question until the end of the pickup', async () => {
    const { donor, claimer, claim } = await claimed(undefined, {
      availableFrom: new Date(clock.at + 3 * HOUR_MS).toISOString(),
    });
    expect(await refusalOf(claims.confirmComing(ctx, claimer, claim.id))).toMatchObject({
      code: 'too-early',
      message: 'There is nothing to answer yet. In 2 hours we ask whether you can still make it.',
    });
    clock.forward(2 * HOUR_MS);
    expect(await refusalOf(claims.confirmComing(ctx, donor, claim.id))).toMatchObject({
      status: 403,
      message: 'Only the person who comes for this food can do that.',
    });
    const coming = await claims.confirmComing(ctx, claimer, claim.id);
    expect(coming).toMatchObject({ status: 'open', comingAt: new Date(clock.at).toISOString() });
    clock.forward(MINUTE_MS);
    expect(await claims.confirmComing(ctx, claimer, claim.id)).toEqual(coming);
    expect(await eventsIn(donor, claim.conversationId)).toEqual([
      ['claimed', claimer.userId],
      ['coming', claimer.userId],
    ]);
    expect(await toldTo(donor)).toMatchObject({ kind: 'claimer_coming' });
  });

  test('cannot be answered after the pickup', async () => {
    const { claimer, claim } = await claimed();
    clock.forward(8 * HOUR_MS);
    expect(await refusalOf(claims.confirmComing(ctx, claimer, claim.id))).toMatchObject({
      code: 'too-late',
      message: 'The pickup is over. Please say whether the food changed hands.',
    });
  });
});

describe('a withdrawn listing', () => {
  test('offers released servings to no one, and becomes withdrawn with its last claim', async () => {
    const { donor, claimer, soup, claim } = await claimed(1);
    const second = await person();
    const theirs = await claims.claimListing(ctx, second, soup.id, 2);
    const withdrawn = await listings.withdrawListing(ctx, donor, soup.id);
    expect(withdrawn).toMatchObject({ status: 'claimed', estimatedServings: 3 });
    expect(await listings.withdrawListing(ctx, donor, soup.id)).toEqual(withdrawn);
    await claims.releaseClaim(ctx, claimer, claim.id, 'cannot_come');
    expect(await listings.getListing(ctx, donor, soup.id)).toMatchObject({
      status: 'claimed',
      estimatedServings: 2,
    });
    clock.forward(2 * HOUR_MS);
    await claims.reportNoShow(ctx, donor, theirs.id);
    expect(await listings.getListing(ctx, donor, soup.id)).toMatchObject({ status: 'withdrawn' });
    expect(await refusalOf(claims.claimListing(ctx, await person(), soup.id))).toMatchObject({ status: 404 });
  });

  test('is completed where some was handed over', async () => {
    const { donor, claimer, soup, claim } = await claimed(1);
    const theirs = await claims.claimListing(ctx, await person(), soup.id, 2);
    await listings.withdrawListing(ctx, donor, soup.id);
    await claims.completeClaim(ctx, donor, theirs.id, theirs.code);
    await claims.releaseClaim(ctx, claimer, claim.id);
    expect(await listings.getListing(ctx, donor, soup.id)).toMatchObject({
      status: 'completed',
      estimatedServings: 2,
    });
  });
});

test('completed_by is both or code; the address stays visible for one day', async () => {
  const byCode = await claimed(undefined, { sharePlaceAtOnce: true });
  await claims.completeClaim(ctx, byCode.donor, byCode.claim.id, byCode.claim.code);
  const byBoth = await claimed();
  await claims.completeClaim(ctx, byBoth.donor, byBoth.claim.id);
  await claims.completeClaim(ctx, byBoth.claimer, byBoth.claim.id);
  const seen = () => claims.getClaim(ctx, byCode.claimer, byCode.claim.id);
  expect(await seen()).toMatchObject({ completedBy: 'code', endedBy: null, listing: MIDTOWN });
  expect(await claims.getClaim(ctx, byBoth.donor, byBoth.claim.id)).toMatchObject({
    completedBy: 'both',
    endedBy: null,
  });
  clock.forward(24 * HOUR_MS);
  expect(await seen()).toMatchObject({ listing: { placeShared: false } });
});
