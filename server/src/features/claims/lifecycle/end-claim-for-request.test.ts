import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { afterEach, describe, expect, test } from 'vitest';
import type { TxContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { requestClaimsFixture, lockRequest } from '#server/testing/factories/request-claims-fixture.ts';
import { brokenInvariants } from '#server/testing/factories/claims-fixture.ts';
import * as claims from '../claims.service.ts';
import * as listings from '#server/features/listings/listings.service.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';

const fixture = await requestClaimsFixture();
const { ctx, clock, ended, pool, answered } = fixture;

afterEach(async () => {
  ended.length = 0;
  expect(await brokenInvariants(pool)).toEqual([]);
});

type Answered = Awaited<ReturnType<typeof answered>>;
/** Acts on a claim as the emergency feature does: after locking the request. */
const behindRequest = ({ requestId }: Answered, act: (tx: TxContext) => Promise<unknown>) =>
  inTransaction(ctx, async (tx) => {
    await lockRequest(tx, requestId);
    return act(tx);
  });
const statusOf = async ({ requester, claimId }: Answered) =>
  (await claims.getClaim(ctx, requester, claimId)).status;
const lastEvent = async ({ requester, conversationId }: Answered) =>
  (await messaging.listMessages(ctx, requester, conversationId, { limit: 1, cursor: null })).messages[0];

type Row = {
  readonly name: string;
  readonly act: (scene: Answered) => Promise<unknown>;
  readonly status: string;
  readonly outcome: 'completed' | 'let_go';
  readonly by: 'donor' | 'requester' | null;
};
const code = async ({ requester, claimId }: Answered) =>
  (await claims.getClaim(ctx, requester, claimId)).code;
const ENDINGS: readonly Row[] = [
  {
    name: 'the donor releases it',
    act: ({ donor, claimId }) => claims.releaseClaim(ctx, donor, claimId, 'cannot_hand_over'),
    status: 'released',
    outcome: 'let_go',
    by: 'donor',
  },
  {
    name: 'the requester releases it',
    act: ({ requester, claimId }) => claims.releaseClaim(ctx, requester, claimId),
    status: 'released',
    outcome: 'let_go',
    by: 'requester',
  },
  {
    name: 'the requester finds no food',
    async act({ requester, claimId }) {
      clock.forward(HOUR_MS);
      await claims.releaseClaim(ctx, requester, claimId, 'no_food');
    },
    status: 'released',
    outcome: 'let_go',
    by: 'requester',
  },
  {
    name: 'a no-show',
    async act({ donor, claimId }) {
      clock.forward(2 * HOUR_MS);
      await claims.reportNoShow(ctx, donor, claimId);
    },
    status: 'no_show',
    outcome: 'let_go',
    by: 'donor',
  },
  {
    name: 'no confirmation',
    async act() {
      clock.forward(3 * DAY_MS);
      await claims.expireClaims(ctx);
    },
    status: 'lapsed',
    outcome: 'let_go',
    by: null,
  },
  {
    name: 'both say that it changed hands',
    async act({ donor, requester, claimId }) {
      await claims.completeClaim(ctx, donor, claimId);
      expect(ended).toEqual([]);
      await claims.completeClaim(ctx, requester, claimId);
    },
    status: 'completed',
    outcome: 'completed',
    by: 'requester',
  },
  {
    name: 'the donor enters the code',
    act: async (scene) => claims.completeClaim(ctx, scene.donor, scene.claimId, await code(scene)),
    status: 'completed',
    outcome: 'completed',
    by: 'donor',
  },
  {
    name: 'one says so, and the other nothing',
    async act({ requester, claimId }) {
      await claims.completeClaim(ctx, requester, claimId);
      clock.forward(2 * DAY_MS);
      await claims.expireClaims(ctx);
    },
    status: 'completed',
    outcome: 'completed',
    by: null,
  },
  {
    name: 'the requester disputes the donor’s confirmation',
    async act({ donor, requester, claimId }) {
      await claims.completeClaim(ctx, donor, claimId);
      await claims.disputeClaim(ctx, requester, claimId);
    },
    status: 'disputed',
    outcome: 'let_go',
    by: 'requester',
  },
  {
    name: 'the request releases it for one of the two',
    act: (scene) =>
      behindRequest(scene, (tx) => claims.releaseForPerson(tx, scene.claimId, scene.requester.userId)),
    status: 'released',
    outcome: 'let_go',
    by: 'requester',
  },
  {
    name: 'the request ends it for its silent donor',
    act: (scene) => behindRequest(scene, (tx) => claims.lapseForSilentDonor(tx, scene.claimId)),
    status: 'lapsed',
    outcome: 'let_go',
    by: null,
  },
  {
    name: 'the request ends it as the donor leaves',
    act: (scene) =>
      behindRequest(scene, (tx) => claims.endClaimForPerson(tx, scene.claimId, scene.donor.userId)),
    status: 'released',
    outcome: 'let_go',
    by: 'donor',
  },
  {
    name: 'one leaves after the other has confirmed',
    async act(scene) {
      await claims.completeClaim(ctx, scene.requester, scene.claimId);
      await behindRequest(scene, (tx) => claims.endClaimForPerson(tx, scene.claimId, scene.donor.userId));
    },
    status: 'completed',
    outcome: 'completed',
    by: null,
  },
  {
    name: 'one blocks the other',
    act: ({ donor, requester }) =>
      inTransaction(ctx, (tx) => claims.endClaimsBetween(tx, requester.userId, donor.userId)),
    status: 'released',
    outcome: 'let_go',
    by: 'requester',
  },
  {
    name: 'one closes the account',
    act: ({ donor }) => inTransaction(ctx, (tx) => claims.closePerson(tx, donor.userId)),
    status: 'released',
    outcome: 'let_go',
    by: 'donor',
  },
  {
    name: 'the listing is deleted',
    act: ({ food }) => inTransaction(ctx, (tx) => claims.deleteListing(tx, food.id)),
    status: 'released',
    outcome: 'let_go',
    by: 'donor',
  },
];

describe('the request is told once how its claim ended:', () => {
  test.each(ENDINGS)('$name', async ({ act, status, outcome, by }) => {
    const scene = await answered();
    await act(scene);
    expect(await statusOf(scene)).toBe(status);
    const { requestId, claimId } = scene;
    expect(ended).toEqual([{ requestId, claimId, outcome, endedById: by && scene[by].userId }]);
    // and nothing further once it has ended
    await behindRequest(scene, async (tx) => {
      await claims.releaseForPerson(tx, claimId, scene.donor.userId);
      await claims.lapseForSilentDonor(tx, claimId);
      await claims.endClaimForPerson(tx, claimId, scene.donor.userId);
    });
    await claims.expireClaims(ctx);
    expect(ended).toHaveLength(1);
    expect(await statusOf(scene)).toBe(status);
  });

  test('not for a claim without a request', async () => {
    const { donor, food } = await answered();
    const guest = await fixture.person();
    const { id } = await claims.claimListing(ctx, guest, food.id);
    await claims.releaseClaim(ctx, donor, id);
    expect(ended).toEqual([]);
  });

  test('not for a dispute after the end', async () => {
    const scene = await answered();
    await claims.completeClaim(ctx, scene.donor, scene.claimId, await code(scene));
    ended.length = 0;
    expect(await claims.disputeClaim(ctx, scene.requester, scene.claimId)).toMatchObject({
      status: 'disputed',
    });
    const missed = await answered();
    clock.forward(2 * HOUR_MS);
    await claims.reportNoShow(ctx, missed.donor, missed.claimId);
    ended.length = 0;
    await claims.disputeClaim(ctx, missed.requester, missed.claimId);
    expect(ended).toEqual([]);
  });

  test('or the claim has not ended', async () => {
    const { donor, food, claimId } = await answered();
    const deaf = fixture.withRequests({
      lockRequest,
      async onClaimEnded() {
        throw new Error('no');
      },
    });
    await expect(claims.releaseClaim(deaf, donor, claimId)).rejects.toThrow('no');
    expect(await claims.getClaim(ctx, donor, claimId)).toMatchObject({ status: 'open' });
    expect(await listings.getListing(ctx, donor, food.id)).toMatchObject({ servingsLeft: 1 });
  });
});

describe('released for one of the two', () => {
  test('the other is notified as for any claim, and the servings are offered again', async () => {
    const scene = await answered({ sharePlaceAtOnce: true });
    const { donor, requester, food, claimId } = scene;
    await behindRequest(scene, (tx) => claims.releaseForPerson(tx, claimId, donor.userId));
    expect((await notifications.listNotifications(ctx, requester)).notifications).toMatchObject([
      { kind: 'claim_released' },
    ]);
    expect((await notifications.listNotifications(ctx, donor)).notifications).toEqual([]);
    expect(await lastEvent(scene)).toMatchObject({ event: 'released', senderId: donor.userId });
    expect(await claims.getClaim(ctx, requester, claimId)).toMatchObject({ listing: { placeShared: false } });
    expect(await listings.getListing(ctx, donor, food.id)).toMatchObject({
      status: 'posted',
      servingsLeft: 4,
    });
  });

  test('refused once the other side has confirmed', async () => {
    const scene = await answered();
    await claims.completeClaim(ctx, scene.requester, scene.claimId);
    const letGo = behindRequest(scene, (tx) =>
      claims.releaseForPerson(tx, scene.claimId, scene.donor.userId),
    );
    await expect(letGo).rejects.toMatchObject({ status: 409, code: 'handover-said' });
    expect(await statusOf(scene)).toBe('open');
  });
});

describe('lapsed for a silent donor', () => {
  test('is announced in the conversation, which closes; the emergency feature notifies', async () => {
    const scene = await answered();
    const { donor, requester, food, claimId, conversationId } = scene;
    expect(await behindRequest(scene, (tx) => claims.lapseForSilentDonor(tx, claimId))).toBe(true);
    expect(await lastEvent(scene)).toMatchObject({ event: 'helper_silent', senderId: null });
    for (const who of [donor, requester])
      expect((await notifications.listNotifications(ctx, who)).notifications).toEqual([]);
    const { conversations } = await messaging.listConversations(ctx, requester);
    expect(conversations).toMatchObject([{ id: conversationId, readOnly: true }]);
    expect(await listings.getListing(ctx, donor, food.id)).toMatchObject({
      status: 'posted',
      servingsLeft: 4,
    });
  });

  test.each(['donor', 'requester'] as const)('never what the %s says changed hands', async (side) => {
    const scene = await answered();
    await claims.completeClaim(ctx, scene[side], scene.claimId);
    expect(await behindRequest(scene, (tx) => claims.lapseForSilentDonor(tx, scene.claimId))).toBe(false);
    expect([await statusOf(scene), ended]).toEqual(['open', []]);
  });
});
