import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type GeoPoint, pointAt } from '@openlarder/domain/kernel/geo.ts';
import type { AreaName } from '@openlarder/domain/places/area-names.ts';
import { publicPointOf } from '@openlarder/domain/places/public-grid.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { type AppContext, makeAppContext, type TxContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { DEFAULT_CELL_M } from '#server/platform/settings/environment.ts';
import { testApp } from '#server/test/test-app.ts';
import {
  endAllGrants,
  endGrant,
  grantAddress,
  type PlaceSubject,
  readExactLocation,
} from './address-access.ts';
import * as places from './places.service.ts';
import { publicPointFor, resolvePublicLocation } from './public-location.ts';

const fixture = await testApp();
const { clock, createPerson, ctx, db } = fixture;

const TIMES_SQUARE = { latitude: 40.758, longitude: -73.9855 };
const folder = mkdtempSync(path.join(os.tmpdir(), 'openlarder-places-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let counter = 0;
const newId = (): string => `00000000-0000-7000-8000-${String(++counter).padStart(12, '0')}`;
const subject = (): PlaceSubject => ({ type: 'listing', id: newId() });
const write = <Result>(work: (tx: TxContext) => Promise<Result>): Promise<Result> => inTransaction(ctx, work);

/** An app with its own area names. */
function withAreaNames(names: readonly AreaName[]): AppContext {
  const placesFile = path.join(folder, `${newId()}.json`);
  writeFileSync(placesFile, JSON.stringify({ places: names }));
  return makeAppContext({ ...ctx, pool: fixture.pool, settings: { ...ctx.settings, placesFile } });
}

describe('the public point of a home', () => {
  const at = (point: GeoPoint, awayM = 0, towards = 1) => ({
    point: pointAt(point, awayM, towards),
    address: '1 Main St',
    areaLabel: 'Here',
  });
  const shownTo = async (person: { readonly id: string }, given: ReturnType<typeof at>) =>
    (await write((tx) => resolvePublicLocation(tx, person.id, given))).publicPoint;

  it('is the grid’s, the same for everyone', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    const point = publicPointOf(TIMES_SQUARE, DEFAULT_CELL_M);
    expect(await shownTo(ana, at(TIMES_SQUARE))).toEqual(point);
    expect(await shownTo(bo, at(TIMES_SQUARE, 5))).toEqual(point);
  });

  it('uses the cell size of the settings', async () => {
    const wide = { ...ctx, settings: { ...ctx.settings, cellM: 2000 } };
    const person = await createPerson();
    const { publicPoint } = await inTransaction(wide, (tx) =>
      resolvePublicLocation(tx, person.id, at(TIMES_SQUARE)),
    );
    expect(publicPoint).toEqual(publicPointOf(TIMES_SQUARE, 2000));
    expect(publicPoint).not.toEqual(publicPointOf(TIMES_SQUARE, DEFAULT_CELL_M));
  });

  it('is that of a stored home within 1 km, with the exact place as given', async () => {
    const person = await createPerson();
    const first = await write((tx) => places.setProfilePlace(tx, person.id, at(TIMES_SQUARE)));
    const moved = at(TIMES_SQUARE, 990);
    expect(await write((tx) => places.setProfilePlace(tx, person.id, moved))).toEqual(first);
    const own = { type: 'profile', id: person.id } as const;
    const exact = await readExactLocation(ctx, [own], person.id, clock.now());
    expect(exact.get(person.id)?.point).toEqual(moved.point);
    // 1010 m from the first home but 20 m from the last pin: a new place
    const far = await write((tx) => places.setProfilePlace(tx, person.id, at(TIMES_SQUARE, 1010)));
    expect(far.placeId).not.toBe(first.placeId);
    expect(far.publicPoint).toEqual(publicPointOf(pointAt(TIMES_SQUARE, 1010, 1), DEFAULT_CELL_M));
  });

  it('can be read without storing a place', async () => {
    const person = await createPerson();
    expect(await publicPointFor(ctx, person.id, TIMES_SQUARE)).toEqual(
      publicPointOf(TIMES_SQUARE, DEFAULT_CELL_M),
    );
    expect(await db.selectFrom('place').selectAll().where('person_id', '=', person.id).execute()).toEqual([]);
    const home = await shownTo(person, at(TIMES_SQUARE, 900));
    expect(await publicPointFor(ctx, person.id, TIMES_SQUARE)).toEqual(home);
    const door = pointAt(TIMES_SQUARE, 500, 2);
    await write((tx) =>
      places.setBusinessPlace(tx, person.id, { address: '9 Elm Street', point: door }, true),
    );
    expect(await publicPointFor(ctx, person.id, door)).toEqual(door);
  });

  it('is the same for two listings shared concurrently', async () => {
    const person = await createPerson();
    const locations = await Promise.all(
      Array.from({ length: 8 }, () =>
        write((tx) => resolvePublicLocation(tx, person.id, { point: TIMES_SQUARE, address: '' })),
      ),
    );
    expect(new Set(locations.map((location) => location.placeId)).size).toBe(1);
  });
});

describe('a business', () => {
  const shop = { address: '12 W 47th St', point: TIMES_SQUARE };
  const asHome = (personId: string, point: GeoPoint) =>
    write((tx) => resolvePublicLocation(tx, personId, { point, areaLabel: 'Midtown', address: '' }));
  const openShop = (personId: string, where: { address: string; point: GeoPoint | null } = shop) =>
    write((tx) => places.setBusinessPlace(tx, personId, where, true));
  const own = async (personId: string) => (await places.profilePlaces(ctx, [personId])).get(personId);

  it('is public at its exact point, labeled with its address', async () => {
    const person = await createPerson();
    await openShop(person.id);
    const location = { publicPoint: TIMES_SQUARE, areaLabel: shop.address, isPublic: true };
    expect(await own(person.id)).toMatchObject(location);
    expect(await asHome(person.id, TIMES_SQUARE)).toMatchObject(location);
    expect(await asHome(person.id, pointAt(TIMES_SQUARE, 0.9, 1))).toMatchObject(location);
  });

  it('does not extend to a coordinate a meter from its door', async () => {
    const person = await createPerson();
    await openShop(person.id);
    const nextDoor = pointAt(TIMES_SQUARE, 1.5, 1);
    const home = await asHome(person.id, nextDoor);
    expect(home.isPublic).toBe(false);
    expect(home.publicPoint).toEqual(publicPointOf(nextDoor, DEFAULT_CELL_M));
  });

  it('does not change a home that was there before', async () => {
    const person = await createPerson();
    const home = await asHome(person.id, pointAt(TIMES_SQUARE, 20, 2));
    await openShop(person.id);
    expect(await own(person.id)).toMatchObject({ publicPoint: TIMES_SQUARE, isPublic: true });
    expect(await asHome(person.id, pointAt(TIMES_SQUARE, 20, 2))).toEqual(home);
  });

  it('does not affect another person’s home', async () => {
    const [owner, neighbor] = [await createPerson(), await createPerson()];
    await openShop(owner.id);
    const home = await asHome(neighbor.id, TIMES_SQUARE);
    expect(home.isPublic).toBe(false);
    expect(home.publicPoint).toEqual(publicPointOf(TIMES_SQUARE, DEFAULT_CELL_M));
  });

  it('neither absorbs a home within 1 km nor is absorbed by one', async () => {
    const person = await createPerson();
    const door = pointAt(TIMES_SQUARE, 400, 2);
    await openShop(person.id, { ...shop, point: door });
    const home = await asHome(person.id, TIMES_SQUARE);
    expect([home.isPublic, home.publicPoint]).toEqual([false, publicPointOf(TIMES_SQUARE, DEFAULT_CELL_M)]);
    expect(await asHome(person.id, door)).toMatchObject({ publicPoint: door, isPublic: true });
    const next = pointAt(TIMES_SQUARE, 300, 1);
    await openShop(person.id, { address: '9 Elm Street', point: next });
    expect(await own(person.id)).toMatchObject({ publicPoint: next, isPublic: true });
  });

  it('without a pin has a public address and no point', async () => {
    const person = await createPerson();
    await write((tx) => places.setProfilePlace(tx, person.id, { point: TIMES_SQUARE, address: 'at home' }));
    await openShop(person.id, { ...shop, point: null });
    expect(await own(person.id)).toMatchObject({
      publicPoint: null,
      areaLabel: shop.address,
      isPublic: true,
    });
    expect((await asHome(person.id, TIMES_SQUARE)).isPublic).toBe(false);
  });

  it('gets a new place when it moves, and keeps it for the same address', async () => {
    const person = await createPerson();
    await openShop(person.id);
    const first = await own(person.id);
    await openShop(person.id, { ...shop, point: null });
    expect(await own(person.id)).toEqual(first);
    await openShop(person.id, { address: '9 Elm Street', point: pointAt(TIMES_SQUARE, 900, 1) });
    expect((await own(person.id))?.placeId).not.toBe(first?.placeId);
    // the old address is no business any more
    expect((await asHome(person.id, TIMES_SQUARE)).isPublic).toBe(false);
  });

  it('leaves its owner without a place when it is removed', async () => {
    const person = await createPerson();
    await openShop(person.id);
    await write((tx) => places.clearPlace(tx, person.id));
    expect(await own(person.id)).toBeUndefined();
    const profile = { type: 'profile', id: person.id } as const;
    expect(await readExactLocation(ctx, [profile], person.id, clock.now())).toEqual(new Map());
    expect((await asHome(person.id, TIMES_SQUARE)).isPublic).toBe(false);
  });
});

describe('the label of an area', () => {
  const here = withAreaNames([{ name: 'Village', latitude: 10, longitude: 10 }]);
  const label = async (point: GeoPoint, areaLabel?: string, address = '') => {
    const person = await createPerson();
    const location = await inTransaction(here, (tx) =>
      resolvePublicLocation(tx, person.id, { point, areaLabel, address }),
    );
    return location.areaLabel;
  };

  it('is the list’s name, not the person’s', async () => {
    expect(await label({ latitude: 10, longitude: 10 }, 'My street 12')).toBe('Village');
  });

  it('is the person’s own label if the list has none, and is required then', async () => {
    const far = { latitude: 11, longitude: 11 };
    expect(await label(far, '  By the mill ')).toBe('By the mill');
    for (const missing of [undefined, '', '  '])
      await expect(label(far, missing)).rejects.toMatchObject({
        status: 422,
        fields: { areaLabel: '@required.neighborhood' },
      });
  });

  it('contains no number and no part of the street, except for words of the list', async () => {
    const far = { latitude: 11, longitude: 11 };
    for (const [given, address] of [
      ['My street 12', ''],
      ['Lindenstr. 5, Berlin', 'Lindenstr. 5, Berlin'],
      ['Lindenstraße', 'Lindenstr. 5, Berlin'],
    ] as const)
      await expect(label(far, given, address)).rejects.toMatchObject({
        status: 422,
        fields: { areaLabel: '@invalid.neighborhood' },
      });
    expect(await label(far, 'By the village', '3 Village Road')).toBe('By the village');
    // where the list has a name, the own words are not looked at
    expect(await label({ latitude: 10, longitude: 10 }, 'My street 12')).toBe('Village');
  });

  it('follows the public point, so that it reveals no more than the point', async () => {
    const [west, east] = [
      { name: 'West', latitude: 10, longitude: 9.99 },
      { name: 'East', latitude: 10, longitude: 10.01 },
    ];
    const divided = withAreaNames([west, east]);
    const locations = new Set<string>();
    for (let nth = 0; nth < 20; nth++) {
      const person = await createPerson();
      const point = { latitude: 10, longitude: 9.996 + nth / 2500 };
      const location = await inTransaction(divided, (tx) =>
        resolvePublicLocation(tx, person.id, { point, address: '' }),
      );
      expect(location.areaLabel).toBe(location.publicPoint.longitude > 10 ? 'East' : 'West');
      locations.add(location.areaLabel);
    }
    expect(locations.size).toBe(2);
  });
});

describe('the exact location', () => {
  const exact = {
    point: TIMES_SQUARE,
    address: '12 W 47th St, 4B',
    instructions: 'Ring twice',
    phone: '+1 212 555 0100',
  };
  /** As read by other people; the owner's includes the grants. */
  const read = { ...exact, grantEnds: new Map() };

  async function sharedThing() {
    const [owner, viewer, stranger] = [await createPerson(), await createPerson(), await createPerson()];
    const thing = subject();
    await write((tx) => places.writeExactLocation(tx, thing, owner.id, exact));
    const readBy = async (person: { id: string }) =>
      (await readExactLocation(ctx, [thing], person.id, clock.now())).get(thing.id);
    return { owner, viewer, stranger, thing, readBy };
  }

  it('is readable by its owner only, until it is shared', async () => {
    const { owner, viewer, stranger, thing, readBy } = await sharedThing();
    expect(await readBy(owner)).toEqual(read);
    expect(await readBy(viewer)).toBeUndefined();
    await write((tx) => grantAddress(tx, thing, viewer.id, clock.now()));
    expect(await readBy(viewer)).toEqual(read);
    expect(await readBy(stranger)).toBeUndefined();
  });

  it('shows the people who may read it, and until when, to its owner only', async () => {
    const { owner, viewer, stranger, thing, readBy } = await sharedThing();
    const inADay = new Date(clock.now().getTime() + DAY_MS);
    await write(async (tx) => {
      await grantAddress(tx, thing, viewer.id, clock.now());
      await grantAddress(tx, thing, stranger.id, clock.now());
      await endGrant(tx, thing, stranger.id, inADay);
    });
    const ends = (id: string, endMs: number) => [id, endMs] as const;
    const both = new Map([ends(viewer.id, Infinity), ends(stranger.id, inADay.getTime())]);
    expect((await readBy(owner))?.grantEnds).toEqual(both);
    expect(await readBy(viewer)).toEqual(read);
    clock.forward(DAY_MS);
    expect((await readBy(owner))?.grantEnds).toEqual(new Map([ends(viewer.id, Infinity)]));
  });

  it('is hidden again immediately, later, or for all', async () => {
    const { owner, viewer, stranger, thing, readBy } = await sharedThing();
    await write(async (tx) => {
      await grantAddress(tx, thing, viewer.id, clock.now());
      await grantAddress(tx, thing, stranger.id, clock.now());
      await endGrant(tx, thing, viewer.id, clock.now());
    });
    expect(await readBy(viewer)).toBeUndefined();
    expect(await readBy(stranger)).toEqual(read);
    const inADay = new Date(clock.now().getTime() + DAY_MS);
    await write((tx) => endGrant(tx, thing, stranger.id, inADay));
    expect(await readBy(stranger)).toEqual(read);
    clock.forward(DAY_MS);
    expect(await readBy(stranger)).toBeUndefined();
    await write(async (tx) => {
      await grantAddress(tx, thing, viewer.id, clock.now());
      await endAllGrants(tx, thing, clock.now());
    });
    expect(await readBy(viewer)).toBeUndefined();
    expect(await readBy(owner)).toEqual(read);
  });

  it('keeps an earlier end', async () => {
    const { viewer, thing, readBy } = await sharedThing();
    await write(async (tx) => {
      await grantAddress(tx, thing, viewer.id, clock.now());
      await endGrant(tx, thing, viewer.id, clock.now());
      await endGrant(tx, thing, viewer.id, new Date(clock.now().getTime() + DAY_MS));
    });
    expect(await readBy(viewer)).toBeUndefined();
  });

  it('can be shared again and overwritten', async () => {
    const { owner, viewer, thing, readBy } = await sharedThing();
    await write(async (tx) => {
      await grantAddress(tx, thing, viewer.id, clock.now());
      await endGrant(tx, thing, viewer.id, clock.now());
      await grantAddress(tx, thing, viewer.id, clock.now());
      await places.writeExactLocation(tx, thing, owner.id, { ...exact, point: null, instructions: '' });
    });
    expect(await readBy(viewer)).toEqual({ ...read, point: null, instructions: '' });
  });

  it('is read in bulk for those subjects only that the viewer may see', async () => {
    const first = await sharedThing();
    const second = await sharedThing();
    await write((tx) => grantAddress(tx, second.thing, first.owner.id, clock.now()));
    const unknown = subject();
    const asked = [first.thing, second.thing, unknown];
    const locations = await readExactLocation(ctx, asked, first.owner.id, clock.now());
    expect([...locations.keys()].toSorted()).toEqual([first.thing.id, second.thing.id].toSorted());
    expect(await readExactLocation(ctx, [], first.owner.id, clock.now())).toEqual(new Map());
    const asRequest = [{ type: 'request', id: first.thing.id }] as const;
    expect(await readExactLocation(ctx, asRequest, first.owner.id, clock.now())).toEqual(new Map());
  });
});

describe('the place of a profile', () => {
  it('shows others the public location only', async () => {
    const [person, placeless] = [await createPerson(), await createPerson()];
    const given = { point: TIMES_SQUARE, address: '12 W 47th St' };
    const location = await write((tx) => places.setProfilePlace(tx, person.id, given));
    const shown = await places.profilePlaces(ctx, [person.id, placeless.id]);
    expect(shown).toEqual(new Map([[person.id, location]]));
    expect(JSON.stringify([...shown])).not.toContain('47th');
    const profile = { type: 'profile', id: person.id } as const;
    expect(await readExactLocation(ctx, [profile], placeless.id, clock.now())).toEqual(new Map());
    expect(await places.profilePlaces(ctx, [])).toEqual(new Map());
  });
});
