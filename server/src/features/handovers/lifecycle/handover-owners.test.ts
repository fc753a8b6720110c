import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { deleteListing } from '#server/features/claims/claim-handovers.ts';
import { getListing } from '#server/features/listings/listings.queries.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { brokenInvariants } from '#server/test/factories/claims-fixture.ts';
import { requestClaimsFixture } from '#server/test/factories/request-claims-fixture.ts';
import { getHandover } from '../handovers.queries.ts';
import {
  closePerson,
  endHandovers,
  endHandoversBetween,
  expireHandovers,
  lapseSilent,
  takeBack,
} from './end-all-handovers.ts';
import { completeHandover, disputeHandover, releaseHandover } from './handover-actions.ts';
import { subjectsOf } from './handover-locks.ts';

const fixture = await requestClaimsFixture();
const { ctx, clock, ended, pool, answered } = fixture;

afterEach(() => {
  ended.length = 0;
});

type Answered = Awaited<ReturnType<typeof answered>>;
const codeOf = async ({ requester, handoverId }: Answered) =>
  (await getHandover(ctx, requester, handoverId)).code;

const ENDINGS: readonly [string, (scene: Answered) => Promise<unknown>, string][] = [
  ['the giver releases it', ({ donor, handoverId }) => releaseHandover(ctx, donor, handoverId), 'released'],
  [
    'the receiver stops waiting',
    ({ requester, handoverId }) => {
      clock.forward(9 * DAY_MS);
      return releaseHandover(ctx, requester, handoverId, 'stopped_waiting');
    },
    'released',
  ],
  [
    'no side confirms it',
    () => {
      clock.forward(3 * DAY_MS);
      return expireHandovers(ctx);
    },
    'lapsed',
  ],
  [
    'both confirm it',
    async ({ donor, requester, handoverId }) => {
      await completeHandover(ctx, donor, handoverId);
      expect(ended).toEqual([]);
      await completeHandover(ctx, requester, handoverId);
    },
    'completed',
  ],
  [
    'the giver enters the code',
    async (scene) => completeHandover(ctx, scene.donor, scene.handoverId, await codeOf(scene)),
    'completed',
  ],
  [
    'one confirms it, and the other says nothing',
    async ({ requester, handoverId }) => {
      await completeHandover(ctx, requester, handoverId);
      clock.forward(2 * DAY_MS);
      await expireHandovers(ctx);
    },
    'completed',
  ],
  [
    'one disputes what the other has confirmed',
    async ({ donor, requester, handoverId }) => {
      await completeHandover(ctx, donor, handoverId);
      await disputeHandover(ctx, requester, handoverId);
    },
    'disputed',
  ],
  ['it is taken back', ({ handoverId }) => inTransaction(ctx, (tx) => takeBack(tx, handoverId)), 'released'],
  [
    'its giver is silent',
    ({ handoverId }) => inTransaction(ctx, (tx) => lapseSilent(tx, handoverId, async () => true)),
    'lapsed',
  ],
  [
    'one leaves',
    ({ handoverId }) => inTransaction(ctx, (tx) => endHandovers(tx, [handoverId], 'giver_id')),
    'released',
  ],
  [
    'one blocks the other',
    ({ donor, requester }) =>
      inTransaction(ctx, (tx) => endHandoversBetween(tx, requester.userId, donor.userId)),
    'released',
  ],
  [
    'one closes the account',
    ({ donor }) => inTransaction(ctx, (tx) => closePerson(tx, donor.userId)),
    'released',
  ],
  [
    'the listing is deleted',
    ({ food }) => inTransaction(ctx, (tx) => deleteListing(tx, food.id)),
    'released',
  ],
];

describe('the owners of a handover are called once when it ends:', () => {
  test.each(ENDINGS)('%s', async (_, end, status) => {
    const scene = await answered();
    const { donor, handoverId } = scene;
    await end(scene);
    expect(await getHandover(ctx, donor, handoverId)).toMatchObject({ status });
    expect(ended.map((row) => [row.id, row.status])).toEqual([[handoverId, status]]);
    // and nothing further once it has ended
    await inTransaction(ctx, async (tx) => {
      await takeBack(tx, handoverId);
      expect(await lapseSilent(tx, handoverId, async () => true)).toBe(false);
      await endHandovers(tx, [handoverId], 'giver_id');
    });
    await expireHandovers(ctx);
    expect(ended).toHaveLength(1);
    expect(await getHandover(ctx, donor, handoverId)).toMatchObject({ status });
    expect(await brokenInvariants(pool)).toEqual([]);
  });

  test('owners are not called for a dispute after the end', async () => {
    const scene = await answered();
    await completeHandover(ctx, scene.donor, scene.handoverId, await codeOf(scene));
    ended.length = 0;
    await disputeHandover(ctx, scene.requester, scene.handoverId);
    expect(ended).toEqual([]);
  });

  test('the handover does not end if an owner fails', async () => {
    const { donor, food, handoverId } = await answered();
    const deaf = fixture.withRequests({
      async onEnded() {
        throw new Error('no');
      },
    });
    await expect(releaseHandover(deaf, donor, handoverId)).rejects.toThrow('no');
    expect(await getHandover(ctx, donor, handoverId)).toMatchObject({ status: 'open' });
    expect(await getListing(ctx, donor, food.id)).toMatchObject({ servingsLeft: 1 });
  });
});

test('the subject is merged from all owners', async () => {
  const { handoverId, claimId, requestId, food } = await answered();
  const subjects = await subjectsOf(ctx, [handoverId, fixture.newId()]);
  expect([...subjects]).toEqual([
    [
      handoverId,
      {
        claimId,
        countedAs: null,
        listingId: food.id,
        offeredUntil: new Date(food.availableUntil),
        placeIsPublic: false,
        requestId,
        servings: 3,
        title: food.title,
        tellsReceiver: true,
      },
    ],
  ]);
});
