import { distanceM, type GeoPoint, pointAt } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, it } from 'vitest';
import * as places from './places.service.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { TestPerson } from '#server/testing/factories/people.ts';
import { sized } from '#server/testing/long-run.ts';
import { testApp } from '#server/testing/test-app.ts';

const fixture = await testApp();
const { clock, createPerson, ctx, db } = fixture;

const TIMES_SQUARE = { latitude: 40.758, longitude: -73.9855 };
const OWNERS = sized(10, 50);
const HOMES_EACH = sized(10, 20);
const FIX_WANDERS_M = 40;
const write = <Result>(work: (tx: TxContext) => Promise<Result>): Promise<Result> => inTransaction(ctx, work);

/** A seeded random number generator in [0, 1). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const meanPoint = (points: readonly GeoPoint[]): GeoPoint => ({
  latitude: points.reduce((sum, point) => sum + point.latitude, 0) / points.length,
  longitude: points.reduce((sum, point) => sum + point.longitude, 0) / points.length,
});

const random = seeded(20_261);
/** The homes of the `nth` owner: 3 km apart, so that no two are the same place. */
const homesOf = (nth: number): GeoPoint[] =>
  Array.from({ length: HOMES_EACH }, (_, home) =>
    pointAt(TIMES_SQUARE, 3000 * (home + 1), 0.01 * nth + random() * 0.005),
  );
/** The home as a device reports it. */
const fixOf = (home: GeoPoint): GeoPoint => pointAt(home, random() * FIX_WANDERS_M, random() * 2 * Math.PI);
const createPeople = (count: number = OWNERS): Promise<TestPerson[]> =>
  Promise.all(Array.from({ length: count }, () => createPerson()));

/** The public location of a listing shared from there. */
const shown = async (tx: TxContext, person: TestPerson, point: GeoPoint): Promise<GeoPoint> =>
  (await places.resolvePublicLocation(tx, person.id, { point, areaLabel: 'Somewhere' })).publicPoint;

/** The error in meters of an attacker who averages all public points of a home. */
function expectHidden(errorsM: readonly number[]): void {
  expect(errorsM).toHaveLength(OWNERS * HOMES_EACH);
  expect(median(errorsM)).toBeGreaterThanOrEqual(250);
  expect(Math.min(...errorsM)).toBeGreaterThanOrEqual(250 - 2 * FIX_WANDERS_M);
}

/** Maps with limited concurrency and keeps the order. */
async function mapInBatches<One, Result>(
  all: readonly One[],
  work: (one: One, nth: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let nth = 0; nth < all.length; nth += 5)
    results.push(
      ...(await Promise.all(all.slice(nth, nth + 5).map((one, offset) => work(one, nth + offset)))),
    );
  return results;
}

/** The attacker's error in meters for each home, which must show one single point. */
async function watch(
  show: (tx: TxContext, owner: TestPerson, home: GeoPoint) => Promise<GeoPoint[]>,
): Promise<number[]> {
  const errorsM: number[] = [];
  const watchOwner = (owner: TestPerson, nth: number): Promise<void> =>
    write(async (tx) => {
      for (const home of homesOf(nth)) {
        const seen = await show(tx, owner, home);
        // averaging reveals nothing
        expect(new Set(seen.map((point) => JSON.stringify(point))).size).toBe(1);
        errorsM.push(distanceM(meanPoint(seen), home));
      }
    });
  await mapInBatches(await createPeople(), watchOwner);
  return errorsM;
}

/** Closes an account and opens one with the same email a year later. */
async function leaveAndComeBack(person: TestPerson): Promise<TestPerson> {
  await write((tx) => places.closePerson(tx, person.id));
  const { email } = await db
    .updateTable('person')
    .set({ email: `closed:${person.id}` })
    .where('id', '=', person.id)
    .returning((row) => row.val(person.email).as('email'))
    .executeTakeFirstOrThrow();
  const back = await createPerson();
  await db.updateTable('person').set({ email }).where('id', '=', back.id).execute();
  return { ...back, email };
}

describe(`${OWNERS * HOMES_EACH} households`, () => {
  it('stay hidden, each listed twenty times with a drifting device position', async () => {
    const errorsM = await watch(async (tx, owner, home) => {
      const points: GeoPoint[] = [];
      for (let listing = 0; listing < 20; listing++) points.push(await shown(tx, owner, fixOf(home)));
      return points;
    });
    expectHidden(errorsM);
    expect(Math.max(...errorsM)).toBeLessThanOrEqual(400 + FIX_WANDERS_M);
  }, 240_000);

  it('stay hidden if a business next door opens, moves and closes', async () => {
    const errorsM = await watch(async (tx, owner, home) => {
      const points = [await shown(tx, owner, fixOf(home))];
      for (const awayM of [60, 250, 800]) {
        const shop = { address: `${awayM} Main Street`, point: pointAt(home, awayM, random() * 6) };
        await places.setBusinessPlace(tx, owner.id, shop);
        expect(await shown(tx, owner, shop.point)).toEqual(shop.point);
        points.push(await shown(tx, owner, fixOf(home)));
      }
      await places.clearBusinessPlace(tx, owner.id);
      points.push(await shown(tx, owner, fixOf(home)));
      return points;
    });
    expectHidden(errorsM);
  }, 240_000);

  /** The error in meters of an attacker who has watched three successive accounts of the same people. */
  async function watchReopening(count: number, between: () => Promise<unknown>): Promise<number[]> {
    const errorsM: number[] = [];
    const homes = Array.from({ length: count }, (_, nth) => homesOf(nth));
    const seen = homes.map((each) => each.map((): GeoPoint[] => []));
    let owners = await createPeople(count);
    for (let life = 0; life < 3; life++) {
      await mapInBatches(owners, async (owner, nth) =>
        write(async (tx) => {
          for (const [which, home] of (homes[nth] ?? []).entries())
            seen[nth]?.[which]?.push(await shown(tx, owner, fixOf(home)));
        }),
      );
      clock.forward(366 * DAY_MS);
      owners = await mapInBatches(owners, leaveAndComeBack);
      await between();
    }
    for (const [nth, each] of homes.entries())
      for (const [which, home] of each.entries())
        errorsM.push(distanceM(meanPoint(seen[nth]?.[which] ?? []), home));
    return errorsM;
  }

  it('stay hidden if accounts are closed and reopened', async () => {
    expectHidden(await watchReopening(OWNERS, async () => {}));
  }, 240_000);

  it('would be found if the points of closed accounts were not kept', async () => {
    const errorsM = await watchReopening(20, () => db.deleteFrom('former_place').execute());
    expect(median(errorsM)).toBeLessThan(200);
  }, 240_000);
});

describe('what is kept of a closed account', () => {
  it('is the public point under a keyed digest, for two years', async () => {
    const person = await createPerson();
    const point = await write((tx) => shown(tx, person, TIMES_SQUARE));
    await db.deleteFrom('former_place').execute();
    const back = await leaveAndComeBack(person);
    const kept = await db.selectFrom('former_place').selectAll().execute();
    expect(kept).toEqual([
      { owner_key: expect.any(String), ...point, made_at: clock.now(), closed_at: clock.now() },
    ]);
    expect(JSON.stringify(kept)).not.toContain(back.email);
    clock.forward(2 * 365 * DAY_MS);
    await places.deleteOldFormerPlaces(ctx);
    expect(await db.selectFrom('former_place').selectAll().execute()).toHaveLength(1);
    clock.forward(1);
    await places.deleteOldFormerPlaces(ctx);
    expect(await db.selectFrom('former_place').selectAll().execute()).toEqual([]);
  });

  it('reveals nothing to a new owner of the email address', async () => {
    const person = await createPerson();
    const point = await write((tx) => shown(tx, person, TIMES_SQUARE));
    let prober = await leaveAndComeBack(person);
    for (let bearing = 0; bearing < 6; bearing++) {
      expect(await write((tx) => shown(tx, prober, pointAt(point, 325, bearing)))).toEqual(point);
      prober = await leaveAndComeBack(prober);
    }
    // no point lies outside of the ring
    expect(distanceM(await write((tx) => shown(tx, prober, pointAt(point, 600, 1))), point)).toBeGreaterThan(
      1,
    );
  });

  it('counts towards the homes of a year', async () => {
    let person = await createPerson();
    for (const nth of [0, 1]) {
      for (let home = 0; home < 15; home++)
        await write((tx) => shown(tx, person, pointAt(TIMES_SQUARE, 3000 * (1 + home + 15 * nth), 2)));
      person = await leaveAndComeBack(person);
    }
    const refused = write((tx) => shown(tx, person, pointAt(TIMES_SQUARE, 200_000, 2)));
    await expect(refused).rejects.toMatchObject({ status: 409, code: 'too-many-places' });
  });
});
