import { randomUUID } from 'node:crypto';
import { distanceM, type GeoPoint, pointAt } from '@openlarder/domain/kernel/geo.ts';
import { publicPointOf } from '@openlarder/domain/places/public-grid.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { geoPointOf, pointText } from '#server/db/point-column.ts';
import { upgrade } from '#server/testing/handovers-upgrade/after-upgrade.ts';
import { databaseBeforeHandovers, inHours } from '#server/testing/handovers-upgrade/old-database.ts';
import { regridIfChanged } from '#server/features/places/regrid.ts';
import { testApp } from '#server/testing/test-app.ts';

const old = await databaseBeforeHandovers();
const HOME = { latitude: 40.7512, longitude: -73.9901 };
const FARM = { latitude: 52.1, longitude: 5.3 };

/** A place as it was: the public point displaced by a secret. */
async function place(
  personId: string,
  kind: 'home' | 'business',
  point: GeoPoint,
  area_label: string,
  hour = -9,
) {
  const id = randomUUID();
  const shown = kind === 'home' ? pointAt(point, 320, hour) : point;
  const points = { exact_point: pointText(point), public_point: pointText(shown) };
  const row = { id, person_id: personId, kind, address: '', area_label, created_at: inHours(hour) };
  await old.insert('place', { ...row, ...points });
  return id;
}

/** A listing shared from there, as it was. */
async function listing(donorId: string, point: GeoPoint, label: string, place_is_public = false) {
  const id = await old.listing(donorId);
  const shown = place_is_public ? point : pointAt(point, 320, 2);
  await old.pool.query(
    'update food_listing set public_point = $2, area_label = $3, place_is_public = $4 where id = $1',
    [id, pointText(shown), label, place_is_public],
  );
  await old.pool.query(
    "update exact_side set exact_point = $2 where subject_type = 'listing' and subject_id = $1",
    [id, pointText(point)],
  );
  return id;
}

const rosa = await old.person('Rosa');
const home = await place(rosa, 'home', HOME, 'Midtown');
const nextDoor = await place(rosa, 'home', pointAt(HOME, 700, 1), 'Midtown', -8);
const farAway = await place(rosa, 'home', pointAt(HOME, 1500, 2), 'Midtown', -7);
const shop = await place(rosa, 'business', pointAt(HOME, 200, 3), '12 W 47th St');
const soup = await listing(rosa, pointAt(HOME, 600, 4), 'Midtown');
const atTheShop = await listing(rosa, pointAt(HOME, 200, 3), '12 W 47th St', true);
const ben = await old.person('Ben');
const farm = await place(ben, 'home', FARM, 'By the mill');
const eggs = await listing(ben, FARM, '417 West 51st Street');
const milk = await listing(ben, pointAt(FARM, 4000, 1), 'By the mill');
await old.pool.query(`insert into former_place values ('digest', 40.7, -73.9, $1, $1)`, [inHours(-5)]);

const app = await upgrade(old);
const { db } = app;

const placeOf = (id: string) =>
  db
    .selectFrom('place')
    .select(['public_point', 'area_label'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const listingOf = (id: string) =>
  db
    .selectFrom('food_listing')
    .select(['public_point', 'area_label'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const pointOf = async (of: ReturnType<typeof placeOf>): Promise<GeoPoint> => {
  const { public_point } = await of;
  return geoPointOf(public_point ?? { x: 0, y: 0 });
};

/** Expects every point to be that of the grid with cells of `cellM`, but those of businesses. */
async function expectGrid(cellM: number): Promise<void> {
  const shown = publicPointOf(HOME, cellM);
  expect(await pointOf(placeOf(home))).toEqual(shown);
  expect(await pointOf(placeOf(nextDoor))).toEqual(shown);
  expect(await pointOf(placeOf(farAway))).toEqual(publicPointOf(pointAt(HOME, 1500, 2), cellM));
  expect(await pointOf(listingOf(soup))).toEqual(shown);
  expect(await pointOf(listingOf(eggs))).toEqual(publicPointOf(FARM, cellM));
  expect(await pointOf(placeOf(farm))).toEqual(publicPointOf(FARM, cellM));
  expect(await pointOf(listingOf(milk))).toEqual(publicPointOf(pointAt(FARM, 4000, 1), cellM));
  for (const business of [await pointOf(placeOf(shop)), await pointOf(listingOf(atTheShop))])
    expect(distanceM(business, pointAt(HOME, 200, 3))).toBeLessThan(0.1);
}

test('the first start after the upgrade puts every home on the grid, labels too, before it listens', async () => {
  await app.listen();
  await expectGrid(750);
  expect((await listingOf(soup)).area_label).toBe((await placeOf(home)).area_label);
  expect((await listingOf(eggs)).area_label).toBe('By the mill');
  expect((await listingOf(atTheShop)).area_label).toBe('12 W 47th St');
  const { rows } = await app.pool.query("select from pg_tables where tablename = 'former_place'");
  expect(rows).toEqual([]);
});

test('a later start computes them again only for another CELL_M', async () => {
  const odd = pointText({ latitude: 1, longitude: 2 });
  await db.updateTable('place').set({ public_point: odd }).where('id', '=', farm).execute();
  await regridIfChanged((await testApp({}, app)).ctx);
  expect(await pointOf(placeOf(farm))).toEqual({ latitude: 1, longitude: 2 });
  await regridIfChanged((await testApp({ CELL_M: '2000' }, app)).ctx);
  await expectGrid(2000);
});

test('a label that contains an address is replaced by the community’s name if the list has no name', async () => {
  const { ctx } = await testApp({}, app);
  const label = (text: string) =>
    db.updateTable('food_listing').set({ area_label: text }).where('id', '=', milk).execute();
  for (const [text, after] of [
    ['Lindenstr. 5, Berlin', 'OpenLarder'],
    ['51st Street', 'OpenLarder'],
    ['By the mill', 'By the mill'],
  ] as const) {
    await label(text);
    await db.deleteFrom('public_grid').execute();
    await regridIfChanged(ctx);
    expect((await listingOf(milk)).area_label).toBe(after);
  }
});

describe('a move to another grid that ends in the middle', () => {
  const FIRST = '00000000-0000-4000-8000-000000000001';
  const LAST = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
  const ODD = pointText({ latitude: 1, longitude: 2 });
  const grid = async (cellM: number) => regridIfChanged((await testApp({ CELL_M: `${cellM}` }, app)).ctx);
  const shownAt = async (personId: string): Promise<GeoPoint> => {
    const query = db.selectFrom('place').select('public_point').where('person_id', '=', personId);
    return geoPointOf((await query.executeTakeFirstOrThrow()).public_point ?? { x: 0, y: 0 });
  };
  /** The last home cannot be moved. */
  const breakLast = () =>
    app.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'the power is out'; end $$;
      create trigger refuse before update on place for each row when (new.person_id = '${LAST}') execute function refuse()`);
  const mendLast = () => app.pool.query('drop trigger refuse on place; drop function refuse');

  beforeAll(async () => {
    await app.pool.query(
      `with crowd as (
         insert into person (id, email, name, first_name, last_name, user_type, created_at, updated_at)
         select id, id || '@example.org', 'Nia Lund', 'Nia', 'Lund', 'donor', $3, $3
         from (select gen_random_uuid() as id from generate_series(1, 600)
           union all values ($1::uuid), ($2::uuid)) as one
         returning id)
       insert into place (id, person_id, kind, address, area_label, exact_point, public_point, created_at)
       select gen_random_uuid(), id, 'home', '', 'By the mill', $4::point, $5::point, $3 from crowd`,
      [FIRST, LAST, inHours(-9), pointText(HOME), ODD],
    );
    await grid(900);
  });

  test('continues where it stopped', async () => {
    await breakLast();
    await expect(grid(1200)).rejects.toThrow('the power is out');
    await mendLast();
    expect([await shownAt(FIRST), await shownAt(LAST)]).toEqual([
      publicPointOf(HOME, 1200),
      publicPointOf(HOME, 900),
    ]);
    await db.updateTable('place').set({ public_point: ODD }).where('person_id', '=', FIRST).execute();
    await grid(1200);
    expect([await shownAt(FIRST), await shownAt(LAST)]).toEqual([
      { latitude: 1, longitude: 2 },
      publicPointOf(HOME, 1200),
    ]);
    expect(await pointOf(listingOf(eggs))).toEqual(publicPointOf(FARM, 1200));
  });

  test('is taken back for the grid from before', async () => {
    await grid(900);
    await breakLast();
    await expect(grid(1500)).rejects.toThrow('the power is out');
    await mendLast();
    expect(await shownAt(FIRST)).toEqual(publicPointOf(HOME, 1500));
    await grid(900);
    expect([await shownAt(FIRST), await shownAt(LAST)]).toEqual([
      publicPointOf(HOME, 900),
      publicPointOf(HOME, 900),
    ]);
  });
});
