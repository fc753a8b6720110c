import { otherSide } from '@openlarder/domain/handovers/handover-states.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { getClaim } from '#server/features/claims/claims.queries.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { getRequest } from '#server/features/emergency/requests/request-queries.ts';
import { expireListings } from '#server/features/listings/lifecycle/withdraw-and-expire.ts';
import { getListing } from '#server/features/listings/listings.queries.ts';
import { sendMessage } from '#server/features/messaging/messages/send-message.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { openDatabase, openSiblingPool } from '#server/platform/postgres/database.ts';
import {
  HANDOVER_KINDS,
  type HandoverScene,
  handoversFixture,
  KINDS_AND_SIDES,
  refusalOf,
} from '#server/test/factories/handovers-fixture.ts';
import { completeHandover, disputeHandover } from './handover-actions.ts';
import { expireHandovers } from './end-all-handovers.ts';

const fixture = await handoversFixture();
const { ctx, clock, eventsOf, listing, newestNotification, notificationsOf, opened, person, pool, seenBy } =
  fixture;

/** The helper has written, so that the match does not end as a silent one. */
const speak = ({ giver, conversationId }: HandoverScene) =>
  sendMessage(ctx, giver, conversationId, 'On Tuesday?');
/** Moves to so many milliseconds before the end of the window and 48 hours more. */
async function moveBeforeLapse(scene: HandoverScene, ms: number): Promise<void> {
  const { windowUntil } = await seenBy('giver', scene);
  clock.at = Date.parse(windowUntil) + 48 * HOUR_MS - ms;
}

describe('without any confirmation', () => {
  test.each(HANDOVER_KINDS)('a %s lapses 48 hours after its window, and both are notified', async (kind) => {
    const scene = await opened(kind, { sharePlaceAtOnce: true });
    const { giver, receiver, claimId, requestId, listingId } = scene;
    await speak(scene);
    await moveBeforeLapse(scene, 1);
    expect(await expireHandovers(ctx)).toBe(0);
    clock.forward(1);
    expect(await expireHandovers(ctx)).toBe(1);
    expect(await expireHandovers(ctx)).toBe(0);
    expect(await seenBy('giver', scene)).toMatchObject({
      status: 'lapsed',
      endedBy: null,
      completedBy: null,
      releaseReason: null,
    });
    expect((await eventsOf(scene)).at(-1)).toEqual(['lapsed', null]);
    expect(await newestNotification(giver)).toMatchObject({
      kind: claimId ? 'claim_lapsed' : 'request_released',
      actor: null,
    });
    // a requester is notified that their request has expired instead
    expect(await newestNotification(receiver)).toMatchObject(
      requestId ? { kind: 'request_expired' } : { kind: 'claim_lapsed', actor: null },
    );
    if (requestId)
      expect((await notificationsOf(receiver)).map((each) => each.kind)).not.toContain('claim_lapsed');
    if (kind === 'claim')
      expect(await getListing(ctx, giver, listingId ?? '')).toMatchObject({ status: 'expired' });
    if (claimId)
      expect(await getClaim(ctx, receiver, claimId)).toMatchObject({
        listing: { placeShared: false },
      });
    if (requestId) expect(await getRequest(ctx, receiver, requestId)).toMatchObject({ status: 'expired' });
    for (const who of [giver, receiver]) {
      const send = sendMessage(ctx, who, scene.conversationId, 'Hello?');
      expect(await refusalOf(send)).toMatchObject({ code: 'conversation-closed' });
      expect(await refusalOf(completeHandover(ctx, who, scene.id))).toMatchObject({
        key: 'handover-ended.lapsed',
        params: { hours: 48 },
      });
    }
  });
});

test.each(KINDS_AND_SIDES)(
  'a %s is completed by the %s’s confirmation alone 48 hours after it, and the other can still dispute it',
  async (kind, side) => {
    const scene = await opened(kind, { sharePlaceAtOnce: true });
    const { people, id, giver, receiver, claimId, requestId } = scene;
    clock.forward(2 * HOUR_MS);
    await completeHandover(ctx, people[side], id);
    clock.forward(48 * HOUR_MS - 1);
    expect(await expireHandovers(ctx)).toBe(0);
    clock.forward(1);
    expect(await expireHandovers(ctx)).toBe(1);
    expect(await expireHandovers(ctx)).toBe(0);
    expect(await seenBy('receiver', scene)).toMatchObject({
      status: 'completed',
      completedBy: 'one_side',
      endedBy: null,
      endedAt: clock.now().toISOString(),
    });
    if (claimId)
      expect(await getClaim(ctx, receiver, claimId)).toMatchObject({
        // for a day, as after any handover
        listing: { placeShared: true },
      });
    if (requestId) expect(await getRequest(ctx, receiver, requestId)).toMatchObject({ status: 'fulfilled' });
    for (const who of [giver, receiver])
      expect(await newestNotification(who)).toMatchObject({
        kind: claimId ? 'handover_completed' : 'request_fulfilled',
        actor: null,
      });
    expect((await eventsOf(scene)).at(-1)).toEqual(['completed_alone', null]);
    expect(await disputeHandover(ctx, people[otherSide(side)], id)).toMatchObject({
      status: 'disputed',
      completedBy: 'one_side',
    });
  },
);

test('a handover that fails to end does not stop the others', async () => {
  const [first, second] = [await opened(), await opened()];
  await moveBeforeLapse(second, 0);
  // as if its listing's row were locked forever, which a statement waits for as long as it may
  const other = await pool.connect();
  await other.query('begin');
  await other.query('select from food_listing where id = $1 for update', [first.listingId]);
  const impatient = openSiblingPool(pool, { lock_timeout: 500 });
  onTestFinished(() => impatient.end());
  await expect(expireHandovers({ ...ctx, db: openDatabase(impatient) })).rejects.toThrow(
    '1 due handovers failed',
  );
  expect(await seenBy('giver', second)).toMatchObject({ status: 'lapsed' });
  expect(await seenBy('giver', first)).toMatchObject({ status: 'open' });
  await other.query('rollback');
  other.release();
  expect(await expireHandovers(ctx)).toBe(1);
  expect(await seenBy('giver', first)).toMatchObject({ status: 'lapsed' });
});

test('when interrupted, changes nothing, and the next run completes it', async () => {
  const scene = await opened('claim', { sharePlaceAtOnce: true });
  await moveBeforeLapse(scene, 0);
  // both notifications come after everything written before
  const cutOff: AppContext = {
    ...ctx,
    eventLog: { ...ctx.eventLog, append: async () => Promise.reject(new Error('gone')) },
  };
  await expect(expireHandovers(cutOff)).rejects.toThrow('1 due handovers failed');
  expect(await getClaim(ctx, scene.giver, scene.claimId ?? '')).toMatchObject({
    status: 'open',
    listing: { status: 'claimed' },
  });
  expect((await eventsOf(scene)).at(-1)).toEqual(['place_shared', 'giver']);
  expect(await expireHandovers(ctx)).toBe(1);
  expect((await eventsOf(scene)).at(-1)).toEqual(['lapsed', null]);
});

test('ends more than one batch in one run', async () => {
  const bread = await listing(await person(), { estimatedServings: 30 });
  for (let nth = 0; nth < 22; nth++) await claimListing(ctx, await person(), bread.id, 1);
  clock.forward(60 * HOUR_MS);
  expect(await expireHandovers(ctx)).toBe(22);
  await expireListings(ctx);
});
