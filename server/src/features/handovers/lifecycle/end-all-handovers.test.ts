import { type HandoverSide, otherSide } from '@openlarder/domain/handovers/handover-states.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import * as accounts from '#server/features/accounts/lifecycle/account-closure.ts';
import { exportPerson, getClaim } from '#server/features/claims/claims.queries.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import * as emergency from '#server/features/emergency/requests/request-queries.ts';
import { getListing } from '#server/features/listings/listings.queries.ts';
import * as admin from '#server/features/moderation/admin/admin.service.ts';
import * as moderation from '#server/features/moderation/blocks/blocks.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import {
  handoversFixture,
  type HandoverScene,
  KINDS_AND_SIDES,
} from '#server/test/factories/handovers-fixture.ts';
import { getHandover } from '../handovers.queries.ts';
import { closePerson as endHandoversOf } from './end-all-handovers.ts';
import { completeHandover, confirmComing, disputeHandover } from './handover-actions.ts';
import { closePerson } from '#server/features/listings/lifecycle/withdraw-and-expire.ts';

const fixture = await handoversFixture();
const { ctx, clock, eventsOf, listing, newestNotification, notificationsOf, opened, person, pool, seenBy } =
  fixture;

/** The exact places that one of the two may still see. */
async function grantsLeft({ giver, receiver }: HandoverScene): Promise<unknown[]> {
  const { rows } = await pool.query(
    'select subject_type from place_grant where viewer_id = any($1) and until > $2',
    [[giver.userId, receiver.userId], clock.now()],
  );
  return rows;
}

describe('a block', () => {
  /** Under which id one side blocks the other: who helps a person without a name knows the request only. */
  const knownTo = (side: HandoverSide, { requestId, people }: HandoverScene): string =>
    (side === 'giver' && requestId) || people[otherSide(side)].userId;

  test.each(KINDS_AND_SIDES)(
    'ends a %s by the %s; the other is only notified of a release',
    async (kind, side) => {
      const scene = await opened(kind, { sharePlaceAtOnce: true });
      const { people, giver, receiver, claimId, requestId } = scene;
      const [who, other] = [people[side], people[otherSide(side)]];
      const isByRequest = side === 'giver' && requestId !== null;
      // the other direction, and a handover with another person
      const theirs = await claimListing(ctx, giver, (await listing(receiver)).id);
      const thirds = await claimListing(ctx, await person(), (await listing(giver)).id);
      await moderation.blockPerson(ctx, who, knownTo(side, scene));
      expect(await getHandover(ctx, other, scene.id)).toMatchObject({
        status: 'released',
        endedBy: side,
        releaseReason: null,
      });
      // anything with a name would reveal the requester
      expect(await getClaim(ctx, giver, theirs.id)).toMatchObject({
        status: isByRequest ? 'open' : 'released',
      });
      expect(await getClaim(ctx, giver, thirds.id)).toMatchObject({ status: 'open' });
      if (claimId)
        expect(await getClaim(ctx, receiver, claimId)).toMatchObject({
          listing: { placeShared: false },
        });
      if (scene.listingId)
        expect(await getListing(ctx, giver, scene.listingId)).toMatchObject({
          status: 'posted',
          servingsLeft: 4,
        });
      if (requestId)
        expect(await emergency.getRequest(ctx, receiver, requestId)).toMatchObject({ status: 'pending' });
      // the other person sees what a release would have shown them
      const ends = ['claim_released', 'request_released'];
      expect((await notificationsOf(other)).filter(({ kind: each }) => ends.includes(each))).toHaveLength(
        isByRequest ? 1 : 2,
      );
      expect((await notificationsOf(who)).filter(({ kind: each }) => ends.includes(each))).toEqual([]);
      expect((await eventsOf(scene)).at(-1)).toEqual(['released', side]);
    },
  );

  test.each(KINDS_AND_SIDES)(
    'ends a %s that the %s has confirmed, completed unless a helper only said so, and hides the place immediately',
    async (kind, side) => {
      const scene = await opened(kind, { sharePlaceAtOnce: true });
      const { people, giver, receiver, claimId, requestId } = scene;
      if (requestId) await fixture.reveal(receiver, requestId);
      await completeHandover(ctx, people[side], scene.id);
      clock.forward(1000);
      await moderation.blockPerson(ctx, giver, knownTo('giver', scene));
      const isOnlySaid = requestId !== null && side === 'giver';
      expect(await seenBy('receiver', scene)).toMatchObject({
        status: isOnlySaid ? 'released' : 'completed',
      });
      if (claimId)
        expect(await getClaim(ctx, receiver, claimId)).toMatchObject({
          listing: { placeShared: false },
        });
      if (requestId)
        expect(await emergency.getRequest(ctx, receiver, requestId)).toMatchObject({
          status: isOnlySaid ? 'pending' : 'fulfilled',
        });
      expect(await grantsLeft(scene)).toEqual([]);
      // what follows from one's own block is no news
      const toBlocker = (await notificationsOf(giver)).map((each) => each.kind);
      for (const news of ['handover_completed', 'request_fulfilled'] as const)
        expect(toBlocker).not.toContain(news);
      if (isOnlySaid) return;
      expect(await newestNotification(receiver)).toMatchObject({
        kind: claimId ? 'handover_completed' : 'request_fulfilled',
        actor: null,
      });
      // it can still be disputed, without a message to each other
      expect(await disputeHandover(ctx, people[otherSide(side)], scene.id)).toMatchObject({
        status: 'disputed',
      });
    },
  );
});

describe('closing an account', () => {
  test.each(KINDS_AND_SIDES)(
    'ends a %s of the %s: released, or completed where who takes the food has confirmed, or the giver of a listing',
    async (kind, side) => {
      const [unsaid, said] = [await opened(kind), await opened(kind)];
      await completeHandover(ctx, said.people[otherSide(side)], said.id);
      for (const { people } of [unsaid, said])
        await inTransaction(ctx, (tx) => accounts.closePersonAccount(tx, people[side].userId));
      const takesBack = side === 'receiver' && kind !== 'claim';
      expect(await seenBy(otherSide(side), said)).toMatchObject(
        takesBack
          ? { status: 'released', releaseReason: 'taken_back' }
          : { status: 'completed', completedBy: 'one_side' },
      );
      // once, and not of a requester whom the helper knows as a neighbor only
      const closed = takesBack ? [] : ['account_closed'];
      const events = ['handover_confirmed', takesBack ? 'request_cancelled' : 'completed_alone', ...closed];
      expect((await eventsOf(said)).slice(-events.length).map(([event]) => event)).toEqual(events);
      expect(await seenBy(otherSide(side), unsaid)).toMatchObject({
        status: 'released',
        endedBy: side,
        releaseReason: takesBack ? 'taken_back' : null,
      });
      expect((await eventsOf(unsaid)).slice(-1 - closed.length).map(([event]) => event)).toEqual([
        takesBack ? 'request_cancelled' : 'released',
        ...closed,
      ]);
      const told = (await notificationsOf(unsaid.people[otherSide(side)])).map(({ kind: each }) => each);
      expect(told).toContain(
        takesBack ? 'request_cancelled' : unsaid.claimId ? 'claim_released' : 'request_released',
      );
      if (unsaid.requestId && side === 'giver')
        expect(await emergency.getRequest(ctx, unsaid.receiver, unsaid.requestId)).toMatchObject({
          status: 'pending',
        });
    },
  );

  test('of a person with several handovers of one listing keeps its serving count', async () => {
    const donor = await person();
    const soup = await listing(donor, { estimatedServings: 5 });
    const made = [];
    for (const servings of [1, 2, 2]) made.push(await claimListing(ctx, await person(), soup.id, servings));
    await completeHandover(ctx, donor, made[1]?.handover.id ?? '');
    await inTransaction(ctx, async (tx) => {
      await endHandoversOf(tx, donor.userId);
      await closePerson(tx, donor.userId);
    });
    expect(await getListing(ctx, donor, soup.id)).toMatchObject({
      status: 'completed',
      estimatedServings: 2,
      servingsLeft: 0,
    });
  });
});

test('a deleted listing hides its address from all, including past receivers', async () => {
  const scene = await opened('claim', { sharePlaceAtOnce: true });
  const seen = () => getClaim(ctx, scene.receiver, scene.claimId ?? '');
  for (const who of [scene.giver, scene.receiver]) await completeHandover(ctx, who, scene.id);
  expect(await seen()).toMatchObject({ listing: { placeShared: true } });
  await admin.removeContent(ctx, 'listing', scene.listingId ?? '');
  clock.forward(1);
  expect(await seen()).toMatchObject({
    status: 'completed',
    listing: { placeShared: false, pickupInstructions: null },
  });
});

test.each(['claim', 'match with a claim'] as const)('a deleted listing ends its open %s', async (kind) => {
  const scene = await opened(kind);
  await admin.removeContent(ctx, 'listing', scene.listingId ?? '');
  expect(await seenBy('receiver', scene)).toMatchObject({ status: 'released', endedBy: 'giver' });
  if (scene.requestId)
    expect(await emergency.getRequest(ctx, scene.receiver, scene.requestId)).toMatchObject({
      status: 'pending',
    });
});

test('the export says how each handover ended', async () => {
  const scene = await opened();
  clock.forward(7 * HOUR_MS);
  await confirmComing(ctx, scene.receiver, scene.id);
  await completeHandover(ctx, scene.giver, scene.id);
  await disputeHandover(ctx, scene.receiver, scene.id);
  const now = clock.now().toISOString();
  const [exported] = await exportPerson(ctx, scene.receiver.userId);
  expect(exported).toMatchObject({
    id: scene.claimId,
    side: 'claimer',
    status: 'disputed',
    endedAt: now,
    comingAt: now,
    donorConfirmedAt: now,
    claimerConfirmedAt: null,
    endedBy: 'claimer',
    releaseReason: null,
    completedBy: null,
    disputedAt: now,
    disputedBy: 'claimer',
  });
});
