import type { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import { claimsFixture } from '#server/test/factories/claims-fixture.ts';
import { averageReceived, foodReceived } from './claims.queries.ts';
import { claimListing } from './create/create-claim.ts';
import { completeHandover, releaseHandover } from '#server/features/handovers/lifecycle/handover-actions.ts';
import { getListing } from '#server/features/listings/listings.queries.ts';
import { listConversations } from '#server/features/messaging/messaging.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';

const fixture = await claimsFixture();
const { ctx, clock, person, listing } = fixture;

/** The refusal a call ends in. */
async function refusalOf(call: Promise<unknown>): Promise<AppError> {
  return call.then(
    () => {
      throw new Error('it was not refused');
    },
    (error: AppError) => error,
  );
}

describe('claiming', () => {
  test('takes all servings left, opens a conversation and notifies the donor', async () => {
    const [donor, guest] = [await person('Ada', 'Okafor'), await person('Ben', 'Ito')];
    const soup = await listing(donor, { estimatedServings: 4 });
    const claim = await claimListing(ctx, guest, soup.id);
    expect(claim).toMatchObject({
      status: 'open',
      servings: 4,
      side: 'claimer',
      donor: { displayName: 'Ada' },
      listing: { status: 'claimed', pickupLocation: 'Hell’s Kitchen', placeShared: false },
    });
    expect(claim.handover.code).toMatch(/^\d{4}$/);
    const [conversation] = (await listConversations(ctx, donor)).conversations;
    expect(conversation).toMatchObject({
      id: claim.conversationId,
      // a first name until they have met
      otherUser: { firstName: 'Ben', lastName: '', email: null },
      foodListing: { title: 'Vegetable soup' },
      unreadCount: 1,
      readOnly: false,
      lastMessage: { event: 'claimed', senderId: guest.userId },
    });
    const { notifications: told } = await notifications.listNotifications(ctx, donor);
    expect(told).toMatchObject([
      {
        kind: 'listing_claimed',
        subject: { type: 'claim', id: claim.id },
        servings: { claimed: 4, shared: 4 },
      },
    ]);
  });

  test('a part leaves the rest posted; the last servings make the listing claimed', async () => {
    const [donor, first, second] = [await person(), await person(), await person()];
    const soup = await listing(donor, { estimatedServings: 5 });
    await claimListing(ctx, first, soup.id, 2);
    const { notifications: told } = await notifications.listNotifications(ctx, donor);
    expect(told).toMatchObject([{ servings: { claimed: 2, shared: 5 } }]);
    expect(await getListing(ctx, second, soup.id)).toMatchObject({
      status: 'posted',
      servingsLeft: 3,
    });
    expect(await refusalOf(claimListing(ctx, second, soup.id, 4))).toMatchObject({
      key: 'not-enough',
      params: { left: 3 },
    });
    const rest = await claimListing(ctx, second, soup.id);
    expect(rest).toMatchObject({ servings: 3, listing: { status: 'claimed' } });
  });

  test('an eleventh claim in 24 hours is refused with the waiting time; released ones count', async () => {
    const [donor, guest] = [await person(), await person()];
    const soup = await listing(donor, {
      availableUntil: new Date(clock.at + 72 * HOUR_MS).toISOString(),
      bestByDate: new Date(clock.at + 72 * HOUR_MS).toISOString(),
    });
    for (let nth = 0; nth < 10; nth++) {
      const claim = await claimListing(ctx, guest, soup.id);
      await releaseHandover(ctx, guest, claim.handover.id);
      if (nth === 0) clock.forward(3 * HOUR_MS);
    }
    const refusal = await refusalOf(claimListing(ctx, guest, soup.id));
    expect(refusal).toMatchObject({
      status: 409,
      key: 'claim-limit.day',
      params: { max: 10, waitMs: 21 * HOUR_MS },
      retryAfterSeconds: 21 * 3600,
    });
    clock.forward(21 * HOUR_MS);
    expect(await claimListing(ctx, guest, soup.id)).toMatchObject({ status: 'open' });
  });
});

test('what was received is counted in servings, whatever the food is counted in', async () => {
  const [donor, guest] = [await person(), await person()];
  const since = clock.now();
  const rolls = await listing(donor, { countedAs: 'rolls', estimatedServings: 5 });
  const { handover } = await claimListing(ctx, guest, rolls.id);
  await completeHandover(ctx, donor, handover.id, handover.code);
  expect((await foodReceived(ctx, guest.userId, since)).servings).toBe(3);
});

test('the average received is that of the time span asked about', async () => {
  const donor = await person();
  for (let nth = 0; nth < 5; nth++) {
    const { handover } = await claimListing(ctx, await person(), (await listing(donor)).id, 2);
    await completeHandover(ctx, donor, handover.id, handover.code);
  }
  clock.forward(10 * DAY_MS);
  expect(await averageReceived(ctx, 30 * DAY_MS)).toBeGreaterThan(0);
  expect(await averageReceived(ctx, DAY_MS)).toBeNull();
});
