import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { afterEach, describe, expect, test } from 'vitest';
import type { AnsweredRequests } from '#server/features/claims/claims.parts.ts';
import { inTransaction } from '#server/platform/database.ts';
import { answeringGround, lockRequest } from '#server/testing/factories/answering-ground.ts';
import { brokenPromises } from '#server/testing/factories/claims-ground.ts';

const ground = await answeringGround();
const { claims, db, ended, listings, pool, person, listing, request, answer, answered } = ground;

afterEach(async () => {
  ended.length = 0;
  expect(await brokenPromises(pool)).toEqual([]);
});

const ROUNDS = 20;
const codeOf = (result: PromiseSettledResult<unknown>): string => {
  if (result.status === 'fulfilled') return 'done';
  return result.reason instanceof AppError ? result.reason.code : String(result.reason);
};
/** How long the first is ahead: more each round, and at last so much that either has won once. */
const headStartMs = (round: number): number => (round < ROUNDS - 2 ? round : 1000);
/** In turns the one first, then the other. */
const inEitherOrder = async (
  round: number,
  works: readonly (() => Promise<unknown>)[],
  aheadMs: number = 0,
) => {
  const begun = (round % 2 ? works.toReversed() : works).map(async (work, nth) => {
    if (nth > 0 && aheadMs > 0) await sleep(aheadMs);
    return work();
  });
  const results = await Promise.allSettled(begun);
  return (round % 2 ? results.toReversed() : results).map(codeOf);
};

describe('the last of a listing, given to who asked and claimed by somebody else in the same moment', () => {
  test('is one’s alone, and nothing of the other’s is left', async () => {
    const winners = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const [donor, requester, guest] = [await person(), await person(), await person()];
      const food = await listing(donor, { estimatedServings: 3 });
      const requestId = await request(requester);
      const both = [
        () => answer(requestId, { donor, requester, food }),
        () => claims.claimListing(guest, food.id),
      ];
      const outcomes = await inEitherOrder(round, both, headStartMs(round));
      expect(outcomes.toSorted()).toEqual(['done', 'not-available']);
      const winner = outcomes[0] === 'done' ? requester : guest;
      winners.add(outcomes[0] === 'done' ? 'asked' : 'claimed');
      const { rows } = await pool.query('select claimer_id, servings from claim where listing_id = $1', [
        food.id,
      ]);
      expect(rows).toEqual([{ claimer_id: winner.userId, servings: 3 }]);
      const talks = await pool.query('select guest_id from conversation where listing_id = $1', [food.id]);
      expect(talks.rows).toEqual([{ guest_id: winner.userId }]);
      expect(await listings.getListing(donor, food.id)).toMatchObject({ status: 'claimed', servingsLeft: 0 });
    }
    expect(winners).toEqual(new Set(['asked', 'claimed']));
  });

  test('in parts, nobody is given what is not there', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const donor = await person();
      const food = await listing(donor, { estimatedServings: 5 });
      const asking = await Promise.all(
        Array.from({ length: 3 }, async () => {
          const requester = await person();
          return { requester, requestId: await request(requester) };
        }),
      );
      await Promise.allSettled([
        ...asking.map(({ requester, requestId }) => answer(requestId, { donor, requester, food })),
        person().then((guest) => claims.claimListing(guest, food.id, 2)),
      ]);
      const { rows } = await pool.query<{ taken: number }>(
        'select sum(servings)::int as taken from claim where listing_id = $1',
        [food.id],
      );
      // as much as the household needs, or the rest of it: nothing is left over
      expect(rows).toEqual([{ taken: 5 }]);
    }
  });
});

/**
 * A claim's end in the same moment as something that the request's feature does: it locks the request, and then the
 * listing. Gives what went wrong.
 */
async function endAgainstRequest(using: ReturnType<typeof ground.withRequests>): Promise<string[]> {
  const wrong: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { donor, requester, food, requestId, claimId } = await answered();
    const ends = [
      () => using.releaseClaim(requester, claimId),
      () => inTransaction(db, (tx) => using.partPeople(tx, donor.userId, requester.userId)),
      () =>
        inTransaction(db, async (tx) => {
          await using.holdRequestsOn(tx, food.id);
          await listings.removeListing(tx, food.id);
          await using.endAllOn(tx, food.id);
        }),
    ];
    const outcomes = await inEitherOrder(round, [
      ends[round % ends.length] ?? ends[0]!,
      () =>
        db.transaction().execute(async (tx) => {
          await lockRequest(tx, requestId);
          await sleep(15);
          await listings.lockListing(tx, food.id);
        }),
    ]);
    wrong.push(...outcomes.filter((outcome) => outcome !== 'done'));
  }
  return wrong;
}
/** A claim's end changes its request. */
const following: AnsweredRequests['claimEnded'] = async (tx, { requestId }) => lockRequest(tx, requestId);

async function deadlocks(): Promise<number> {
  await sleep(1100); // what a connection counts is told to all once a second
  const { rows } = await pool.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.deadlocks ?? 0;
}

describe('a claim ends in the same moment as something is done to its request', () => {
  test('each waits for the other, and neither for ever', async () => {
    expect(await endAgainstRequest(ground.withRequests({ lockRequest, claimEnded: following }))).toEqual([]);
    expect(await deadlocks()).toBe(0);
  });

  test('the same test finds claims that come to the request behind the listing', async () => {
    const unordered = ground.withRequests({ lockRequest: async () => {}, claimEnded: following });
    await endAgainstRequest(unordered);
    expect(await deadlocks()).toBeGreaterThan(0);
  });

  test('two ends of it at once are one', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const scene = await answered();
      const { donor, requester, requestId, claimId } = scene;
      const outcomes = await inEitherOrder(round, [
        () => claims.releaseClaim(requester, claimId),
        () =>
          inTransaction(db, async (tx) => {
            await lockRequest(tx, requestId);
            await claims.lapseForSilence(tx, claimId);
          }),
      ]);
      expect(outcomes[1]).toBe('done');
      expect(['done', 'claim-ended']).toContain(outcomes[0]);
      expect(ended).toMatchObject([{ claimId, outcome: 'let_go' }]);
      expect(['released', 'lapsed']).toContain((await claims.getClaim(donor, claimId)).status);
      ended.length = 0;
    }
  });
});
