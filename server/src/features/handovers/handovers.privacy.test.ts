import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import * as claims from '#server/features/claims/create/create-claim.ts';
import * as listings from '#server/features/listings/share/change-listing.ts';
import * as moderation from '#server/features/moderation/blocks/blocks.ts';
import { REQUESTER_ADDRESS } from '#server/test/factories/emergency-fixture.ts';
import {
  type HandoverScene,
  handoversFixture,
  KINDS_AND_SIDES,
} from '#server/test/factories/handovers-fixture.ts';
import { SECRET_ADDRESS, SECRET_INSTRUCTIONS } from '#server/test/factories/claims-fixture.ts';
import {
  completeHandover,
  disputeHandover,
  releaseHandover,
  reportNoShow,
  revealAddress,
} from './lifecycle/handover-actions.ts';
import { tellName } from './lifecycle/after-handover.ts';
import { expireHandovers } from './lifecycle/end-all-handovers.ts';

const fixture = await handoversFixture();
const { ctx, as, clock, opened, seenBy } = fixture;

const LAST_NAMES = { giver: 'Lund', receiver: 'Ito' } as const;
type Side = keyof typeof LAST_NAMES;

/** The paths at which a side reads of the handover. */
const pathsOf = ({ id, claimId, requestId }: HandoverScene): string[] => [
  `/api/handovers/${id}`,
  '/api/conversations',
  ...(claimId ? ['/api/claims?side=mine', '/api/claims?side=theirs'] : []),
  ...(requestId ? [`/api/emergency-requests/${requestId}`, '/api/emergency-requests'] : []),
];
/** Everything that a side reads of the handover. */
async function readBy(side: Side, scene: HandoverScene): Promise<string> {
  const answers = await Promise.all(pathsOf(scene).map((url) => as(scene.people[side], { url })));
  // a request that the helper has left is not theirs to read
  for (const { statusCode } of answers) expect([200, 404]).toContain(statusCode);
  expect(answers[0]?.statusCode).toBe(200);
  return answers.map(({ body }) => body).join('\n');
}
const complete = async ({ giver, receiver, id }: HandoverScene): Promise<void> => {
  for (const who of [giver, receiver]) await completeHandover(ctx, who, id);
};

describe('the last name of the other', () => {
  test.each(KINDS_AND_SIDES)('in a %s is not visible to the %s until it is completed', async (kind, side) => {
    const scene = await opened(kind);
    const others = LAST_NAMES[side === 'giver' ? 'receiver' : 'giver'];
    const [own, theirs] =
      side === 'giver' ? (['giver', 'receiver'] as const) : (['receiver', 'giver'] as const);
    expect(await readBy(side, scene)).not.toContain(others);
    const before = await seenBy(side, scene);
    const named = side === 'giver' ? (kind === 'claim' ? 'Ben' : 'A neighbor') : 'Dora';
    expect(before[theirs].displayName).toBe(named);
    expect(before[own].displayName).toBe(side === 'giver' ? 'Dora' : 'Ben');
    await complete(scene);
    // a neighbor stays one until they tell their name
    const isNeighbor = side === 'giver' && kind !== 'claim';
    expect((await readBy(side, scene)).includes(others)).toBe(!isNeighbor);
    await tellName(ctx, scene.receiver, scene.id);
    expect(await readBy(side, scene)).toContain(others);
  });

  test.each(['released', 'no_show', 'lapsed', 'disputed'] as const)(
    'is not visible after one that is %s',
    async (end) => {
      const scene = await opened();
      const { giver, receiver, id } = scene;
      if (end === 'released') await releaseHandover(ctx, giver, id);
      if (end === 'disputed') {
        await complete(scene);
        await disputeHandover(ctx, receiver, id);
      }
      if (end === 'no_show') {
        await revealAddress(ctx, giver, scene.conversationId);
        await fixture.moveTo(scene, 80);
        await reportNoShow(ctx, giver, id);
      }
      if (end === 'lapsed') {
        await fixture.moveTo(scene, 48 * 60);
        await expireHandovers(ctx);
      }
      expect(await seenBy('giver', scene)).toMatchObject({ status: end });
      expect(await readBy('giver', scene)).not.toContain(LAST_NAMES.receiver);
      expect(await readBy('receiver', scene)).not.toContain(LAST_NAMES.giver);
    },
  );

  test('is visible in all data of the two once they have met, in either direction, and not to others', async () => {
    const scene = await opened();
    await complete(scene);
    await claims.claimListing(ctx, scene.giver, (await fixture.listing(scene.receiver)).id);
    const { body } = await as(scene.giver, { url: '/api/conversations' });
    expect(body.match(/"lastName":"Ito"/g)).toHaveLength(2);
    const other = await opened();
    await releaseHandover(ctx, other.giver, other.id);
    expect(await readBy('receiver', other)).not.toContain('Lund');
  });
});

describe('one side’s confirmation', () => {
  const isNamed = async (scene: HandoverScene) =>
    (await readBy('giver', scene)).includes(LAST_NAMES.receiver);

  test('shows no name, also when it completes the handover without an answer', async () => {
    const scene = await opened();
    await completeHandover(ctx, scene.giver, scene.id);
    clock.forward(48 * HOUR_MS);
    await expireHandovers(ctx);
    expect(await seenBy('giver', scene)).toMatchObject({ completedBy: 'one_side' });
    expect(await isNamed(scene)).toBe(false);
  });

  test('shows no name when a block completes the handover', async () => {
    const scene = await opened('match');
    await completeHandover(ctx, scene.giver, scene.id);
    await moderation.blockPerson(ctx, scene.receiver, scene.giver.userId);
    expect(await isNamed(scene)).toBe(false);
  });
});

describe('places', () => {
  const reveal = async ({ people, conversationId, requestId }: HandoverScene, side: Side) => {
    // a request stores no place: it comes with the tap that shows it
    if (side === 'receiver' && requestId)
      await fixture.reveal(people.receiver, requestId, { address: REQUESTER_ADDRESS });
    return revealAddress(ctx, people[side], conversationId);
  };

  test.each([
    ['claim', 'giver', SECRET_ADDRESS],
    ['match', 'receiver', REQUESTER_ADDRESS],
    ['match with a claim', 'giver', SECRET_ADDRESS],
    ['match with a claim', 'receiver', REQUESTER_ADDRESS],
  ] as const)('of a %s: the %s’s is visible once revealed, until a release', async (kind, side, secret) => {
    const scene = await opened(kind);
    const viewer = side === 'giver' ? 'receiver' : 'giver';
    expect(await readBy(viewer, scene)).not.toContain(secret);
    expect(await seenBy(side, scene)).toMatchObject({ ownPlace: 'hidden' });
    expect(await reveal(scene, side)).toMatchObject({ ownPlace: 'revealed' });
    // idempotent
    expect(await reveal(scene, side)).toMatchObject({ ownPlace: 'revealed' });
    expect((await fixture.eventsOf(scene)).filter(([event]) => event === 'place_shared')).toHaveLength(1);
    expect(await readBy(viewer, scene)).toContain(secret);
    await releaseHandover(ctx, scene.people[viewer], scene.id);
    const after = await readBy(viewer, scene);
    for (const hidden of [secret, ...(side === 'giver' ? [SECRET_INSTRUCTIONS] : [])])
      expect(after).not.toContain(hidden);
    expect(await seenBy(side, scene)).toMatchObject({ ownPlace: 'hidden' });
  });

  test.each(['claim', 'match', 'match with a claim'] as const)(
    'of a %s stay visible for a day after it is completed',
    async (kind) => {
      const scene = await opened(kind, { sharePlaceAtOnce: true });
      const [viewer, secret] =
        kind === 'claim' ? (['receiver', SECRET_ADDRESS] as const) : (['giver', REQUESTER_ADDRESS] as const);
      if (kind !== 'claim') await reveal(scene, 'receiver');
      await complete(scene);
      clock.forward(24 * HOUR_MS - 1);
      expect(await readBy(viewer, scene)).toContain(secret);
      clock.forward(1);
      expect(await readBy(viewer, scene)).not.toContain(secret);
    },
  );

  test.each(['match', 'match with a claim'] as const)(
    'a meeting point of a %s is hidden after a release',
    async (kind) => {
      const scene = await opened(kind);
      const requestId = scene.requestId ?? '';
      await fixture.reveal(scene.receiver, requestId, {
        meetingPoint: 'The fountain in the park',
      });
      expect(await readBy('giver', scene)).toContain('The fountain');
      await releaseHandover(ctx, scene.receiver, scene.id);
      expect(await readBy('giver', scene)).not.toContain('The fountain');
    },
  );

  test('cannot be revealed by a side without one, or after the end', async () => {
    const [claim, match] = [await opened('claim'), await opened('match')];
    await expect(reveal(claim, 'receiver')).rejects.toMatchObject({ status: 403, code: 'not-yours' });
    await expect(reveal(match, 'giver')).rejects.toMatchObject({ status: 403, code: 'not-yours' });
    await releaseHandover(ctx, claim.giver, claim.id);
    await expect(reveal(claim, 'giver')).rejects.toMatchObject({ status: 409, code: 'handover-ended' });
  });
});

test.each(['claim', 'match with a claim'] as const)(
  'a later title of a %s is hidden across a block',
  async (kind) => {
    const scene = await opened(kind, {}, 1);
    await moderation.blockPerson(ctx, scene.receiver, scene.giver.userId);
    await listings.changeListing(ctx, scene.giver, scene.listingId ?? '', { title: 'For your eyes only' });
    expect(await seenBy('giver', scene)).toMatchObject({ title: 'For your eyes only' });
    expect(await seenBy('receiver', scene)).toMatchObject({ title: 'Vegetable soup' });
    expect(await readBy('receiver', scene)).not.toContain('For your eyes only');
  },
);
