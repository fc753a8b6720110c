import { boundsAround, distanceM, pointAt } from '@openlarder/domain/kernel/geo.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import { describe, expect, test, vi } from 'vitest';
import * as emergency from '#server/features/emergency/emergency.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import { ask as call, MIDTOWN, type TestCaller } from '#server/testing/factories/claims-fixture.ts';
import { emergencyFixture, REQUESTER_ADDRESS } from '#server/testing/factories/emergency-fixture.ts';

const fixture = await emergencyFixture();
const { ctx, clock, person, donor, ask, listing } = fixture;
await fixture.listen();

/** Each test uses its own home, far from the others. */
let homes = 0;
const aHome = () => pointAt(MIDTOWN, 20_000 * ++homes, 1);

type Home = ReturnType<typeof aHome>;

async function look(who: TestCaller, home: Home, filter = ''): Promise<MapCluster[]> {
  const { north, south, east, west } = boundsAround(home, 5000);
  const bounds = `north=${north}&south=${south}&east=${east}&west=${west}&radius=100`;
  const { status, body } = await call(fixture.http, who, 'GET', `/api/map/cluster?${bounds}${filter}`);
  expect(status).toBe(200);
  return body as MapCluster[];
}
const sees = (who: TestCaller, home: Home, clusters: unknown): Promise<void> =>
  vi.waitFor(async () => expect(await look(who, home)).toMatchObject(clusters as object));
const SHOWN = [{ type: 'food_needed', count: 1 }];

describe('a request on the map', () => {
  test('shows title and household to donors and the requester, and only “Food needed” to others', async () => {
    const home = aHome();
    const [requester, neighbour] = [await person('Ruth', 'Abara'), await person('Iris')];
    const { id } = await ask(requester, { ...home, urgencyLevel: 'emergency' });
    const open = {
      id,
      title: 'Food for tonight',
      urgencyLevel: 'emergency',
      pickupLocation: 'Turtle Bay',
      estimatedServings: null,
      householdSize: 3,
      createdAt: new Date(clock.at).toISOString(),
    };
    const cluster = { type: 'food_needed', urgencyLevel: 'emergency', count: 1 };
    for (const who of [await donor(), requester]) await sees(who, home, [{ ...cluster, items: [open] }]);
    await sees(neighbour, home, [
      { ...cluster, items: [{ ...open, title: 'Food needed', householdSize: null }] },
    ]);
    const [told] = await look(neighbour, home);
    expect(Object.keys(told?.items[0] ?? {}).toSorted()).toEqual(Object.keys(open).toSorted());
    for (const secret of ['tonight', 'Friday', 'oven', 'Ruth', requester.userId, REQUESTER_ADDRESS])
      expect(JSON.stringify(told)).not.toContain(secret);
    expect(distanceM(told ?? home, home)).toBeGreaterThan(240);
  });

  test('makes a cluster with food mixed, with the higher urgency of the two', async () => {
    const home = aHome();
    const both = await donor(home);
    const { id } = await listing(both, home);
    const request = await ask(both, { ...home, urgencyLevel: 'high' });
    const stranger = await person();
    await sees(stranger, home, [{ type: 'mixed', urgencyLevel: 'high', count: 2 }]);
    const [cluster] = await look(stranger, home);
    expect(cluster?.items.map((item) => [item.id, item.title, item.estimatedServings])).toEqual([
      [request.id, 'Food needed', null],
      [id, 'Vegetable soup', 4],
    ]);
  });

  test('matches its preferred categories, or any if it has none, and its own urgency', async () => {
    const home = aHome();
    const [stranger, other] = [await person(), await person()];
    const liked = await ask(await person(), { ...home, preferredCategories: ['bakery_items', 'dairy_eggs'] });
    const any = await ask(other, {
      ...pointAt(home, 900, 2),
      preferredCategories: [],
      urgencyLevel: 'high',
    });
    await vi.waitFor(async () => expect(await look(stranger, home)).toHaveLength(2));
    const idsWith = async (filter: string): Promise<string[]> =>
      (await look(stranger, home, filter)).flatMap(({ items }) => items.map(({ id }) => id)).toSorted();
    expect(await idsWith('&categories=dairy_eggs')).toEqual([liked.id, any.id].toSorted());
    expect(await idsWith('&categories=pantry_staples')).toEqual([any.id]);
    expect(await idsWith('&urgencyLevels=high')).toEqual([any.id]);
    expect(await idsWith('&urgencyLevels=emergency')).toEqual([liked.id]);
    expect(await idsWith('&urgencyLevels=low&urgencyLevels=medium')).toEqual([]);
  });

  test('disappears on a match, reappears on a release, and disappears when it ends', async () => {
    const home = aHome();
    const [requester, helper, stranger] = [await person('Ruth', 'Abara'), await donor(home), await person()];
    const { id } = await ask(requester, home);
    await sees(stranger, home, SHOWN);
    await emergency.matchRequest(ctx, helper, id);
    await vi.waitFor(async () => {
      // not even to the two people of the match
      for (const who of [stranger, requester, helper]) expect(await look(who, home)).toEqual([]);
    });
    await emergency.releaseRequest(ctx, helper, id, 'cannot_make_it');
    await sees(stranger, home, SHOWN);
    await emergency.cancelRequest(ctx, requester, id, 'got_food');
    await vi.waitFor(async () => expect(await look(stranger, home)).toEqual([]));
  });

  test('disappears when it expires, before the job runs', async () => {
    const home = aHome();
    const stranger = await person();
    await ask(await person(), home);
    await sees(stranger, home, SHOWN);
    clock.forward(24 * HOUR_MS);
    expect(await look(stranger, home)).toEqual([]);
  });

  test.each(['requester', 'donor'])('is hidden across a block by the %s', async (by) => {
    const home = aHome();
    const [requester, near, stranger] = [await person(), await donor(home), await donor(home)];
    await ask(requester, home);
    await sees(near, home, SHOWN);
    const [blocker, blocked] = by === 'donor' ? [near, requester] : [requester, near];
    await moderation.blockPerson(ctx, blocker, blocked.userId);
    expect(await look(near, home)).toEqual([]);
    expect(await look(stranger, home)).toMatchObject(SHOWN);
    expect(await look(requester, home)).toMatchObject(SHOWN);
  });
});
