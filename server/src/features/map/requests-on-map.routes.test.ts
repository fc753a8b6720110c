import { boundsAround, type GeoPoint, pointAt } from '@openlarder/domain/kernel/geo.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { describe, expect, test } from 'vitest';
import { matchRequest } from '#server/features/emergency/matching/match-request.ts';
import { cancelRequest } from '#server/features/emergency/requests/request-actions.ts';
import { listActive } from '#server/features/emergency/requests/request-queries.ts';
import { communityPlace } from '#server/features/places/community-place.ts';
import * as places from '#server/features/places/places.service.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import * as moderation from '#server/features/moderation/blocks/blocks.ts';
import { ask as call, MIDTOWN, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { emergencyFixture, REQUESTER_ADDRESS } from '#server/test/factories/emergency-fixture.ts';

const fixture = await emergencyFixture();
const { ctx, clock, person, donor, ask, listing } = fixture;
await fixture.listen();

/** Each test uses its own home in an area of its own, far from the others. */
let homes = 0;
async function aHome(): Promise<GeoPoint> {
  const home = pointAt(MIDTOWN, 40_000 * ++homes, 1);
  await fixture.area(home, 'Old Town');
  return home;
}

type Home = GeoPoint;

async function look(who: TestCaller, home: Home, filter = ''): Promise<MapCluster[]> {
  const { north, south, east, west } = boundsAround(home, 25_000);
  const bounds = `north=${north}&south=${south}&east=${east}&west=${west}&radius=100`;
  const { status, body } = await call(fixture.http, who, 'GET', `/api/map/cluster?${bounds}${filter}`);
  expect(status).toBe(200);
  return body as MapCluster[];
}
const sees = (who: TestCaller, home: Home, clusters: unknown): Promise<void> =>
  expect.poll(() => look(who, home)).toMatchObject(clusters as object);
const SHOWN = [{ type: 'food_needed', count: 1 }];

describe('a request on the map', () => {
  test('shows title and household to donors in reach and the requester, and a count of its area to others', async () => {
    const home = await aHome();
    const [requester, neighbor] = [await person('Ruth', 'Abara'), await person('Iris')];
    const { id, area } = await ask(requester, { ...home, urgencyLevel: 'emergency' });
    const item = {
      id,
      title: 'Food for tonight',
      category: null,
      urgencyLevel: 'emergency',
      pickupLocation: 'Old Town',
      latitude: null,
      longitude: null,
      placeIsPublic: false,
      estimatedServings: null,
      householdSize: 3,
      createdAt: new Date(clock.at).toISOString(),
    };
    const cluster = {
      type: 'food_needed',
      urgencyLevel: 'emergency',
      count: 1,
      areas: [{ ...area, count: 1 }],
    };
    for (const who of [await donor(home), requester]) await sees(who, home, [{ ...cluster, items: [item] }]);
    for (const who of [neighbor, await donor(), await donor(null)])
      await sees(who, home, [{ ...cluster, items: [] }]);
    const told = JSON.stringify(await look(neighbor, home));
    const secrets = [
      'tonight',
      'Friday',
      'oven',
      'Ruth',
      'household',
      id,
      requester.userId,
      REQUESTER_ADDRESS,
    ];
    for (const secret of secrets) expect(told).not.toContain(secret);
  });

  test('is marked at the same point for all places in its area', async () => {
    const home = await aHome();
    const stranger = await person();
    const marks: unknown[] = [];
    for (const meters of [0, 400, 900]) {
      const requester = await person();
      const { id } = await ask(requester, pointAt(home, meters, 2));
      await sees(stranger, home, SHOWN);
      marks.push((await look(stranger, home)).map(({ latitude, longitude }) => ({ latitude, longitude })));
      await cancelRequest(ctx, requester, id);
      await expect.poll(() => look(stranger, home)).toEqual([]);
    }
    expect(new Set(marks.map((mark) => JSON.stringify(mark))).size).toBe(1);
  });

  test('stands without an area for the community as a whole, for those alone who may see it', async () => {
    const [requester, helper] = [await person(), await donor(pointAt(MIDTOWN, 900_000, 1))];
    const { id } = await ask(requester, pointAt(MIDTOWN, 900_000, 1));
    expect(await listActive(ctx, helper)).toMatchObject([{ id, area: null, distanceKm: null }]);
    const { center, bounds } = await communityPlace(ctx);
    const areas = [{ label: ctx.settings.appName, bounds: [bounds], count: 1 }];
    for (const who of [requester, helper])
      await sees(who, center, [{ ...center, type: 'food_needed', count: 1, areas, items: [{ id }] }]);
    for (const who of [await person(), await donor(null)]) expect(await look(who, center)).toEqual([]);
    await cancelRequest(ctx, requester, id);
    await expect.poll(() => look(helper, center)).toEqual([]);
  });

  test('makes a cluster with food mixed, with the higher urgency of the two', async () => {
    const home = await aHome();
    const both = await donor(home);
    const { area } = await ask(both, { ...home, urgencyLevel: 'high' });
    const stranger = await person();
    await sees(stranger, home, SHOWN);
    const [mark] = await look(stranger, home);
    if (!mark) throw new Error('no mark');
    // at a business, which is shown where it is
    const { latitude, longitude } = mark;
    const point = { latitude, longitude };
    await inTransaction(ctx, (tx) =>
      places.setBusinessPlace(tx, both.userId, { address: '1 Mill Road', point }, true),
    );
    const { id } = await listing(both, { ...point, pickupLocation: '1 Mill Road' });
    await sees(stranger, home, [{ type: 'mixed', urgencyLevel: 'high', count: 2 }]);
    const [cluster] = await look(stranger, home);
    expect(cluster?.items.map((item) => [item.id, item.title])).toEqual([[id, 'Vegetable soup']]);
    expect(cluster?.areas).toEqual([{ ...area, count: 1 }]);
  });

  test('matches its preferred categories, or any if it has none, and its own urgency', async () => {
    const home = await aHome();
    const helper = await donor(home);
    const liked = await ask(await person(), { ...home, preferredCategories: ['bakery_items', 'dairy_eggs'] });
    const any = await ask(await person(), { ...home, preferredCategories: [], urgencyLevel: 'high' });
    await expect.poll(async () => (await look(helper, home))[0]?.count).toBe(2);
    const idsWith = async (filter: string): Promise<string[]> => {
      const clusters = await look(helper, home, filter);
      const counted = clusters.flatMap(({ areas }) => areas).reduce((sum, { count }) => sum + count, 0);
      const ids = clusters.flatMap(({ items }) => items.map(({ id }) => id)).toSorted();
      expect(counted).toBe(ids.length);
      return ids;
    };
    expect(await idsWith('&categories=dairy_eggs')).toEqual([liked.id, any.id].toSorted());
    expect(await idsWith('&categories=pantry_staples')).toEqual([any.id]);
    expect(await idsWith('&urgencyLevels=high')).toEqual([any.id]);
    expect(await idsWith('&urgencyLevels=emergency')).toEqual([liked.id]);
    expect(await idsWith('&urgencyLevels=low&urgencyLevels=medium')).toEqual([]);
  });

  test('disappears on a match, reappears on a release, and disappears when it ends', async () => {
    const home = await aHome();
    const [requester, helper, stranger] = [await person('Ruth', 'Abara'), await donor(home), await person()];
    const { id } = await ask(requester, home);
    await sees(stranger, home, SHOWN);
    await matchRequest(ctx, helper, id);
    // not even to the two people of the match
    for (const who of [stranger, requester, helper]) await expect.poll(() => look(who, home)).toEqual([]);
    await fixture.release(helper, id, 'cannot_make_it');
    await sees(stranger, home, SHOWN);
    await cancelRequest(ctx, requester, id, 'got_food');
    await expect.poll(() => look(stranger, home)).toEqual([]);
  });

  test('disappears when it expires, before the job runs', async () => {
    const home = await aHome();
    const stranger = await person();
    await ask(await person(), home);
    await sees(stranger, home, SHOWN);
    clock.forward(24 * HOUR_MS);
    expect(await look(stranger, home)).toEqual([]);
  });

  test.each(['requester', 'donor'])('is unchanged after a block by the %s', async (by) => {
    const home = await aHome();
    const [requester, near, stranger] = [await person(), await donor(home), await donor(home)];
    await ask(requester, home);
    await sees(near, home, SHOWN);
    const [blocker, blocked] = by === 'donor' ? [near, requester] : [requester, near];
    await moderation.blockPerson(ctx, blocker, blocked.userId);
    expect(await look(near, home)).toMatchObject(SHOWN);
    expect(await look(stranger, home)).toMatchObject(SHOWN);
    expect(await look(requester, home)).toMatchObject(SHOWN);
  });

  test('is not found by a filter of people who only see its area', async () => {
    const home = await aHome();
    const [requester, neighbor] = [await person('Ruth', 'Abara'), await person('Iris')];
    await ask(requester, { ...home, urgencyLevel: 'emergency', preferredCategories: ['bakery_items'] });
    const near = await donor(home);
    for (const who of [neighbor, near]) await sees(who, home, SHOWN);
    for (const filter of ['bakery_items', 'other'].map((category) => `&categories=${category}`))
      expect(await look(neighbor, home, filter)).toEqual([]);
    for (const filter of ['emergency', 'low'].map((level) => `&urgencyLevels=${level}`))
      for (const who of [neighbor, await donor()]) expect(await look(who, home, filter)).toEqual([]);
    for (const who of [near, requester]) {
      expect(await look(who, home, '&categories=bakery_items')).toMatchObject(SHOWN);
      expect(await look(who, home, '&urgencyLevels=low')).toEqual([]);
    }
  });

  test('stays there for known donors while someone new helps, and for nobody else', async () => {
    const home = await aHome();
    const [requester, neighbor, known] = [await person(), await donor(home), await donor(home)];
    const { id } = await ask(requester, home);
    await fixture.makeKnown(known);
    await sees(neighbor, home, SHOWN);
    await matchRequest(ctx, await donor(home), id);
    for (const who of [neighbor, requester, await person()])
      await expect.poll(() => look(who, home)).toEqual([]);
    await sees(known, home, [{ ...SHOWN[0], items: [{ id }] }]);
    await cancelRequest(ctx, requester, id);
    await expect.poll(() => look(known, home)).toEqual([]);
  });
});
