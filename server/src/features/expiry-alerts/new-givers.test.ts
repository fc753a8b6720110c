import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { expect, test } from 'vitest';
import { claimsFixture, MIDTOWN, type TestCaller } from '#server/test/factories/claims-fixture.ts';

const fixture = await claimsFixture();
const { as, clock, person, pool } = fixture;

type Given = { readonly donorId: string };
const share = (giver: TestCaller, hours: number) =>
  fixture.listing(giver, {
    ...MIDTOWN,
    bestByDate: new Date(clock.at + hours * HOUR_MS).toISOString(),
  });

test('two accounts of today with fifteen listings each fill no list of food', async () => {
  const [hungry, honest] = [await person(), await Promise.all([1, 2, 3, 4].map(() => person('Hanna')))];
  clock.forward(2 * DAY_MS);
  const flooders = [await person('Flo'), await person('Flo')];
  for (const giver of honest) for (let nth = 0; nth < 3; nth++) await share(giver, 9 + nth);
  clock.forward(1000);
  for (const flooder of flooders) for (let nth = 0; nth < 15; nth++) await share(flooder, 4 + nth / 10);
  const at = `lat=${MIDTOWN.latitude}&lng=${MIDTOWN.longitude}`;
  const read = async <T>(url: string): Promise<T> => {
    const answer = await as(hungry, { url });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };
  const isOfFlooder = ({ donorId }: Given) => flooders.some(({ userId }) => userId === donorId);
  const lists = {
    recommendations: (await read<{ listing: Given }[]>(`/api/smart-match/recommendations?${at}&limit=9`)).map(
      ({ listing }) => listing,
    ),
    expiring: await read<Given[]>(`/api/food-listings/expiring-soon?${at}`),
    feed: await read<Given[]>('/api/food-listings?arranged=true&limit=9'),
  };
  for (const [name, list] of Object.entries(lists)) {
    const flooding = list.filter(isOfFlooder);
    expect([name, flooding.length]).toEqual([name, name === 'expiring' ? 6 : 3]);
    expect(list.length - flooding.length).toBe(name === 'expiring' ? 12 : 6);
  }
  const activity = await read<{ donorName: string }[]>('/api/recent-activity?limit=9');
  expect(activity.filter(({ donorName }) => donorName.startsWith('Flo'))).toHaveLength(3);
  // a day later they are members like others
  await pool.query('delete from food_listing where donor_id = any($1)', [honest.map(({ userId }) => userId)]);
  expect(await read<Given[]>(`/api/food-listings/expiring-soon?${at}`)).toHaveLength(6);
});
