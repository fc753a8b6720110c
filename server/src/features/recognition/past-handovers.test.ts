import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { expect, test } from 'vitest';
import { expireHandovers } from '#server/features/handovers/lifecycle/expire-handovers.ts';
import { completeHandover, disputeHandover } from '#server/features/handovers/lifecycle/handover-actions.ts';
import { BROKEN_POINTS, recognitionFixture } from '#server/testing/factories/recognition-fixture.ts';
import { countAnsweredRequests } from './ledger/recognize-handover.ts';
import * as recognition from './recognition.service.ts';

const { answer, claimed, clock, ctx, donor, give, makeKnown, person, pool } = await recognitionFixture();

/** Everything that recognition keeps, without ids and times of booking. */
async function kept() {
  const all = async (query: string) => (await pool.query(query)).rows;
  return {
    entries: await all(
      `select person_id, cause, points, month::text, earned_at from point_entry
       where cause <> 'reversal' and not exists (
         select from point_entry as reversal where reversal.reverses_id = point_entry.id)
       order by 1, 5, 2, 3`,
    ),
    totals: await all('select person_id, points from point_total where points > 0 order by 1'),
    histogram: await all('select * from point_histogram where people <> 0 order by 1, 2'),
    badges: await all('select person_id, badge_id, earned_at from person_badge order by 1, 2'),
  };
}

test('the handovers from before are entered once, as if they had been recognized then', async () => {
  const [ada, bo, cy] = [await donor(), await donor(), await donor()];
  await makeKnown(bo);
  for (const [giver, receiver] of [
    [ada, bo],
    [ada, cy],
    [bo, cy],
    [ada, bo],
    [bo, ada],
    [ada, bo],
  ] as const) {
    await give(giver, receiver, 6);
    clock.forward(DAY_MS);
  }
  await answer(ada, await person());
  const disputed = await give(cy, await person());
  await disputeHandover(ctx, cy, disputed);
  const alone = await claimed(cy, await person());
  await completeHandover(ctx, cy, alone);
  clock.forward(20 * DAY_MS);
  await expireHandovers(ctx);
  await countAnsweredRequests(ctx);
  const before = await kept();
  // a badge outlives a dispute; what was disputed before is not entered
  const badgesOf = ({ badges }: typeof before) =>
    badges.filter(({ person_id }) => person_id === ada.userId || person_id === bo.userId);

  await pool.query('truncate point_entry, point_total, point_month, point_histogram');
  await pool.query('truncate person_badge, recognized_handover');
  await pool.query('insert into recognition_backfill default values');
  await recognition.backfillHandovers(ctx);
  await countAnsweredRequests(ctx);
  const after = await kept();
  expect(after).toMatchObject({ ...before, badges: expect.anything() });
  expect(badgesOf(after)).toEqual(badgesOf(before));
  expect((await pool.query(BROKEN_POINTS)).rows).toEqual([]);

  // cut short after the last one, and begun again
  await pool.query('insert into recognition_backfill default values');
  await recognition.backfillHandovers(ctx);
  await recognition.backfillHandovers(ctx);
  expect(await kept()).toEqual(after);
  expect((await pool.query('select from recognition_backfill')).rows).toHaveLength(0);
});
