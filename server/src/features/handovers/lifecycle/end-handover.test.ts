import { otherSide } from '@openlarder/domain/handovers/handover-states.ts';
import { errorText } from '@openlarder/domain/kernel/app-error.ts';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import * as emergency from '#server/features/emergency/requests/request-queries.ts';
import { withdrawListing } from '#server/features/listings/lifecycle/withdraw-and-expire.ts';
import { getListing } from '#server/features/listings/listings.queries.ts';
import {
  HANDOVER_KINDS,
  type HandoverScene,
  handoversFixture,
  KINDS_AND_SIDES,
  refusalOf,
} from '#server/test/factories/handovers-fixture.ts';
import * as handovers from './handover-actions.ts';

const fixture = await handoversFixture();
const { ctx, clock, eventsOf, listing, member, moveTo, newestNotification, notificationsOf } = fixture;
const { opened, person, pool, seenBy } = fixture;

const listingOf = ({ giver, listingId }: HandoverScene) => getListing(ctx, giver, listingId ?? '');
const requestOf = ({ receiver, requestId }: HandoverScene) =>
  emergency.getRequest(ctx, receiver, requestId ?? '');
const codeOf = async (scene: HandoverScene) => (await seenBy('receiver', scene)).code ?? '';
const wrong = (code: string): string => (code === '0000' ? '1111' : '0000');

describe('releasing', () => {
  const plain = KINDS_AND_SIDES.map(([kind, side]) => [kind, side, null] as const);

  test.each([...plain, ['claim', 'giver', 'food_gone'], ['claim', 'receiver', 'cannot_come']] as const)(
    'a %s by the %s for %s stores the reason and notifies the other',
    async (kind, side, reason) => {
      const scene = await opened(kind);
      const { people, id, claimId, requestId } = scene;
      clock.forward(MINUTE_MS);
      const released = await handovers.releaseHandover(ctx, people[side], id, reason);
      expect(released).toMatchObject({
        status: 'released',
        endedBy: side,
        releaseReason: reason,
        endedAt: clock.now().toISOString(),
        code: null,
      });
      expect((await eventsOf(scene)).at(-1)).toEqual(['released', side]);
      const ended = (await notificationsOf(people[otherSide(side)])).filter(({ kind: each }) =>
        ['claim_released', 'request_released'].includes(each),
      );
      expect(ended).toMatchObject([
        claimId
          ? { kind: 'claim_released', subject: { type: 'claim', id: claimId } }
          : { kind: 'request_released', subject: { type: 'request', id: requestId } },
      ]);
      if (claimId)
        expect(await listingOf(scene)).toMatchObject(
          reason === 'food_gone'
            ? { status: 'withdrawn', servingsLeft: 4 }
            : { status: 'posted', servingsLeft: 4 },
        );
      if (requestId) expect(await requestOf(scene)).toMatchObject({ status: 'pending', match: null });
    },
  );

  test('food that is gone leaves the rest of the listing posted', async () => {
    const scene = await opened('claim', {}, 3);
    await handovers.releaseHandover(ctx, scene.giver, scene.id, 'food_gone');
    expect(await listingOf(scene)).toMatchObject({
      status: 'posted',
      servingsLeft: 1,
      estimatedServings: 1,
    });
  });

  test('a request that the helper finds not genuine is reported to the admins; the requester sees no reason', async () => {
    const scene = await opened('match');
    const { giver, receiver, id, requestId } = scene;
    await handovers.releaseHandover(ctx, giver, id, 'not_genuine');
    expect(await seenBy('receiver', scene)).toMatchObject({ status: 'released', releaseReason: null });
    expect(await seenBy('giver', scene)).toMatchObject({ releaseReason: 'not_genuine' });
    const { rows } = await pool.query(
      'select subject_type, subject_id, reason, about_id from report where reporter_id = $1',
      [giver.userId],
    );
    expect(rows).toEqual([
      { subject_type: 'request', subject_id: requestId, reason: 'not_genuine', about_id: receiver.userId },
    ]);
  });
});

describe('completing', () => {
  test.each(KINDS_AND_SIDES)(
    'a %s takes the confirmation of both, here of the %s first',
    async (kind, side) => {
      const scene = await opened(kind);
      const { people, id } = scene;
      const [own, others] =
        side === 'giver'
          ? (['giverConfirmedAt', 'receiverConfirmedAt'] as const)
          : (['receiverConfirmedAt', 'giverConfirmedAt'] as const);
      const said = await handovers.completeHandover(ctx, people[side], id);
      expect(said).toMatchObject({ status: 'open', [own]: clock.now().toISOString(), [others]: null });
      expect(await newestNotification(people[otherSide(side)])).toMatchObject({
        kind: scene.claimId ? 'handover_confirmed' : 'request_confirmed',
      });
      clock.forward(MINUTE_MS);
      expect(await handovers.completeHandover(ctx, people[side], id)).toEqual(said);
      const done = await handovers.completeHandover(ctx, people[otherSide(side)], id);
      expect(done).toMatchObject({ status: 'completed', completedBy: 'both', endedBy: null });
      expect(await newestNotification(people[side])).toMatchObject({
        kind: scene.claimId ? 'handover_completed' : 'request_fulfilled',
      });
      expect((await eventsOf(scene)).slice(-2)).toEqual([
        ['handover_confirmed', side],
        ['completed', otherSide(side)],
      ]);
      if (scene.requestId) expect(await requestOf(scene)).toMatchObject({ status: 'fulfilled' });
      if (kind === 'claim') expect(await listingOf(scene)).toMatchObject({ status: 'completed' });
    },
  );

  test.each(HANDOVER_KINDS)('a %s takes the code on the ticket, which the giver enters', async (kind) => {
    const scene = await opened(kind);
    const { giver, receiver, id } = scene;
    const code = await codeOf(scene);
    expect(code).toMatch(/^\d{4}$/);
    expect(await seenBy('giver', scene)).toMatchObject({ code: null });
    expect(await refusalOf(handovers.completeHandover(ctx, giver, id, wrong(code)))).toMatchObject({
      status: 422,
      fields: { code: '@wrong-code' },
    });
    expect(await refusalOf(handovers.completeHandover(ctx, receiver, id, code))).toMatchObject({
      status: 403,
    });
    const done = await handovers.completeHandover(ctx, giver, id, code);
    expect(done).toMatchObject({ status: 'completed', completedBy: 'code', endedBy: null });
    // whatever is sent afterwards
    expect(await handovers.completeHandover(ctx, giver, id, wrong(code))).toEqual(done);
    expect(await seenBy('receiver', scene)).toMatchObject({ code: null });
  });

  /** What the giver of a claim is told of the code of another pickup of theirs. */
  const toldOfCode = async ({ giver, id }: HandoverScene, code: string, at = ctx) =>
    (await refusalOf(handovers.completeHandover(at, giver, id, code))).fields?.['code'];

  test('a code that is right for another claim of the same giver is told to be, a few times a day', async () => {
    const scene = await opened('claim');
    const rye = await listing(scene.giver, { title: 'Rye bread' });
    const { handover } = await claimListing(ctx, await member('Sofia', 'Cruz'), rye.id);
    const code = handover.code ?? '';
    const spent = { ...ctx, rateLimits: { ...ctx.rateLimits, isWithin: async () => false } };
    expect(await toldOfCode(scene, code, spent)).toBe('@wrong-code');
    const whose = { name: 'Sofia', title: 'Rye bread', handoverId: handover.id };
    expect(await toldOfCode(scene, code)).toBe(errorText('wrong-code.other-pickup', whose));
    expect(await toldOfCode(await opened('claim'), code)).toBe('@wrong-code');
  });

  test('a code that was entered already says when and for what', async () => {
    const scene = await opened('claim');
    const rye = await listing(scene.giver, { title: 'Rye bread' });
    const { handover } = await claimListing(ctx, await member('Sofia', 'Cruz'), rye.id);
    const code = handover.code ?? '';
    await handovers.completeHandover(ctx, scene.giver, handover.id, code);
    expect(await toldOfCode(scene, code)).toMatch(
      /^@wrong-code\.used \{"name":"Sofia","title":"Rye bread","waitMs":\d+\}$/,
    );
  });

  test('the code of someone who asked as a neighbor is only wrong under another name', async () => {
    const help = await opened('match with a claim');
    const food = await listing(help.giver, {});
    const { handover } = await claimListing(ctx, await member('Sofia', 'Cruz'), food.id);
    expect(await toldOfCode({ ...help, id: handover.id }, await codeOf(help))).toBe('@wrong-code');
  });

  test.each(HANDOVER_KINDS)(
    'a %s locks the code after five wrong ones; both can still confirm',
    async (kind) => {
      const scene = await opened(kind);
      const { giver, receiver, id } = scene;
      const code = await codeOf(scene);
      for (let nth = 0; nth < 5; nth++) {
        expect(await seenBy('giver', scene)).toMatchObject({ codeLocked: false });
        expect(await refusalOf(handovers.completeHandover(ctx, giver, id, wrong(code)))).toMatchObject({
          status: 422,
          fields: { code: nth === 3 ? '@wrong-code.last-try' : '@wrong-code' },
        });
      }
      expect(await seenBy('giver', scene)).toMatchObject({ codeLocked: true });
      expect(await refusalOf(handovers.completeHandover(ctx, giver, id, code))).toMatchObject({
        status: 409,
        key: 'code-locked',
      });
      await handovers.completeHandover(ctx, giver, id);
      expect(await handovers.completeHandover(ctx, receiver, id)).toMatchObject({ completedBy: 'both' });
    },
  );
});

describe('a withdrawn listing', () => {
  test('does not offer released servings, and becomes withdrawn with its last claim', async () => {
    const scene = await opened('claim', {}, 1);
    const { giver, receiver, id, listingId } = scene;
    const theirs = await claimListing(ctx, await person(), listingId ?? '', 2);
    const withdrawn = await withdrawListing(ctx, giver, listingId ?? '');
    expect(withdrawn).toMatchObject({ status: 'claimed', estimatedServings: 3 });
    expect(await withdrawListing(ctx, giver, listingId ?? '')).toEqual(withdrawn);
    await handovers.releaseHandover(ctx, receiver, id, 'cannot_come');
    expect(await listingOf(scene)).toMatchObject({ status: 'claimed', estimatedServings: 2 });
    await handovers.revealAddress(ctx, giver, theirs.conversationId);
    await moveTo(scene, 80);
    await handovers.reportNoShow(ctx, giver, theirs.handover.id);
    expect(await listingOf(scene)).toMatchObject({ status: 'withdrawn' });
    const claimAgain = claimListing(ctx, await person(), listingId ?? '');
    expect(await refusalOf(claimAgain)).toMatchObject({ status: 404 });
  });
});

describe('the servings really taken', () => {
  const promised = { estimatedServings: 6 };
  const stockOf = async ({ listingId }: HandoverScene) => {
    const { rows } = await pool.query(
      'select status, servings_left as left, servings_claimed as claimed from food_listing where id = $1',
      [listingId],
    );
    return rows[0];
  };
  const takenBy = async ({ id }: HandoverScene) => {
    const { rows } = await pool.query('select servings from claim where handover_id = $1', [id]);
    return rows[0]?.servings;
  };

  test.each([
    ['both the same', [4, 4], 4],
    ['the giver fewer', [3, 6], 3],
    ['the receiver fewer', [undefined, 2], 2],
    ['nothing', [undefined, undefined], 6],
  ] as const)('count where the two say %s; the rest is offered again', async (_case, said, taken) => {
    const scene = await opened('claim', promised);
    const first = await handovers.completeHandover(ctx, scene.giver, scene.id, null, said[0]);
    expect(first).toMatchObject({ servings: 6, servingsSaid: said[0] ?? null });
    const done = await handovers.completeHandover(ctx, scene.receiver, scene.id, null, said[1]);
    expect(done).toMatchObject({ status: 'completed', servings: taken, servingsSaid: null });
    const left = 6 - taken;
    expect(await stockOf(scene)).toEqual({ status: left > 0 ? 'posted' : 'completed', left, claimed: 0 });
    expect(await takenBy(scene)).toBe(taken);
    const points = await pool.query(
      `select points from point_entry where subject_id = $1 and person_id = $2 and cause = 'handover_given'`,
      [scene.id, scene.giver.userId],
    );
    expect(points.rows).toEqual([{ points: 20 + taken }]);
  });

  test('are told by the giver with the code', async () => {
    const scene = await opened('claim', promised);
    await handovers.completeHandover(ctx, scene.giver, scene.id, await codeOf(scene), 5);
    expect([await takenBy(scene), await stockOf(scene)]).toEqual([
      5,
      { status: 'posted', left: 1, claimed: 0 },
    ]);
  });

  test('are offered again when the giver denies what only the receiver said, and not in the other case', async () => {
    const denied = await opened('claim', promised);
    await handovers.completeHandover(ctx, denied.receiver, denied.id);
    await handovers.disputeHandover(ctx, denied.giver, denied.id);
    expect(await stockOf(denied)).toEqual({ status: 'posted', left: 6, claimed: 0 });
    const missed = await opened('claim', promised);
    await handovers.completeHandover(ctx, missed.giver, missed.id);
    await handovers.disputeHandover(ctx, missed.receiver, missed.id);
    expect(await stockOf(missed)).toEqual({ status: 'completed', left: 0, claimed: 0 });
  });

  test('are not offered again after the time of the listing', async () => {
    const scene = await opened('claim', promised);
    await fixture.moveTo(scene, 20 * 60);
    await handovers.completeHandover(ctx, scene.giver, scene.id, await codeOf(scene), 5);
    expect(await stockOf(scene)).toEqual({ status: 'completed', left: 0, claimed: 0 });
  });

  test('are never more than were promised', async () => {
    const scene = await opened('claim', promised);
    expect(await refusalOf(handovers.completeHandover(ctx, scene.giver, scene.id, null, 7))).toMatchObject({
      status: 422,
      fields: { servings: expect.stringContaining('servings.max') },
    });
  });
});
