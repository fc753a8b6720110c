import { cellKeyAt, markOfArea } from '@openlarder/domain/emergency/request-areas.ts';
import { type GeoPoint, pointAt } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import * as places from '#server/features/places/places.service.ts';
import { areaNames } from '#server/features/places/area-names.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import { testApp } from '#server/test/test-app.ts';
import { areaOfPosition } from './area-of-point.ts';
import { buildAreasOfMonth } from './build-areas.ts';

const app = await testApp();
const { ctx, pool, clock, createPerson } = app;
const PATH = '/api/emergency-requests/area';

const HERE: GeoPoint = { latitude: 40.7580173, longitude: -73.9855129 };

/** Eligible members, each at a business of their own, whose exact point is public; verified by default. */
async function people(
  count: number,
  at: GeoPoint,
  { joinedDaysAgo = 40, seenDaysAgo = 1, isVerified = true } = {},
): Promise<TestPerson[]> {
  const made: TestPerson[] = [];
  for (let nth = 0; nth < count; nth++) {
    const person = await createPerson({ userType: 'donor' });
    const ago = (days: number): Date => new Date(clock.at - days * DAY_MS);
    await pool.query('update person set created_at = $2, verified = $3 where id = $1', [
      person.id,
      ago(joinedDaysAgo),
      isVerified,
    ]);
    await pool.query('update session set updated_at = $2 where person_id = $1', [
      person.id,
      ago(seenDaysAgo),
    ]);
    const place = { address: '1 Mill Road', point: pointAt(at, nth, nth) };
    await inTransaction(ctx, (tx) => places.setBusinessPlace(tx, person.id, place, true));
    made.push(person);
  }
  return made;
}

async function nextMonth(): Promise<void> {
  clock.forward(31 * DAY_MS);
  // all people were seen again
  await pool.query('update session set updated_at = $1, expires_at = $2', [
    clock.now(),
    new Date(clock.at + DAY_MS),
  ]);
  await buildAreasOfMonth(ctx);
}
const look = async (who: TestPerson, { latitude, longitude }: GeoPoint) =>
  (await app.as(who, { url: `${PATH}?latitude=${latitude}&longitude=${longitude}` })).json();

beforeEach(async () => {
  await pool.query('delete from request_area_build');
  await pool.query('delete from person');
});

describe('the areas of a month', () => {
  test('begin after two builds with ten people, named by the place nearest to the middle of them', async () => {
    const [person] = await people(10, HERE);
    if (!person) throw new Error('nobody');
    await buildAreasOfMonth(ctx);
    expect(await look(person, HERE)).toEqual({
      label: 'OpenLarder',
      bounds: [],
      isFew: false,
      peopleHere: null,
    });
    await nextMonth();
    const shown = await look(person, HERE);
    expect(shown).toMatchObject({ label: expect.any(String), bounds: [{ north: expect.any(Number) }] });
    expect(shown.label).not.toBe('OpenLarder');
    expect(shown).toMatchObject({ isFew: false, peopleHere: null });
    // "around Midtown" is marked in Midtown
    const area = await areaOfPosition(ctx, person.id, HERE);
    const named = (await areaNames(ctx)).find(({ name }) => name === area?.label);
    expect(named).toMatchObject((area && markOfArea(area)) ?? {});
  });

  test('end immediately when there are fewer than ten people', async () => {
    const [person, gone] = await people(10, HERE);
    if (!person || !gone) throw new Error('nobody');
    await buildAreasOfMonth(ctx);
    await nextMonth();
    await pool.query('update person set paused_at = $2 where id = $1', [gone.id, clock.now()]);
    await nextMonth();
    expect(await look(person, HERE)).toMatchObject({ bounds: [], isFew: true, peopleHere: 9 });
  });

  test('are built once a month, at the next run of the app', async () => {
    const built = async () => (await pool.query('select month from request_area_build order by 1')).rows;
    await buildAreasOfMonth(ctx);
    clock.forward(HOUR_MS);
    await buildAreasOfMonth(ctx);
    expect(await built()).toHaveLength(1);
    clock.forward(45 * DAY_MS);
    await buildAreasOfMonth(ctx);
    clock.forward(31 * DAY_MS);
    await buildAreasOfMonth(ctx);
    // no more than the next build needs
    expect(await built()).toHaveLength(2);
  });

  describe('by a clock that was ahead are built again when it is right again:', () => {
    const builds = async () =>
      (await pool.query('select month, cells, in_force, built_at from request_area_build order by month'))
        .rows;

    test('the month’s own build counts again', async () => {
      await people(10, HERE);
      await buildAreasOfMonth(ctx);
      await nextMonth();
      const right = await builds();
      clock.forward(400 * DAY_MS);
      // no person was seen for half a year
      await buildAreasOfMonth(ctx);
      expect((await builds()).at(-1)).toMatchObject({ cells: [] });
      clock.forward(-400 * DAY_MS);
      await buildAreasOfMonth(ctx);
      expect(await builds()).toEqual(right.slice(-1));
    });

    test.each([40, 2])('the month that began in the meantime, ahead by %i days', async (days) => {
      const [person] = await people(10, HERE, { joinedDaysAgo: 100 });
      if (!person) throw new Error('nobody');
      await nextMonth();
      clock.forward(days * DAY_MS);
      await pool.query('delete from request_area_build');
      await buildAreasOfMonth(ctx);
      clock.forward(-days * DAY_MS);
      await buildAreasOfMonth(ctx);
      const [built, ...others] = await builds();
      expect(others).toEqual([]);
      expect(built).toMatchObject({ month: clock.now().toISOString().slice(0, 7), built_at: clock.now() });
      expect((await look(person, HERE)).bounds).toHaveLength(1);
    });
  });

  test.each([
    ['joined less than 30 days ago', { joinedDaysAgo: 29 }],
    ['were not here for half a year', { seenDaysAgo: 190, joinedDaysAgo: 300 }],
  ])('do not count people who %s', async (_who, of) => {
    await people(9, HERE);
    await people(3, HERE, of);
    await buildAreasOfMonth(ctx);
    const { rows } = await pool.query('select cells, people from request_area_build');
    expect(rows).toEqual([{ cells: [], people: { [cellKeyAt(HERE)]: 9 } }]);
  });
});

describe('the preview of an area', () => {
  test('shows the number of people only around the caller’s own place, as of the monthly build', async () => {
    const [person] = await people(7, HERE);
    if (!person) throw new Error('nobody');
    const stranger = (await people(1, pointAt(HERE, 60_000, 1)))[0];
    if (!stranger) throw new Error('nobody');
    expect(await look(person, HERE)).toMatchObject({ isFew: true, peopleHere: null });
    await buildAreasOfMonth(ctx);
    expect(await look(person, pointAt(HERE, 600, 1))).toMatchObject({ bounds: [], peopleHere: 7 });
    expect(await look(person, pointAt(HERE, 3000, 1))).toMatchObject({ isFew: true, peopleHere: null });
    expect(await look(stranger, HERE)).toMatchObject({ peopleHere: null });
    // a new person is not visible in the number
    await people(1, HERE);
    expect(await look(person, HERE)).toMatchObject({ peopleHere: 7 });
    // and a place that is moved there counts from the next day
    await inTransaction(ctx, (tx) =>
      places.setBusinessPlace(tx, stranger.id, { address: '2 Mill Road', point: HERE }, true),
    );
    expect(await look(stranger, HERE)).toMatchObject({ peopleHere: null });
    clock.forward(DAY_MS);
    expect(await look(stranger, HERE)).toMatchObject({ peopleHere: 7 });
  });

  test('counts people like an area: nine known and nine unknown people are not an area', async () => {
    const [person] = await people(9, HERE);
    if (!person) throw new Error('nobody');
    await people(9, HERE, { isVerified: false });
    await buildAreasOfMonth(ctx);
    expect(await look(person, HERE)).toMatchObject({ bounds: [], isFew: true, peopleHere: 18 });
    await people(1, HERE);
    await nextMonth();
    expect(await look(person, HERE)).toMatchObject({ bounds: [], isFew: false, peopleHere: null });
  });
});
