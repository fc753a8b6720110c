import type { ActivityItem } from '@openlarder/domain/activity/activity-contract.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { expect, test } from 'vitest';
import * as activity from '#server/features/activity/activity.service.ts';
import { disputeHandover } from '#server/features/handovers/lifecycle/handover-actions.ts';
import { countAnsweredRequests } from '#server/features/recognition/ledger/recognize-handover.ts';
import { recognitionFixture } from '#server/test/factories/recognition-fixture.ts';
import * as impact from './impact.service.ts';

const { answer, as, claimed, clock, ctx, donor, give, makeKnown, person, pool } = await recognitionFixture();

const atMidnight = (at: Date): string => `${at.toISOString().slice(0, 10)}T00:00:00.000Z`;

/** The dashboard, computed from the export alone. */
function workedOut(csv: string) {
  const lines = csv
    .split('\r\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.split(','));
  const sum = (column: number) => lines.reduce((total, line) => total + Number(line[column]), 0);
  return {
    mealsShared: sum(2),
    co2Saved: Math.round(sum(2) * 1.2 * 2.8 * 0.958 * 1e5) / 1e5,
    peopleHelped: new Set(lines.flatMap((line) => line[3] || [])).size + sum(4),
    lines: Math.round(sum(6) * 1e5) / 1e5,
  };
}

test('food counts once it is handed over, and the export adds up to the dashboard', async () => {
  const [ada, bo, cy] = [await donor(), await person(), await person()];
  await give(ada, bo, 4);
  await give(ada, bo, 3);
  await give(ada, cy, 2);
  await claimed(ada, cy, 9);
  const disputed = await give(ada, cy, 5);
  await disputeHandover(ctx, ada, disputed);

  const { months, ...given } = await impact.userImpact(ctx, ada);
  expect(given).toMatchObject({ mealsShared: 9, co2Saved: 28.96992, peopleHelped: 2 });
  expect(months).toHaveLength(12);
  expect(months.at(-1)).toMatchObject({ mealsShared: 9 });
  const { lines, ...again } = workedOut(await impact.userImpactCsv(ctx, ada));
  expect({ ...given, ...again }).toEqual(given);
  expect(lines).toBe(given.co2Saved);
  // what a person received is not impact
  expect(await impact.userImpact(ctx, bo)).toMatchObject({ mealsShared: 0, peopleHelped: 0 });
});

test('an answered request counts a week later, without food, time or name', async () => {
  const [ada, asking] = [await donor(), await person()];
  await answer(ada, asking);
  expect(await impact.userImpact(ctx, ada)).toMatchObject({ peopleHelped: 0 });
  expect(await activity.ownActivity(ctx, ada, { userId: ada.userId, limit: 5 })).toEqual([]);
  expect(await activity.ownActivity(ctx, asking, { userId: asking.userId, limit: 5 })).toEqual([]);
  clock.forward(9 * DAY_MS);
  await countAnsweredRequests(ctx);
  const { peopleHelped } = await impact.userImpact(ctx, ada);
  expect(peopleHelped).toBeGreaterThan(0);
  expect(workedOut(await impact.userImpactCsv(ctx, ada)).peopleHelped).toBe(peopleHelped);
  expect(await activity.ownActivity(ctx, ada, { userId: ada.userId, limit: 5 })).toEqual([]);
});

test('the community’s figures are of today, of thirty days, and of all time', async () => {
  clock.forward(40 * DAY_MS);
  const before = await impact.communityStats(ctx);
  expect(before).toMatchObject({ mealsToday: 0, activeDonors: 0 });
  const [ada, bo] = [await donor(), await person()];
  await give(ada, bo, 4);
  await give(await donor(), bo, 1);
  expect(await impact.communityStats(ctx)).toEqual(before);
  clock.forward(2 * 60_000);
  const after = await impact.communityStats(ctx);
  expect(after).toMatchObject({ mealsToday: 5, activeDonors: 2 });
  expect(after.co2Saved - before.co2Saved).toBeCloseTo(5 * 3.21888, 5);
  clock.forward(DAY_MS);
  expect(await impact.communityStats(ctx)).toMatchObject({ mealsToday: 0, activeDonors: 2 });
});

test('meals cannot be made up by two accounts', async () => {
  clock.forward(40 * DAY_MS);
  const [ada, bo, known] = [await donor(), await person(), await person()];
  const before = await impact.communityStats(ctx);
  for (let nth = 0; nth < 4; nth++) await give(ada, bo, 1000);
  expect(await impact.userImpact(ctx, ada)).toMatchObject({ mealsShared: 3 * 30 });
  await makeKnown(known);
  await give(await donor(), known, 100);
  clock.forward(2 * 60_000);
  const after = await impact.communityStats(ctx);
  expect(after).toMatchObject({ mealsToday: 3 * 30 + 100, activeDonors: 2 });
  expect(after.co2Saved - before.co2Saved).toBeCloseTo(190 * 3.21888, 5);
});

test('the community’s impact adds up by month, for the admin command', async () => {
  const thisMonth = async () => (await impact.communityImpact(ctx)).at(-1);
  const before = await thisMonth();
  const [ada, eve, bo, cy] = [await donor(), await donor(), await person(), await person()];
  await give(ada, bo, 4);
  await give(eve, bo, 1);
  await disputeHandover(ctx, eve, await give(eve, cy, 5));
  const months = await impact.communityImpact(ctx);
  expect(months).toHaveLength(12);
  expect(months.at(-1)).toMatchObject({
    month: ctx.clock.now().toISOString().slice(0, 7),
    mealsShared: (before?.mealsShared ?? 0) + 5,
    peopleHelped: (before?.peopleHelped ?? 0) + 1,
  });
  clock.forward(366 * DAY_MS);
  expect((await impact.communityImpact(ctx)).every(({ mealsShared }) => mealsShared === 0)).toBe(true);
});

test('activity lists shared and handed-over food, newest first, without receivers', async () => {
  const [ada, bo, stranger] = [await donor(), await person(), await person()];
  await give(ada, bo, 2);
  clock.forward(1000);
  await claimed(ada, bo, 1);
  const own = await activity.ownActivity(ctx, ada, { userId: ada.userId, limit: 5 });
  expect(own.map(({ status, type }) => `${status} ${type}`).toSorted()).toEqual([
    'claimed donated',
    'completed donated',
    'posted donated',
    'posted donated',
  ]);
  expect(own.map(({ timestamp }) => timestamp)).toEqual(
    own
      .map(({ timestamp }) => timestamp)
      .toSorted()
      .toReversed(),
  );
  const received = await activity.ownActivity(ctx, bo, { userId: bo.userId, limit: 1 });
  expect(received).toMatchObject([{ status: 'claimed', type: 'claimed' }]);

  // a handover is told the next day, of its day
  const day = atMidnight(clock.now());
  const isOfToday = ({ status, timestamp }: ActivityItem) => status === 'completed' && timestamp >= day;
  expect((await activity.communityActivity(ctx, stranger, 50)).filter(isOfToday)).toEqual([]);
  clock.forward(DAY_MS);
  const seen = await activity.communityActivity(ctx, stranger, 50);
  expect(seen.filter(isOfToday)).toHaveLength(1);
  const completed = seen.filter(({ status }) => status === 'completed');
  expect(completed.every(({ timestamp }) => timestamp === atMidnight(new Date(timestamp)))).toBe(true);
  expect(JSON.stringify(seen)).not.toContain(bo.userId);
  const visitors = await activity.communityActivity(ctx, null, 50);
  const saidOf = (items: typeof seen) => items.map(({ title, donorName }) => `${donorName}: ${title}`);
  expect(new Set(saidOf(visitors))).toEqual(new Set(saidOf(seen)));
  expect(visitors.every(({ timestamp }) => timestamp.endsWith(':00:00.000Z'))).toBe(true);
  const other = await as(stranger, { method: 'GET', url: `/api/users/${ada.userId}/recent-activity` });
  expect(other.statusCode).toBe(404);
});

test('the log of handovers has the handovers of some months, including disputes, without names', async () => {
  const [ada, bo, cy] = [await donor(), await person(), await person()];
  const first = clock.now();
  await give(ada, bo, 4);
  const disputed = await give(ada, cy, 5);
  await disputeHandover(ctx, cy, disputed);
  await answer(ada, cy);
  // of another giver, and not handed over
  await give(await donor(), bo, 7);
  await claimed(ada, cy, 9);
  const month = first.toISOString().slice(0, 7);
  const log = (who: typeof ada, from: string, until: string) =>
    as(who, { method: 'GET', url: `/api/users/handovers.csv?from=${from}&until=${until}` });
  const csv = (await log(ada, month, month)).body;
  const day = first.toISOString().slice(0, 10);
  const time = first.toISOString().slice(11, 16);
  expect(csv.split('\r\n')).toEqual([
    '\uFEFFDate,Time (UTC),Food,Category,Servings,Estimated weight (lb),Estimated weight (kg),Allergens,Received by,Status,Version of the estimates',
    `${day},${time},Vegetable soup,prepared meals,4,4.8,2.2,not stated,neighbor,completed,2026-11`,
    `${day},${time},Vegetable soup,prepared meals,5,6.0,2.7,not stated,neighbor,disputed,2026-11`,
    '',
  ]);
  await pool.query("update food_listing set counted_as = 'rolls' where donor_id = $1", [ada.userId]);
  expect((await log(ada, month, month)).body).toContain(
    ',prepared meals,3,3.6,1.6,not stated,neighbor,disputed',
  );
  await pool.query('update food_listing set counted_as = null where donor_id = $1', [ada.userId]);
  await pool.query("update person set language = 'es' where id = $1", [ada.userId]);
  expect((await log(ada, month, month)).body).toMatch(/^\uFEFFFecha,Hora \(UTC\),Comida,/);
  await pool.query('update person set language = null where id = $1', [ada.userId]);
  for (const { userId } of [bo, cy]) expect(csv).not.toContain(userId);
  // the answered request a week later, by the month only
  clock.forward(9 * DAY_MS);
  await countAnsweredRequests(ctx);
  const later = clock.now().toISOString().slice(0, 7);
  const both = (await log(ada, month, later)).body;
  expect(both).toBe((await log(ada, month, later)).body);
  expect(both.startsWith(csv)).toBe(true);
  expect(both.slice(csv.length)).toMatch(/^\d{4}-\d\d,,,,\d+,[\d.]+,[\d.]+,,request,completed,2026-11\r\n$/);
  expect((await log(ada, '2020-01', '2020-02')).body.split('\r\n')).toHaveLength(2);
  expect((await log(ada, '2026-05', '2026-04')).statusCode).toBe(422);
  expect((await log(ada, '2026-5', '2026-13')).statusCode).toBe(422);
  // a year and the one before at most: it is read in one piece
  expect((await log(ada, '2024-06', '2026-05')).statusCode).toBe(200);
  expect((await log(ada, '2024-05', '2026-05')).json()).toMatchObject({
    fieldErrors: { until: { code: 'too-many-months' } },
  });
});
