import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { getClaim } from '#server/features/claims/claims.queries.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import * as emergency from '#server/features/emergency/requests/request-queries.ts';
import { withdrawListing } from '#server/features/listings/lifecycle/withdraw-and-expire.ts';
import { getListing } from '#server/features/listings/listings.queries.ts';
import { changeListing } from '#server/features/listings/share/change-listing.ts';
import * as moderation from '#server/features/moderation/blocks/blocks.ts';
import { makeAppContext } from '#server/platform/app-context.ts';
import { brokenInvariants } from '#server/test/factories/claims-fixture.ts';
import { brokenRequestInvariants } from '#server/test/factories/emergency-fixture.ts';
import {
  HANDOVER_KINDS,
  type HandoverKind,
  type HandoverScene,
  handoversFixture,
} from '#server/test/factories/handovers-fixture.ts';
import {
  completeHandover,
  disputeHandover,
  releaseHandover,
  reportNoShow,
  sayOnMyWay,
} from './handover-actions.ts';
import { sendOnMyWayQuestions } from '../reminders/reminders.ts';
import { sized } from '#server/test/long-run.ts';
import { expireHandovers } from './end-all-handovers.ts';

const fixture = await handoversFixture();
const { ctx, agreeOn, clock, pool, member, person, listing, moveTo, opened, seenBy } = fixture;

afterEach(async () => {
  expect(await brokenInvariants(pool)).toEqual([]);
  expect(await brokenRequestInvariants(pool)).toEqual([]);
});

const ROUNDS = sized(5, 9);
/** Each kind in turn. */
const kindOf = (round: number): HandoverKind => HANDOVER_KINDS[round % HANDOVER_KINDS.length] ?? 'claim';
/** The same handovers in another process. */
const elsewhere = makeAppContext({ ...ctx, pool });

const outcomeOf = (result: PromiseSettledResult<unknown>): string => {
  if (result.status === 'fulfilled') return 'done';
  return result.reason instanceof AppError ? result.reason.code : String(result.reason);
};
/** Runs all at the same time, in either order; the outcomes are in the order given. */
async function atOnce(round: number, work: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const order = round % 2 ? work.toReversed() : work;
  const results = (await Promise.allSettled(order.map((act) => act()))).map(outcomeOf);
  return round % 2 ? results.toReversed() : results;
}
const statusOf = async (scene: HandoverScene) => (await seenBy('receiver', scene)).status;
const listingOf = ({ giver, listingId }: HandoverScene) => getListing(ctx, giver, listingId ?? '');
async function moveToLapse(scene: HandoverScene): Promise<void> {
  await moveTo(scene, 48 * 60);
}

/** How often each event was posted in a conversation. */
async function said(conversationId: string): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ event: string; count: number }>(
    `select event, count(*)::int as count from message where conversation_id = $1 group by event`,
    [conversationId],
  );
  return Object.fromEntries(rows.map(({ event, count }) => [event, count]));
}

describe('concurrently', () => {
  test('a confirmation and the lapse: it is confirmed, or had lapsed and the confirmation is refused', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const scene = await opened(kindOf(round));
      await moveToLapse(scene);
      const [word] = await atOnce(round, [
        () => completeHandover(ctx, scene.giver, scene.id),
        () => expireHandovers(ctx),
      ]);
      const status = await statusOf(scene);
      expect(['done open', 'handover-ended lapsed']).toContain(`${word} ${status}`);
      // from here on it is a confirmation that waits for the other side's
      if (status === 'open') expect(await expireHandovers(ctx)).toBe(0);
    }
    clock.forward(48 * HOUR_MS);
    await expireHandovers(ctx);
  });

  test('a dispute and the settlement of the other’s confirmation: it is disputed once, either way', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const scene = await opened(kindOf(round));
      await completeHandover(ctx, scene.giver, scene.id);
      clock.forward(48 * HOUR_MS);
      const results = await atOnce(round, [
        () => disputeHandover(ctx, scene.receiver, scene.id, 'Never'),
        () => expireHandovers(ctx),
      ]);
      expect(results).toEqual(['done', 'done']);
      const after = await seenBy('giver', scene);
      expect(after).toMatchObject({ status: 'disputed', disputedBy: 'receiver' });
      const { completed_alone = 0, disputed } = await said(scene.conversationId);
      expect([disputed, completed_alone]).toEqual([1, after.completedBy === 'one_side' ? 1 : 0]);
      const { rows } = await pool.query('select from report where subject_id = $1', [
        scene.claimId ?? scene.requestId,
      ]);
      expect(rows).toHaveLength(1);
    }
  });

  test('a release and a no-show report: exactly one happens, and the servings come back once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const scene = await opened('claim', { sharePlaceAtOnce: true }, 3);
      await agreeOn(scene, 30);
      await moveTo(scene, 80);
      const results = await atOnce(round, [
        () => releaseHandover(ctx, scene.receiver, scene.id, 'cannot_come'),
        () => reportNoShow(ctx, scene.giver, scene.id),
      ]);
      expect(results.toSorted()).toEqual(['done', 'handover-ended']);
      const { released = 0, no_show = 0 } = await said(scene.conversationId);
      expect(released + no_show).toBe(1);
      expect(await listingOf(scene)).toMatchObject({ status: 'posted', servingsLeft: 4 });
    }
  });

  test('"On my way" and a no-show report: the report happens only if it was first', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const scene = await opened('claim', { sharePlaceAtOnce: true });
      await agreeOn(scene, 30);
      await moveTo(scene, 0);
      await sendOnMyWayQuestions(ctx);
      await moveTo(scene, 30);
      const [coming, missed] = await atOnce(round, [
        () => sayOnMyWay(ctx, scene.receiver, scene.id),
        () => reportNoShow(ctx, scene.giver, scene.id),
      ]);
      expect(['done too-early open', 'handover-ended done no_show']).toContain(
        `${coming} ${missed} ${await statusOf(scene)}`,
      );
    }
  });

  test('both stop waiting: it ends once, and a request opens once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const scene = await opened(kindOf(round));
      await agreeOn(scene, 30);
      await moveTo(scene, 15);
      const stop = (side: 'giver' | 'receiver') => () =>
        releaseHandover(ctx, scene.people[side], scene.id, 'stopped_waiting');
      expect(await atOnce(round, [stop('giver'), stop('receiver')])).toEqual(['done', 'done']);
      expect((await said(scene.conversationId))['stopped_waiting']).toBe(1);
      if (scene.requestId) {
        const request = await emergency.getRequest(ctx, scene.receiver, scene.requestId);
        expect(request).toMatchObject({ status: 'pending' });
      }
    }
  });

  test('a confirmation of each side and a release: completed or released, never both', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const scene = await opened(kindOf(round));
      await completeHandover(ctx, scene.giver, scene.id);
      const results = await atOnce(round, [
        () => completeHandover(ctx, scene.receiver, scene.id),
        () => releaseHandover(ctx, scene.giver, scene.id),
      ]);
      expect(results.filter((outcome) => outcome === 'done')).toHaveLength(1);
      expect(await statusOf(scene)).toBe(results[0] === 'done' ? 'completed' : 'released');
      if (scene.requestId)
        expect(await emergency.getRequest(ctx, scene.receiver, scene.requestId)).toMatchObject({
          status: results[0] === 'done' ? 'fulfilled' : 'pending',
        });
    }
  });

  test('ten claims of a person with three missed pickups: one succeeds', async () => {
    for (let round = 0; round < 4; round++) {
      const guest = await member();
      for (let nth = 0; nth < 3; nth++) {
        const donor = await person();
        await pool.query('update person set verified = true where id = $1', [donor.userId]);
        const shown = await listing(donor, { sharePlaceAtOnce: true });
        const missed = await claimListing(ctx, guest, shown.id);
        // on a day of its own
        clock.forward(34 * HOUR_MS);
        await reportNoShow(ctx, donor, missed.handover.id);
      }
      clock.forward(2 * DAY_MS);
      const offered = await Promise.all(Array.from({ length: 10 }, async () => listing(await person())));
      const results = await Promise.allSettled(offered.map(({ id }) => claimListing(ctx, guest, id)));
      expect(results.map(outcomeOf).toSorted()).toEqual([
        ...Array.from({ length: 9 }, () => 'claim-limit'),
        'done',
      ]);
      for (const made of results)
        if (made.status === 'fulfilled') await releaseHandover(ctx, guest, made.value.handover.id);
    }
  });

  test('three processes end each due handover once', async () => {
    // what the tests before have left open
    clock.forward(8 * DAY_MS);
    await expireHandovers(ctx);
    const made = await Promise.all(Array.from({ length: 18 }, (_, nth) => opened(kindOf(nth))));
    clock.forward(4 * DAY_MS);
    const counts = await Promise.all([
      expireHandovers(ctx),
      expireHandovers(elsewhere),
      expireHandovers(ctx),
    ]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(18);
    for (const { conversationId } of made) expect((await said(conversationId))['lapsed']).toBe(1);
  });

  test('a withdrawal and releases: nothing is offered afterwards', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const scene = await opened('claim', {}, 2);
      await Promise.all([
        releaseHandover(ctx, scene.receiver, scene.id),
        withdrawListing(ctx, scene.giver, scene.listingId ?? ''),
      ]);
      expect(await listingOf(scene)).toMatchObject({ status: 'withdrawn' });
      expect(await brokenInvariants(pool)).toEqual([]);
    }
  });

  test('an edited window and a claim: the handover has the listing’s window', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [donor, guest] = [await person(), await person()];
      const soup = await listing(donor);
      const availableUntil = new Date(clock.at + 12 * HOUR_MS).toISOString();
      const work = [
        () => claimListing(ctx, guest, soup.id, 1),
        () => changeListing(ctx, donor, soup.id, { availableUntil }),
      ];
      expect(await atOnce(round, work)).toEqual(['done', 'done']);
      const { rows } = await pool.query<{ until: Date }>(
        `select window_until as until from handover join claim on claim.handover_id = handover.id
         where claim.listing_id = $1`,
        [soup.id],
      );
      expect(rows.map(({ until }) => until.toISOString())).toEqual([availableUntil]);
    }
  });
});

describe('a block concurrent with', () => {
  test('a claim: none stays open between the two', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < ROUNDS * 2; round++) {
      const [donor, guest] = [await person(), await person()];
      const soup = await listing(donor);
      const [blocker, blocked] = round % 4 < 2 ? [donor, guest] : [guest, donor];
      const results = await atOnce(round, [
        () => claimListing(ctx, guest, soup.id),
        () => moderation.blockPerson(ctx, blocker, blocked.userId),
      ]);
      const { rows } = await pool.query(`select from handover where receiver_id = $1 and status = 'open'`, [
        guest.userId,
      ]);
      expect(rows).toEqual([]);
      seen.add(results.toSorted().join(' '));
      expect(await getListing(ctx, donor, soup.id)).toMatchObject({
        status: 'posted',
        servingsLeft: 4,
      });
    }
    for (const each of seen) expect(['done done', 'done not-found']).toContain(each);
  });

  test('a block by the other side, a handover and a release: each ends once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const scene = await opened(kindOf(round));
      const { giver, receiver } = scene;
      const { code } = await seenBy('receiver', scene);
      const theirs = await claimListing(ctx, giver, (await listing(receiver)).id);
      const results = await atOnce(round, [
        () => moderation.blockPerson(ctx, giver, receiver.userId),
        () => moderation.blockPerson(ctx, receiver, giver.userId),
        () => completeHandover(ctx, giver, scene.id, code),
        () => releaseHandover(ctx, giver, theirs.handover.id),
      ]);
      expect(results.filter((each) => !['done', 'handover-ended'].includes(each))).toEqual([]);
      expect(['completed', 'released']).toContain(await statusOf(scene));
      expect((await getClaim(ctx, giver, theirs.id)).status).toBe('released');
      const told = await said(scene.conversationId);
      expect((told['completed'] ?? 0) + (told['released'] ?? 0)).toBe(1);
    }
  });
});
