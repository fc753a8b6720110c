import { type GeoPoint, pointAt } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { makeStatementCounter } from '#server/test/count-statements.ts';
import { areaAround } from '#server/test/factories/areas.ts';
import { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import { matchRequest } from '../matching/match-request.ts';
import { cancelRequest } from './request-actions.ts';
import { getRequest, listActive, listRequests } from './request-queries.ts';
import { selectWaits } from './requests.store.ts';
import * as moderation from '#server/features/moderation/blocks/blocks.ts';

const { ctx, pool, clock, ask, confirm, donor, listing, makeKnown, matched, person, release } =
  await emergencyFixture();
const statements = makeStatementCounter(pool);
// the rows that SQL has written keep no invariants
afterAll(() => pool.query('truncate person cascade'));
/** Where no other test of this file has a request. */
const AWAY = { latitude: 47.6062031, longitude: -122.3320713 };

/** So many pending requests, the area of each a hundred meters farther from `AWAY` than the one before. */
async function plantRequests(count: number): Promise<void> {
  const areas = Array.from({ length: count }, (_, nth) =>
    JSON.stringify(areaAround(pointAt(AWAY, 100 * (nth + 1), 0), `Home${nth + 1}`)),
  );
  await pool.query(
    `with planted as (
       select nth, gen_random_uuid() as person_id, area from unnest($1::jsonb[]) with ordinality as at (area, nth)
     ), people as (
       insert into person (id, email, name, first_name, last_name, user_type, created_at, updated_at)
       select person_id, person_id || '@example.org', 'Ruth A', 'Ruth', 'A', 'recipient', $2, $2 from planted
     )
     insert into emergency_request
       (id, requester_id, title, urgency_level, household_size, radius_km, area, created_at, expires_at)
     select gen_random_uuid(), person_id, 'Food', 'high', 1, 25, area,
       $2::timestamptz + nth * interval '1 second', $2::timestamptz + interval '1 day' from planted`,
    [areas, clock.now()],
  );
}

describe('the list of pending requests for a donor', () => {
  it('has the nearest two hundred in reach, and none for a donor without a location', async () => {
    await plantRequests(260);
    const homes = async (at: GeoPoint | null) =>
      (await listActive(ctx, await donor(at))).map((shown) => ({
        ...shown,
        home: shown.pickupLocation,
      }));
    // a donor's own location is shown a few hundred meters off
    const near = await homes(AWAY);
    expect(near).toHaveLength(200);
    expect(near).toEqual(near.toSorted((a, b) => (a.distanceKm ?? 0) - (b.distanceKm ?? 0)));
    expect(near.map(({ home }) => home)).toEqual(expect.arrayContaining(['Home1', 'Home20', 'Home190']));
    const far = await homes(pointAt(AWAY, 24_000, Math.PI));
    expect(far.every(({ withinReach }) => withinReach)).toBe(true);
    expect(far.length).toBeGreaterThan(0);
    expect(far.length).toBeLessThan(20);
    expect(await homes(null)).toEqual([]);
  });

  it('has one request of new people among three for a known donor, as long as others’ fill the rest', async () => {
    const [known, neighbor] = [await donor(AWAY), await donor(AWAY)];
    await makeKnown(known);
    const idsOf = async (who: typeof known) => (await listActive(ctx, who)).map(({ id }) => id);
    const nearest = await idsOf(neighbor);
    expect(await idsOf(known)).toEqual(nearest);
    const settled = nearest.slice(20, 24);
    await pool.query(
      `update person set created_at = created_at - interval '2 days' where id in (
         select requester_id from emergency_request where id = any($1::uuid[]))`,
      [settled],
    );
    const [first, second, ...others] = nearest.filter((id) => !settled.includes(id));
    const [a, b, c, d] = settled;
    expect(await idsOf(known)).toEqual([first, a, b, second, c, d, ...others]);
    // the order tells who is new, which only known people learn
    expect(await idsOf(neighbor)).toEqual(nearest);
  });

  it('has the others if those that look taken would fill it', async () => {
    const asking = await donor(AWAY);
    const nearest = (await listActive(ctx, asking)).map(({ id }) => id);
    await pool.query(
      `insert into match_attempt (request_id, helper_id, round, is_blocked, attempted_at)
       select id, $2, 0, true, $3 from unnest($1::uuid[]) as id`,
      [nearest, asking.userId, clock.now()],
    );
    const shown = (await listActive(ctx, asking)).map(({ id }) => id);
    expect(shown.length).toBeGreaterThan(40);
    expect(shown.filter((id) => nearest.includes(id))).toEqual([]);
  });
});

describe('a former helper', () => {
  it('no longer sees a request’s progress after a block between the two', async () => {
    const { requester, helper, id } = await matched();
    await release(helper, id);
    expect(await getRequest(ctx, helper, id)).toMatchObject({ side: 'donor', match: null });
    await moderation.blockPerson(ctx, requester, helper.userId);
    await expect(cancelRequest(ctx, helper, id)).rejects.toMatchObject({ status: 404 });
    await expect(getRequest(ctx, await person(), id)).rejects.toMatchObject({ status: 404 });
  });
});

it('counts of each person’s last request the hours until the match that brought food, and not who canceled', async () => {
  const from = clock.now();
  const helpAfter = async (hours: number, id: string) => {
    clock.forward(hours * HOUR_MS);
    const helper = await donor();
    await matchRequest(ctx, helper, id);
    return helper;
  };
  const twice = await person('Ruth', 'Abara');
  for (const hours of [1, 2]) {
    const { id } = await ask(twice);
    const helper = await helpAfter(hours, id);
    await confirm(helper, id);
    await confirm(twice, id);
  }
  const inVain = await person('Ruth', 'Abara');
  const second = await ask(inVain);
  await release(await helpAfter(1, second.id), second.id);
  const helper = await helpAfter(3, second.id);
  await confirm(helper, second.id);
  await confirm(inVain, second.id);
  const canceled = await person('Ruth', 'Abara');
  await cancelRequest(ctx, canceled, (await ask(canceled)).id);
  const waits = await selectWaits(ctx.db, { from, until: clock.now() });
  expect(waits).toHaveLength(2);
  expect(new Set(waits)).toEqual(new Set([2, 4]));
});

it('says how long help usually takes, once ten people’s requests are over for a week', async () => {
  for (let nth = 0; nth < 10; nth += 1) {
    const requester = await person('Ruth', 'Abara');
    const helper = await donor();
    const { id } = await ask(requester);
    clock.forward(HOUR_MS);
    await matchRequest(ctx, helper, id);
    await confirm(helper, id);
    await confirm(requester, id);
  }
  const wait = async () => {
    const asking = await person('Ruth', 'Abara');
    return [(await ask(asking)).usualWaitHours, asking] as const;
  };
  expect((await wait())[0]).toBeNull();
  clock.forward(8 * DAY_MS);
  const [hours, asking] = await wait();
  expect(hours).toBe(1);
  const [shown] = await listActive(ctx, await donor());
  expect(shown?.requester.id).not.toBe(asking.userId);
  expect(shown?.usualWaitHours).toBeNull();
});

/** Requests that a helper answers: a statement for each would show with two. */
const SEVERAL = 4;

it('several matched requests with their handovers are presented with as many statements as one', async () => {
  const helper = await donor();
  async function match(): Promise<void> {
    const request = await ask(await person());
    const listingId = (await listing(helper)).id;
    await matchRequest(ctx, helper, request.id, { listingId, servings: 1 });
    // within the limit of matches in a day
    clock.forward(DAY_MS);
  }
  const list = async () => listRequests(ctx, helper, 'helping');
  await match();
  const ofOne = await statements.in(list);
  while ((await list()).length < SEVERAL) await match();
  expect((await list()).every((each) => each.match?.handover.claimId)).toBe(true);
  expect(await statements.in(list)).toBe(ofOne);
});
