import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { afterEach, describe, expect, test } from 'vitest';
import type { HandoverOwner } from '#server/features/handovers/handovers.hooks.ts';
import { endHandoversBetween, lapseSilent } from '#server/features/handovers/lifecycle/end-all-handovers.ts';
import { releaseHandover } from '#server/features/handovers/lifecycle/handover-actions.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { requestClaimsFixture, lockRequest } from '#server/test/factories/request-claims-fixture.ts';
import { brokenInvariants } from '#server/test/factories/claims-fixture.ts';
import { deleteListing } from '../claim-handovers.ts';
import { getClaim } from '../claims.queries.ts';
import { claimListing } from './create-claim.ts';
import { lockListing } from '#server/features/listings/lifecycle/stock.ts';
import { getListing } from '#server/features/listings/listings.queries.ts';
import { longTest, sized } from '#server/test/long-run.ts';

const fixture = await requestClaimsFixture();
const { ctx, db, ended, pool, person, listing, request, answer, answered } = fixture;

afterEach(async () => {
  ended.length = 0;
  expect(await brokenInvariants(pool)).toEqual([]);
});

const ROUNDS = sized(8, 20);
const codeOf = (result: PromiseSettledResult<unknown>): string => {
  if (result.status === 'fulfilled') return 'done';
  return result.reason instanceof AppError ? result.reason.code : String(result.reason);
};
/** The head start of the first: longer each round, until either has won once. */
const headStartMs = (round: number): number => (round < ROUNDS - 2 ? round : 1000);
/** Each of the two goes first in turn. */
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

describe('the last servings of a listing, given to a requester and claimed by another person concurrently', () => {
  test('go to exactly one, and the other attempt leaves nothing behind', async () => {
    const winners = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const [donor, requester, guest] = [await person(), await person(), await person()];
      const food = await listing(donor, { estimatedServings: 3 });
      const requestId = await request(requester);
      const both = [
        () => answer(requestId, { donor, requester, food }),
        () => claimListing(ctx, guest, food.id),
      ];
      const outcomes = await inEitherOrder(round, both, headStartMs(round));
      expect(outcomes.toSorted()).toEqual(['done', 'not-available']);
      const winner = outcomes[0] === 'done' ? requester : guest;
      winners.add(outcomes[0] === 'done' ? 'asked' : 'claimed');
      const { rows } = await pool.query(
        `select receiver_id, servings from claim join handover on handover.id = claim.handover_id
         where listing_id = $1`,
        [food.id],
      );
      expect(rows).toEqual([{ receiver_id: winner.userId, servings: 3 }]);
      const talks = await pool.query('select receiver_id from conversation where listing_id = $1', [food.id]);
      expect(talks.rows).toEqual([{ receiver_id: winner.userId }]);
      expect(await getListing(ctx, donor, food.id)).toMatchObject({
        status: 'claimed',
        servingsLeft: 0,
      });
    }
    expect(winners).toEqual(new Set(['asked', 'claimed']));
  });

  test('in parts, are never given away twice', async () => {
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
        person().then((guest) => claimListing(ctx, guest, food.id, 2)),
      ]);
      const { rows } = await pool.query<{ taken: number }>(
        'select sum(servings)::int as taken from claim where listing_id = $1',
        [food.id],
      );
      // as much as the household needs, or what is left of it: nothing remains
      expect(rows).toEqual([{ taken: 5 }]);
    }
  });
});

/**
 * A claim's end concurrent with an act of the emergency feature, which locks the request and then the listing. Returns
 * what went wrong.
 */
async function endAgainstRequest(using: AppContext): Promise<string[]> {
  const wrong: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { donor, requester, food, requestId, handoverId } = await answered();
    const ends = [
      () => releaseHandover(using, requester, handoverId),
      () => inTransaction(using, (tx) => endHandoversBetween(tx, donor.userId, requester.userId)),
      () => inTransaction(using, (tx) => deleteListing(tx, food.id)),
    ];
    const outcomes = await inEitherOrder(round, [
      ends[round % ends.length] ?? ends[0]!,
      () =>
        db.transaction().execute(async (transaction) => {
          const tx: TxContext = { ...using, db: transaction };
          await lockRequest(tx, requestId);
          await sleep(15);
          await lockListing(tx, food.id);
        }),
    ]);
    wrong.push(...outcomes.filter((outcome) => outcome !== 'done'));
  }
  return wrong;
}
/** A claim's end changes its request. */
const following: HandoverOwner['onEnded'] = async (tx, { id }) => {
  const claim = await tx.db
    .selectFrom('claim')
    .select('request_id')
    .where('handover_id', '=', id)
    .executeTakeFirst();
  if (claim?.request_id) await lockRequest(tx, claim.request_id);
};

async function deadlocks(): Promise<number> {
  await sleep(1100); // what a connection counts is told to all once a second
  const { rows } = await pool.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.deadlocks ?? 0;
}

describe('a claim ends while something is done to its request', () => {
  test('without a deadlock', async () => {
    expect(await endAgainstRequest(fixture.withRequests({ onEnded: following }))).toEqual([]);
    expect(await deadlocks()).toBe(0);
  });

  longTest('mutant: locking the request after the listing is detected', async () => {
    const unordered = fixture.withRequests({ lock: async () => {}, onEnded: following });
    await endAgainstRequest(unordered);
    expect(await deadlocks()).toBeGreaterThan(0);
  });

  test('two concurrent ends are one', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const scene = await answered();
      const { donor, requester, requestId, claimId, handoverId } = scene;
      const outcomes = await inEitherOrder(round, [
        () => releaseHandover(ctx, requester, handoverId),
        () =>
          inTransaction(ctx, async (tx) => {
            await lockRequest(tx, requestId);
            await lapseSilent(tx, handoverId, async () => true);
          }),
      ]);
      expect(outcomes[1]).toBe('done');
      expect(['done', 'handover-ended']).toContain(outcomes[0]);
      expect(ended).toMatchObject([{ id: handoverId }]);
      expect(['released', 'lapsed']).toContain((await getClaim(ctx, donor, claimId)).status);
      ended.length = 0;
    }
  });
});
