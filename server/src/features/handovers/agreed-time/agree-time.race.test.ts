import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { withChangedQueries, withoutRowLocksOn } from '#server/test/changed-queries.ts';
import { brokenInvariants } from '#server/test/factories/claims-fixture.ts';
import { handoversFixture, type HandoverScene } from '#server/test/factories/handovers-fixture.ts';
import { longTest, sized } from '#server/test/long-run.ts';
import { releaseHandover } from '../lifecycle/handover-actions.ts';
import { acceptTime, proposeTime } from './agree-time.ts';

const fixture = await handoversFixture();
const { ctx, clock, eventsOf, opened, pool, seenBy } = fixture;
const ROUNDS = sized(8, 30);

afterEach(async () => {
  expect(await brokenInvariants(pool)).toEqual([]);
});

const inHours = (hours: number): Date => new Date(clock.at + hours * HOUR_MS);
const outcomeOf = (result: PromiseSettledResult<unknown>): string => {
  if (result.status === 'fulfilled') return 'done';
  return result.reason instanceof AppError ? result.reason.code : String(result.reason);
};
/** Runs both at the same time, in either order. */
async function both(round: number, work: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const order = round % 2 ? work.toReversed() : work;
  const results = (await Promise.allSettled(order.map((act) => act()))).map(outcomeOf);
  return round % 2 ? results.toReversed() : results;
}
const timeEvents = async (scene: HandoverScene) =>
  (await eventsOf(scene)).map(([event]) => event).filter((event) => event?.startsWith('time_'));

/** How often both propose the same time and have agreed on it once, by one proposal and one acceptance. */
async function agreedByTwoProposals(using: typeof ctx): Promise<number> {
  let agreed = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const scene = await opened(round % 3 === 0 ? 'match' : 'claim');
    const propose = (side: 'giver' | 'receiver') => () =>
      proposeTime(using, scene.people[side], scene.id, inHours(2));
    expect(await both(round, [propose('giver'), propose('receiver')])).toEqual(['done', 'done']);
    const { agreedTime, proposal } = await seenBy('giver', scene);
    const events = await timeEvents(scene);
    if (agreedTime !== null && proposal === null && events.join(' ') === 'time_proposed time_agreed')
      agreed++;
  }
  return agreed;
}

describe('at the same time', () => {
  test('both propose the same time: it is agreed, once', async () => {
    expect(await agreedByTwoProposals(ctx)).toBe(ROUNDS);
  });

  longTest('mutant: without the locks of a handover the agreement is lost', async () => {
    const unlocked = ['handover', 'food_listing', 'emergency_request'].reduce(
      (changed, table) => withChangedQueries(changed, withoutRowLocksOn(table)),
      ctx,
    );
    expect(await agreedByTwoProposals(unlocked)).toBeLessThan(ROUNDS);
  });

  test('both propose different times: one is proposed, nothing is agreed', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const scene = await opened();
      const offers = { giver: inHours(2), receiver: inHours(3) };
      const propose = (side: 'giver' | 'receiver') => () =>
        proposeTime(ctx, scene.people[side], scene.id, offers[side]);
      expect(await both(round, [propose('giver'), propose('receiver')])).toEqual(['done', 'done']);
      const { agreedTime, proposal } = await seenBy('giver', scene);
      expect(agreedTime).toBeNull();
      expect(proposal).toEqual({ time: offers[proposal?.by ?? 'giver'].toISOString(), by: proposal?.by });
    }
  });

  test('one accepts while the other proposes another time: only the accepted time can be agreed', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const scene = await opened();
      const [first, second] = [inHours(2), inHours(3)];
      await proposeTime(ctx, scene.giver, scene.id, first);
      const [accepted, proposed] = await both(round, [
        () => acceptTime(ctx, scene.receiver, scene.id, first),
        () => proposeTime(ctx, scene.giver, scene.id, second),
      ]);
      const { agreedTime, proposal } = await seenBy('giver', scene);
      expect(proposed).toBe('done');
      expect(proposal?.time).toBe(second.toISOString());
      expect([accepted, agreedTime]).toEqual(
        agreedTime === null ? ['nothing-proposed', null] : ['done', first.toISOString()],
      );
      seen.add(accepted ?? '');
    }
    expect(seen.size).toBeGreaterThan(0);
  });

  test('one accepts while the other releases: it is released, with no proposal left', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const scene = await opened(round % 3 === 0 ? 'match' : 'claim');
      await proposeTime(ctx, scene.giver, scene.id, inHours(2));
      const [accepted, released] = await both(round, [
        () => acceptTime(ctx, scene.receiver, scene.id, inHours(2)),
        () => releaseHandover(ctx, scene.giver, scene.id),
      ]);
      expect(['done', 'handover-ended']).toContain(accepted);
      expect(released).toBe('done');
      expect(await seenBy('giver', scene)).toMatchObject({ status: 'released', proposal: null });
    }
  });
});
