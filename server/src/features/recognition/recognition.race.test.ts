import { afterAll, expect, test } from 'vitest';
import { completeHandover, disputeHandover } from '#server/features/handovers/lifecycle/handover-actions.ts';
import type { TestCaller } from '#server/test/factories/claims-fixture.ts';
import { BROKEN_POINTS, recognitionFixture } from '#server/test/factories/recognition-fixture.ts';
import { sized } from '#server/test/long-run.ts';
import * as recognition from './recognition.service.ts';

const { as, claimed, clock, ctx, donor, makeKnown, person, pool } = await recognitionFixture();

const HANDOVERS = sized(20, 200);

afterAll(async () => {
  expect((await pool.query(BROKEN_POINTS)).rows).toEqual([]);
  expect(await recognition.rebuildPoints(ctx)).toEqual({ totals: 0, months: 0, histogram: 0 });
});

/** Open handovers of ten known givers with a receiver each, so that each may earn something. */
async function openHandovers() {
  const givers = await Promise.all(Array.from({ length: 10 }, () => donor()));
  await Promise.all(givers.map(makeKnown));
  const opened: { giver: TestCaller; receiver: TestCaller; id: string }[] = [];
  for (let nth = 0; nth < HANDOVERS; nth++) {
    const giver = givers[nth % givers.length];
    if (!giver) throw new Error('there are givers');
    const receiver = await person();
    await makeKnown(receiver);
    opened.push({ giver, receiver, id: await claimed(giver, receiver, 1 + (nth % 5)) });
    // no more listings in a day than a person may share
    if (nth % 100 === 99) clock.forward(25 * 3_600_000);
  }
  return { givers, opened };
}

test('concurrent completions, each of them several times, are each paid exactly once', async () => {
  const { givers, opened } = await openHandovers();
  await Promise.all(opened.map(({ giver, id }) => completeHandover(ctx, giver, id)));
  await Promise.all(
    opened
      .flatMap(({ receiver, id }) => [
        () => completeHandover(ctx, receiver, id),
        () => completeHandover(ctx, receiver, id),
      ])
      .map((act) => act()),
  );
  const { rows } = await pool.query<{ cause: string; count: number }>(
    'select cause, count(*)::int as count from point_entry group by cause order by cause',
  );
  expect(rows).toEqual([
    { cause: 'first_listing', count: givers.length },
    { cause: 'handover_given', count: HANDOVERS },
    { cause: 'handover_received', count: HANDOVERS },
  ]);
});

test('all sums stay correct with concurrent completions, disputes, hiding and closing', async () => {
  const { givers, opened } = await openHandovers();
  await Promise.all(opened.map(({ giver, id }) => completeHandover(ctx, giver, id)));
  const half = opened.slice(0, opened.length / 2);
  await Promise.all(half.map(({ receiver, id }) => completeHandover(ctx, receiver, id)));
  const [hiding, closing] = givers;
  if (!hiding || !closing) throw new Error('there are givers');
  const results = await Promise.allSettled([
    ...opened.slice(opened.length / 2).map(({ receiver, id }) => completeHandover(ctx, receiver, id)),
    ...half.map(({ receiver, id }) => disputeHandover(ctx, receiver, id)),
    as(hiding, { method: 'PUT', url: '/api/users/profile', payload: { leaderboardVisible: false } }),
    as(closing, { method: 'POST', url: '/api/users/close-account', payload: {} }),
  ]);
  // only what the closed account ended in the meantime is refused
  const refused = results.filter(({ status }) => status === 'rejected').length;
  expect(refused).toBeLessThanOrEqual(HANDOVERS / 5);
  expect((await pool.query(BROKEN_POINTS)).rows).toEqual([]);
});
