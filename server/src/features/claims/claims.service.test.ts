import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import { claimsFixture, MIDTOWN } from '#server/test/factories/claims-fixture.ts';
import { averageReceived, foodReceived, getClaim, listClaims, personListings } from './claims.queries.ts';
import { claimListing } from './create/create-claim.ts';
import { getHandover } from '#server/features/handovers/handovers.queries.ts';
import {
  completeHandover,
  disputeHandover,
  releaseHandover,
  reportNoShow,
} from '#server/features/handovers/lifecycle/handover-actions.ts';
import { withdrawListing } from '#server/features/listings/lifecycle/withdraw-and-expire.ts';
import { getListing } from '#server/features/listings/listings.queries.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { sendMessage } from '#server/features/messaging/messages/send-message.ts';
import { listConversations } from '#server/features/messaging/messaging.service.ts';
import * as moderation from '#server/features/moderation/blocks/blocks.ts';
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

  test('is refused for an own, expired or withdrawn listing, and across a block', async () => {
    const [donor, guest] = [await person(), await person()];
    const soup = await listing(donor);
    expect(await refusalOf(claimListing(ctx, donor, soup.id))).toMatchObject({
      status: 409,
      key: 'own-listing',
    });
    const bread = await listing(donor);
    await withdrawListing(ctx, donor, bread.id);
    expect(await refusalOf(claimListing(ctx, guest, bread.id))).toMatchObject({ status: 404 });
    const short = await listing(donor, { availableUntil: new Date(clock.at + HOUR_MS).toISOString() });
    clock.forward(HOUR_MS);
    expect(await refusalOf(claimListing(ctx, guest, short.id))).toMatchObject({
      status: 409,
      code: 'not-available',
    });
    await moderation.blockPerson(ctx, donor, guest.userId);
    expect(await refusalOf(claimListing(ctx, guest, soup.id))).toMatchObject({ status: 404 });
  });

  test('a fourth open claim is refused until one of three has ended', async () => {
    const [donor, guest] = [await person(), await person()];
    const made = [];
    for (let nth = 0; nth < 3; nth++) made.push(await claimListing(ctx, guest, (await listing(donor)).id));
    const fourth = await listing(donor);
    expect(await refusalOf(claimListing(ctx, guest, fourth.id))).toMatchObject({
      status: 409,
      key: 'claim-limit.open',
      params: { max: 3 },
    });
    await releaseHandover(ctx, guest, made[0]?.handover.id ?? '');
    expect(await claimListing(ctx, guest, fourth.id)).toMatchObject({ status: 'open' });
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

test.each([
  ['read', (who: Caller, { handover }: Claim) => getHandover(ctx, who, handover.id)],
  ['released', (who: Caller, { handover }: Claim) => releaseHandover(ctx, who, handover.id)],
  ['completed', (who: Caller, { handover }: Claim) => completeHandover(ctx, who, handover.id)],
  ['reported', (who: Caller, { handover }: Claim) => reportNoShow(ctx, who, handover.id)],
  ['disputed', (who: Caller, { handover }: Claim) => disputeHandover(ctx, who, handover.id)],
] as const)('another person’s claim cannot be %s', async (_what, act) => {
  const [donor, guest, stranger] = [await person(), await person(), await person()];
  const claim = await claimListing(ctx, guest, (await listing(donor)).id);
  expect(await refusalOf(act(stranger, claim))).toMatchObject({ status: 404 });
});

test('both sides’ lists have open claims first; a person’s listings depend on the viewer', async () => {
  const [donor, guest] = [await person(), await person()];
  const [soup, bread] = [await listing(donor), await listing(donor, { title: 'Bread' })];
  const first = await claimListing(ctx, guest, soup.id);
  clock.forward(1000);
  const second = await claimListing(ctx, guest, bread.id);
  await completeHandover(ctx, donor, second.handover.id, second.handover.code);
  expect((await listClaims(ctx, guest, 'mine')).claims.map(({ id }) => id)).toEqual([first.id, second.id]);
  expect((await listClaims(ctx, donor, 'theirs')).claims.map(({ id }) => id)).toEqual([first.id, second.id]);
  expect((await listClaims(ctx, guest, 'theirs')).claims).toEqual([]);
  const posted = await listing(donor, { title: 'Apples' });
  expect((await personListings(ctx, guest, donor.userId, 'donated')).listings.map(({ id }) => id)).toEqual([
    posted.id,
  ]);
  expect((await personListings(ctx, donor, donor.userId, 'donated')).listings).toHaveLength(3);
  expect((await personListings(ctx, guest, guest.userId, 'claimed')).listings.map(({ id }) => id)).toEqual([
    bread.id,
    soup.id,
  ]);
  expect(await refusalOf(personListings(ctx, donor, guest.userId, 'claimed'))).toMatchObject({
    status: 404,
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

test('a block closes the conversation of an open claim and hides the address; the claim can still be released', async () => {
  const [donor, guest] = [await person(), await fixture.member()];
  const claim = await claimListing(ctx, guest, (await listing(donor, { sharePlaceAtOnce: true })).id);
  expect(claim.listing).toMatchObject({ placeShared: true, ...MIDTOWN });
  await moderation.blockPerson(ctx, donor, guest.userId);
  for (const each of [donor, guest]) {
    expect((await listConversations(ctx, each)).conversations).toMatchObject([{ readOnly: true }]);
    expect(await refusalOf(sendMessage(ctx, each, claim.conversationId, 'Hi'))).toMatchObject({
      code: 'conversation-closed',
    });
  }
  expect(await getClaim(ctx, guest, claim.id)).toMatchObject({ listing: { placeShared: false } });
  expect(await releaseHandover(ctx, guest, claim.handover.id)).toMatchObject({
    status: 'released',
  });
});
