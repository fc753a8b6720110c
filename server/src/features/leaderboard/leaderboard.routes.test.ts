import type { UserType } from '@openlarder/domain/accounts/account-fields.ts';
import type { AllTimeEntry, MonthlyEntry } from '@openlarder/domain/leaderboard/leaderboard-contract.ts';
import type { UserStats } from '@openlarder/domain/recognition/recognition-contract.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { countAll, givePoints } from '#server/test/factories/points.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import { testApp } from '#server/test/test-app.ts';

// TEST_NOW is in May
const app = await testApp({ TIME_ZONE: 'America/New_York' });
const { as, db } = app;
const NOON = new Date('2026-05-04T12:00:00Z');
let me: TestPerson;

beforeEach(async () => {
  for (const table of ['point_total', 'point_month', 'point_histogram'] as const)
    await db.deleteFrom(table).execute();
  app.clock.at = NOON.getTime();
  me = await person('Mia', 'donor');
});

const person = async (firstName: string, userType: UserType = 'donor', organizationName?: string) =>
  app.createPerson({ firstName, lastName: 'Lund', userType, ...(organizationName && { organizationName }) });

async function withPoints(name: string, points: number, at = NOON, userType: UserType = 'donor') {
  const who = await person(name, userType);
  await givePoints(db, who.id, points, { at, timeZone: 'America/New_York' });
  return who;
}
async function read<T>(url: string, as_: TestPerson = me): Promise<T> {
  const answer = await as(as_, { url });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const monthly = (query = '', who?: TestPerson) =>
  read<MonthlyEntry[]>(`/api/leaderboard/monthly${query}`, who);
const allTime = (query = '', who?: TestPerson) =>
  read<AllTimeEntry[]>(`/api/leaderboard/all-time${query}`, who);
const stats = (who: TestPerson) => read<UserStats>('/api/users/stats', who);
const lines = (entries: readonly MonthlyEntry[]) =>
  entries.map(({ monthRank, monthPoints, user }) => `${monthRank} ${user.firstName} ${monthPoints}`);

const minutesAgo = (minutes: number) => new Date(NOON.getTime() - minutes * 60_000);
const hide = (who: TestPerson) =>
  db.updateTable('person').set({ leaderboard_visible: false }).where('id', '=', who.id).execute();

describe('a board', () => {
  test('has the most points first, in both shapes, by names that strangers see', async () => {
    const rosa = await withPoints('Rosa', 320);
    const bakery = await person('Nina', 'donor', 'Ninth Avenue Bakery');
    await givePoints(db, bakery.id, 1200, { at: NOON, timeZone: 'America/New_York' });
    const [first, second] = await monthly();
    expect(first).toEqual({
      id: `2026-05-${bakery.id}`,
      userId: bakery.id,
      monthRank: 1,
      monthPoints: 1200,
      user: {
        id: bakery.id,
        userType: 'donor',
        organizationName: 'Ninth Avenue Bakery',
        firstName: '',
        lastName: '',
        level: 7,
        title: 'food_legend',
      },
    });
    expect(second?.user).toMatchObject({ firstName: 'Rosa', lastName: 'L.', level: 4, title: 'food_hero' });
    expect((await allTime())[1]).toEqual({ ...second?.user, rank: 2, totalPoints: 320, id: rosa.id });
  });

  test('gives equal points one rank, ordered by who reached them first', async () => {
    await withPoints('Late', 50, minutesAgo(1));
    await withPoints('Early', 50, minutesAgo(9));
    await withPoints('Top', 60);
    await withPoints('Last', 10);
    expect(lines(await monthly())).toEqual(['1 Top 60', '2 Early 50', '2 Late 50', '4 Last 10']);
  });

  test('of one user type keeps the ranks among all people', async () => {
    await withPoints('Donna', 90);
    await withPoints('Vic', 80, NOON, 'volunteer');
    await withPoints('Dan', 70);
    await withPoints('Val', 60, NOON, 'volunteer');
    await withPoints('Rae', 50, NOON, 'recipient');
    expect(lines(await monthly('?userType=volunteer'))).toEqual(['2 Vic 80', '4 Val 60']);
    expect((await allTime('?userType=recipient')).map(({ rank, firstName }) => [rank, firstName])).toEqual([
      [5, 'Rae'],
    ]);
  });

  test('has fifty rows, then the caller’s own with their rank', async () => {
    for (let nth = 0; nth < 52; nth += 1) await withPoints(`Nth${nth}`, 1000 - nth);
    await givePoints(db, me.id, 7, { at: NOON, timeZone: 'America/New_York' });
    const entries = await monthly();
    expect(entries).toHaveLength(51);
    expect(lines(entries.slice(-2))).toEqual(['50 Nth49 951', '53 Mia 7']);
    expect((await allTime()).at(-1)).toMatchObject({ rank: 53, totalPoints: 7 });
    expect(await stats(me)).toMatchObject({ currentRank: 53, allTimeRank: 53, totalPoints: 7 });
    // of another kind than the one that is asked for
    expect(await monthly('?userType=volunteer')).toEqual([]);
  });

  test('does not show people who have given nothing on it, whatever their kind; they see their own points', async () => {
    const picksUp = await person('Vic', 'volunteer');
    await givePoints(db, picksUp.id, 5, { at: NOON, timeZone: 'America/New_York', given: 0 });
    await withPoints('Donna', 90);
    const gaveBefore = await person('Gus', 'donor');
    await givePoints(db, gaveBefore.id, 21, { at: new Date('2026-03-04T12:00:00Z') });
    await givePoints(db, gaveBefore.id, 5, { at: NOON, timeZone: 'America/New_York', given: 0 });
    expect(lines(await monthly())).toEqual(['1 Donna 90']);
    expect((await allTime()).map(({ firstName }) => firstName)).toEqual(['Donna', 'Gus']);
    expect(lines(await monthly('', picksUp))).toEqual(['1 Donna 90', '0 Vic 5']);
    expect(await stats(picksUp)).toMatchObject({ currentRank: 0, allTimeRank: 0, monthPoints: 5 });
    expect(await stats(gaveBefore)).toMatchObject({ currentRank: 0, allTimeRank: 2 });
  });

  test('does not show people who hide or have closed their account; those who hide still see their own points, without a rank', async () => {
    const hidden = await withPoints('Hidden', 90);
    const left = await withPoints('Left', 80);
    await withPoints('Shown', 70);
    await hide(hidden);
    await db.updateTable('person').set({ closed_at: NOON }).where('id', '=', left.id).execute();
    await countAll(db);
    expect(lines(await monthly())).toEqual(['1 Shown 70']);
    expect(lines(await monthly('', hidden))).toEqual(['1 Shown 70', '0 Hidden 90']);
    expect(await stats(hidden)).toMatchObject({ currentRank: 0, allTimeRank: 0, monthPoints: 90 });
    // and back
    await db.updateTable('person').set({ leaderboard_visible: true }).where('id', '=', hidden.id).execute();
    await countAll(db);
    expect(lines(await monthly())).toEqual(['1 Hidden 90', '2 Shown 70']);
  });

  test('hides people across a block from each other, without a gap in the ranks', async () => {
    const top = await withPoints('Top', 90);
    const other = await withPoints('Other', 80);
    await withPoints('Third', 70);
    await givePoints(db, me.id, 60, { at: NOON, timeZone: 'America/New_York' });
    expect(
      (await as(top, { method: 'POST', url: '/api/blocks', payload: { userId: me.id } })).statusCode,
    ).toBe(204);
    const seen = ['1 Other 80', '2 Third 70', '3 Mia 60'];
    expect(lines(await monthly())).toEqual(seen);
    expect(await stats(me)).toMatchObject({ currentRank: 3, allTimeRank: 3 });
    expect(lines(await monthly('', top))).toEqual(['1 Top 90', '2 Other 80', '3 Third 70']);
    expect(lines(await monthly('', other))).toHaveLength(4);
  });

  test('follows a change of the user type', async () => {
    const who = await withPoints('Kim', 40);
    await as(who, { method: 'PUT', url: '/api/users/profile', payload: { userType: 'volunteer' } });
    expect(lines(await monthly('?userType=volunteer'))).toEqual(['1 Kim 40']);
    expect(await monthly('?userType=donor')).toEqual([]);
  });
});

describe('the month', () => {
  test('is that of the community, to the second, and past months do not change', async () => {
    // New York is four hours behind in May
    const [before, after] = [new Date('2026-05-01T03:59:59Z'), new Date('2026-05-01T04:00:01Z')];
    await withPoints('April', 10, before);
    await withPoints('May', 20, after);
    app.clock.at = before.getTime();
    expect(await read('/api/leaderboard/months')).toEqual({ current: '2026-04', first: '2026-04' });
    expect(lines(await monthly())).toEqual(['1 April 10']);
    app.clock.at = after.getTime();
    expect(await read('/api/leaderboard/months')).toEqual({ current: '2026-05', first: '2026-04' });
    expect(lines(await monthly())).toEqual(['1 May 20']);
    expect(lines(await monthly('?month=2026-04'))).toEqual(['1 April 10']);
    expect(await monthly('?month=2026-03')).toEqual([]);
    expect((await allTime()).map(({ firstName }) => firstName)).toEqual(['May', 'April']);
    expect((await as(me, { url: '/api/leaderboard/monthly?month=2026-13' })).statusCode).toBe(422);
  });
});

test('a person without points has the stats of a newcomer', async () => {
  expect(await stats(me)).toEqual({
    level: 1,
    totalPoints: 0,
    badgeCount: 0,
    title: 'newcomer',
    currentRank: 0,
    monthPoints: 0,
    allTimeRank: 0,
  });
  expect(await monthly()).toEqual([]);
  expect(await read('/api/leaderboard/months')).toEqual({ current: '2026-05', first: '2026-05' });
});
