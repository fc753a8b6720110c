import type { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { brokenInvariants, claimsFixture, MIDTOWN } from '#server/testing/factories/claims-fixture.ts';
import * as claims from './claims.service.ts';
import * as listings from '#server/features/listings/listings.service.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
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
const wrongCode = (code: string | null): string => (code === '0000' ? '0001' : '0000');

afterEach(async () => {
  expect(await brokenInvariants(fixture.pool)).toEqual([]);
});

describe('claiming', () => {
  test('takes all servings left, opens a conversation and notifies the donor', async () => {
    const [donor, guest] = [await person('Ada', 'Okafor'), await person('Ben', 'Ito')];
    const soup = await listing(donor, { estimatedServings: 4 });
    const claim = await claims.claimListing(ctx, guest, soup.id);
    expect(claim).toMatchObject({
      status: 'open',
      servings: 4,
      side: 'claimer',
      donor: { displayName: 'Ada O.' },
      listing: { status: 'claimed', pickupLocation: 'Hell’s Kitchen', placeShared: false },
    });
    expect(claim.code).toMatch(/^\d{4}$/);
    const [conversation] = (await messaging.listConversations(ctx, donor)).conversations;
    expect(conversation).toMatchObject({
      id: claim.conversationId,
      otherUser: { firstName: 'Ben', lastName: 'Ito', email: null },
      foodListing: { title: 'Vegetable soup' },
      unreadCount: 1,
      readOnly: false,
      lastMessage: { event: 'claimed', senderId: guest.userId },
    });
    const { notifications: told } = await notifications.listNotifications(ctx, donor);
    expect(told).toMatchObject([{ kind: 'listing_claimed', subject: { type: 'claim', id: claim.id } }]);
  });

  test('a part leaves the rest posted; the last servings make the listing claimed', async () => {
    const [donor, first, second] = [await person(), await person(), await person()];
    const soup = await listing(donor, { estimatedServings: 5 });
    await claims.claimListing(ctx, first, soup.id, 2);
    expect(await listings.getListing(ctx, second, soup.id)).toMatchObject({
      status: 'posted',
      servingsLeft: 3,
    });
    expect((await refusalOf(claims.claimListing(ctx, second, soup.id, 4))).body()).toEqual({
      code: 'not-enough',
      message: 'Only 3 servings are left.',
    });
    const rest = await claims.claimListing(ctx, second, soup.id);
    expect(rest).toMatchObject({ servings: 3, listing: { status: 'claimed' } });
  });

  test('is idempotent while the claim is open', async () => {
    const [donor, guest] = [await person(), await person()];
    const soup = await listing(donor);
    const claim = await claims.claimListing(ctx, guest, soup.id, 1);
    expect(await claims.claimListing(ctx, guest, soup.id, 3)).toEqual(claim);
  });

  test('is refused for an own, expired or withdrawn listing, and across a block', async () => {
    const [donor, guest] = [await person(), await person()];
    const soup = await listing(donor);
    expect(await refusalOf(claims.claimListing(ctx, donor, soup.id))).toMatchObject({
      status: 409,
      code: 'own-listing',
      message: 'This is your own listing.',
    });
    const bread = await listing(donor);
    await listings.withdrawListing(ctx, donor, bread.id);
    expect(await refusalOf(claims.claimListing(ctx, guest, bread.id))).toMatchObject({ status: 404 });
    const short = await listing(donor, { availableUntil: new Date(clock.at + HOUR_MS).toISOString() });
    clock.forward(HOUR_MS);
    expect(await refusalOf(claims.claimListing(ctx, guest, short.id))).toMatchObject({
      status: 409,
      code: 'not-available',
    });
    await moderation.blockPerson(ctx, donor, guest.userId);
    expect(await refusalOf(claims.claimListing(ctx, guest, soup.id))).toMatchObject({ status: 404 });
  });

  test('a fourth open claim is refused until one of three has ended', async () => {
    const [donor, guest] = [await person(), await person()];
    const made = [];
    for (let nth = 0; nth < 3; nth++)
      made.push(await claims.claimListing(ctx, guest, (await listing(donor)).id));
    const fourth = await listing(donor);
    expect(await refusalOf(claims.claimListing(ctx, guest, fourth.id))).toMatchObject({
      status: 409,
      code: 'claim-limit',
      message: 'You have 3 open pickups. Once one is handed over or let go, you can claim again.',
    });
    await claims.releaseClaim(ctx, guest, made[0]?.id ?? '');
    expect(await claims.claimListing(ctx, guest, fourth.id)).toMatchObject({ status: 'open' });
  });

  test('an eleventh claim in 24 hours is refused with the waiting time; released ones count', async () => {
    const [donor, guest] = [await person(), await person()];
    const soup = await listing(donor, {
      availableUntil: new Date(clock.at + 72 * HOUR_MS).toISOString(),
      bestByDate: new Date(clock.at + 72 * HOUR_MS).toISOString(),
    });
    for (let nth = 0; nth < 10; nth++) {
      const claim = await claims.claimListing(ctx, guest, soup.id);
      await claims.releaseClaim(ctx, guest, claim.id);
      if (nth === 0) clock.forward(3 * HOUR_MS);
    }
    const refusal = await refusalOf(claims.claimListing(ctx, guest, soup.id));
    expect(refusal).toMatchObject({ status: 409, code: 'claim-limit', retryAfterSeconds: 21 * 3600 });
    expect(refusal.message).toContain('in 21 hours');
    clock.forward(21 * HOUR_MS);
    expect(await claims.claimListing(ctx, guest, soup.id)).toMatchObject({ status: 'open' });
  });
});

describe('releasing', () => {
  test.each(['guest', 'donor'] as const)(
    'by the %s offers the food again and closes the talk',
    async (who) => {
      const people = { donor: await person(), guest: await person() };
      const soup = await listing(people.donor, { estimatedServings: 4 });
      const claim = await claims.claimListing(ctx, people.guest, soup.id);
      clock.forward(1000);
      const released = await claims.releaseClaim(ctx, people[who], claim.id);
      expect(released).toMatchObject({ status: 'released', code: null, listing: { status: 'posted' } });
      expect(await claims.releaseClaim(ctx, people[who], claim.id)).toEqual(released);
      const other = people[who === 'guest' ? 'donor' : 'guest'];
      const { notifications: told } = await notifications.listNotifications(ctx, other);
      expect(told[0]).toMatchObject({ kind: 'claim_released', subject: { id: claim.id } });
      for (const each of [people.donor, people.guest])
        expect(
          await refusalOf(messaging.sendMessage(ctx, each, claim.conversationId, 'Hello?')),
        ).toMatchObject({
          status: 409,
          code: 'conversation-closed',
          message: 'This conversation is closed.',
        });
      const again = await claims.claimListing(ctx, people.guest, soup.id);
      expect(again.id).not.toBe(claim.id);
      expect(again.conversationId).toBe(claim.conversationId);
      await messaging.sendMessage(ctx, people.guest, claim.conversationId, 'Here I am again');
    },
  );

  test('does not reopen a listing past its time', async () => {
    const [donor, guest] = [await person(), await person()];
    const soup = await listing(donor, { estimatedServings: 4 });
    const claim = await claims.claimListing(ctx, guest, soup.id);
    clock.forward(9 * HOUR_MS);
    expect(await claims.releaseClaim(ctx, guest, claim.id)).toMatchObject({ listing: { status: 'expired' } });
  });

  test('is refused after a handover, and to a stranger', async () => {
    const [donor, guest, stranger] = [await person(), await person(), await person()];
    const claim = await claims.claimListing(ctx, guest, (await listing(donor)).id);
    expect(await refusalOf(claims.releaseClaim(ctx, stranger, claim.id))).toMatchObject({ status: 404 });
    await claims.completeClaim(ctx, donor, claim.id, claim.code);
    expect(await refusalOf(claims.releaseClaim(ctx, guest, claim.id))).toMatchObject({
      status: 409,
      code: 'claim-ended',
    });
  });
});

describe('handing over', () => {
  test('with the code from the ticket completes at once; the last handover completes the listing', async () => {
    const [donor, first, second] = [await person(), await person(), await person()];
    const soup = await listing(donor, { estimatedServings: 3 });
    const one = await claims.claimListing(ctx, first, soup.id, 1);
    const two = await claims.claimListing(ctx, second, soup.id);
    clock.forward(1000);
    expect(await claims.completeClaim(ctx, donor, one.id, one.code)).toMatchObject({
      status: 'completed',
      listing: { status: 'claimed' },
    });
    const done = await claims.completeClaim(ctx, donor, two.id, two.code);
    expect(done).toMatchObject({ status: 'completed', listing: { status: 'completed' } });
    expect(done.donorConfirmedAt).not.toBeNull();
    expect(done.claimerConfirmedAt).not.toBeNull();
    const { messages } = await messaging.listMessages(ctx, first, one.conversationId, {
      limit: 50,
      cursor: null,
    });
    expect(messages.map((message) => message.event)).toEqual(['claimed', 'completed']);
    const { notifications: told } = await notifications.listNotifications(ctx, second);
    expect(told[0]).toMatchObject({ kind: 'handover_completed' });
  });

  test.each([
    ['donor', 'guest'],
    ['guest', 'donor'],
  ] as const)('by word needs both: first the %s, then the %s', async (first, second) => {
    const people = { donor: await person(), guest: await person() };
    const claim = await claims.claimListing(ctx, people.guest, (await listing(people.donor)).id);
    clock.forward(1000);
    const half = await claims.completeClaim(ctx, people[first], claim.id);
    expect(half).toMatchObject({ status: 'open' });
    expect(half.donorConfirmedAt === null).toBe(first === 'guest');
    expect(await claims.completeClaim(ctx, people[first], claim.id)).toEqual(half);
    const { notifications: told } = await notifications.listNotifications(ctx, people[second]);
    expect(told[0]).toMatchObject({ kind: 'handover_confirmed' });
    expect(await claims.completeClaim(ctx, people[second], claim.id)).toMatchObject({ status: 'completed' });
  });

  test('counts wrong codes; five lock the code, and both sides can still confirm', async () => {
    const [donor, guest] = [await person(), await person()];
    const claim = await claims.claimListing(ctx, guest, (await listing(donor)).id);
    for (let nth = 0; nth < 5; nth++)
      expect(
        await refusalOf(claims.completeClaim(ctx, donor, claim.id, wrongCode(claim.code))),
      ).toMatchObject({
        status: 422,
        fields: { code: 'That is not the code on the ticket.' },
      });
    expect(await refusalOf(claims.completeClaim(ctx, donor, claim.id, claim.code))).toMatchObject({
      status: 409,
      code: 'code-locked',
    });
    expect(await claims.getClaim(ctx, guest, claim.id)).toMatchObject({ status: 'open', codeLocked: true });
    await claims.completeClaim(ctx, donor, claim.id);
    expect(await claims.completeClaim(ctx, guest, claim.id)).toMatchObject({ status: 'completed' });
  });

  test('shows the code to the claimer only, and accepts it from the donor only', async () => {
    const [donor, guest] = [await person(), await person()];
    const claim = await claims.claimListing(ctx, guest, (await listing(donor)).id);
    expect(await claims.getClaim(ctx, donor, claim.id)).toMatchObject({ side: 'donor', code: null });
    expect(await refusalOf(claims.completeClaim(ctx, guest, claim.id, claim.code))).toMatchObject({
      status: 403,
    });
  });
});

test('both sides’ lists have open claims first; a person’s listings depend on the viewer', async () => {
  const [donor, guest] = [await person(), await person()];
  const [soup, bread] = [await listing(donor), await listing(donor, { title: 'Bread' })];
  const first = await claims.claimListing(ctx, guest, soup.id);
  clock.forward(1000);
  const second = await claims.claimListing(ctx, guest, bread.id);
  await claims.completeClaim(ctx, donor, second.id, second.code);
  expect((await claims.listClaims(ctx, guest, 'mine')).claims.map(({ id }) => id)).toEqual([
    first.id,
    second.id,
  ]);
  expect((await claims.listClaims(ctx, donor, 'theirs')).claims.map(({ id }) => id)).toEqual([
    first.id,
    second.id,
  ]);
  expect((await claims.listClaims(ctx, guest, 'theirs')).claims).toEqual([]);
  const posted = await listing(donor, { title: 'Apples' });
  expect(
    (await claims.personListings(ctx, guest, donor.userId, 'donated')).listings.map(({ id }) => id),
  ).toEqual([posted.id]);
  expect((await claims.personListings(ctx, donor, donor.userId, 'donated')).listings).toHaveLength(3);
  expect(
    (await claims.personListings(ctx, guest, guest.userId, 'claimed')).listings.map(({ id }) => id),
  ).toEqual([bread.id, soup.id]);
  expect(await refusalOf(claims.personListings(ctx, donor, guest.userId, 'claimed'))).toMatchObject({
    status: 404,
  });
});

test('a block closes the conversation of an open claim and hides the address; the claim can still be released', async () => {
  const [donor, guest] = [await person(), await person()];
  const claim = await claims.claimListing(ctx, guest, (await listing(donor, { sharePlaceAtOnce: true })).id);
  expect(claim.listing).toMatchObject({ placeShared: true, ...MIDTOWN });
  await moderation.blockPerson(ctx, donor, guest.userId);
  for (const each of [donor, guest]) {
    expect((await messaging.listConversations(ctx, each)).conversations).toMatchObject([{ readOnly: true }]);
    expect(await refusalOf(messaging.sendMessage(ctx, each, claim.conversationId, 'Hi'))).toMatchObject({
      code: 'conversation-closed',
    });
  }
  expect(await claims.getClaim(ctx, guest, claim.id)).toMatchObject({ listing: { placeShared: false } });
  expect(await claims.releaseClaim(ctx, guest, claim.id)).toMatchObject({ status: 'released' });
});
