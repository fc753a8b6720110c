import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { nearestAreaName } from '@openlarder/domain/places/area-names.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { testApp } from '#server/test/test-app.ts';
import { MIDTOWN_PLACES } from '#server/test/test-settings.ts';
import * as places from './places.service.ts';
import { resolvePublicLocation } from './public-location.ts';
import { readPlaceNames } from './place-names.ts';

const fixture = await testApp();
const { as, ctx, createPerson } = fixture;
const areaOf = (person: { cookie: string } | null, query: string) =>
  as(person, { url: `/api/places/area?${query}` });

describe('the area label of a coordinate', () => {
  it('is the label that will be stored, taken from the public point, or null', async () => {
    const names = new Set<string>();
    for (let nth = 0; nth < 20; nth++) {
      const door = { latitude: 40.752 + nth / 2000, longitude: -73.9874 };
      const person = await createPerson();
      const shown = await areaOf(
        person,
        new URLSearchParams(Object.entries(door).map(([k, v]) => [k, `${v}`])).toString(),
      );
      expect(shown.statusCode).toBe(200);
      const stored = await inTransaction(ctx, (tx) =>
        resolvePublicLocation(tx, person.id, { point: door, address: '' }),
      );
      expect(shown.json()).toEqual({ areaLabel: stored.areaLabel });
      expect(stored.areaLabel).toBe(nearestAreaName(stored.publicPoint, readPlaceNames(MIDTOWN_PLACES)));
      names.add(stored.areaLabel);
    }
    expect(names.size).toBeGreaterThan(1);
    expect((await areaOf(await createPerson(), 'latitude=52.1&longitude=5.3')).json()).toEqual({
      areaLabel: null,
    });
  });

  it('is the address at the caller’s own business, and a home’s label at another’s', async () => {
    const [owner, other] = [await createPerson(), await createPerson()];
    const shop = { address: '30 W 27th St', point: { latitude: 40.7443211, longitude: -73.9902347 } };
    await inTransaction(ctx, (tx) => places.setBusinessPlace(tx, owner.id, shop, true));
    const query = 'latitude=40.7443211&longitude=-73.9902347';
    expect((await areaOf(owner, query)).json()).toEqual({ areaLabel: shop.address });
    expect((await areaOf(other, query)).json().areaLabel).not.toBe(shop.address);
  });

  it('is never the name of a river', async () => {
    const person = await createPerson();
    const { areaLabel } = (await areaOf(person, 'latitude=40.7625&longitude=-74.0085')).json();
    expect(areaLabel).not.toContain('River');
    const water = /river|water|harbor|bay$|lake|pond/i;
    expect(
      readPlaceNames(MIDTOWN_PLACES).filter(({ name }) => water.test(name) && name !== 'Turtle Bay'),
    ).toEqual([]);
  });

  it('is the person’s own label for a known place, for them only', async () => {
    const [person, other] = [await createPerson(), await createPerson()];
    const farm = { point: { latitude: 52.1, longitude: 5.3 }, areaLabel: 'By the mill', address: '' };
    await inTransaction(ctx, (tx) => places.setProfilePlace(tx, person.id, farm));
    const query = 'latitude=52.1005&longitude=5.3';
    expect((await areaOf(person, query)).json()).toEqual({ areaLabel: 'By the mill' });
    expect((await areaOf(other, query)).json()).toEqual({ areaLabel: null });
  });

  it.each(['latitude=91&longitude=0', 'latitude=0', 'latitude=0&longitude=181', 'latitude=&longitude='])(
    'is refused for %s',
    async (query) => {
      const response = await areaOf(await createPerson(), query);
      expect(response.statusCode).toBe(422);
      expect(Object.keys(response.json().fields).length).toBeGreaterThan(0);
      expect((await areaOf(null, query)).statusCode).toBe(401);
    },
  );
});

describe('a custom file of place names', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'openlarder-places-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (content: string): string => {
    const name = path.join(folder, 'places.json');
    writeFileSync(name, content);
    return name;
  };

  it('is read', () => {
    const place = { name: 'Mill', latitude: 52.1, longitude: 5.3 };
    expect(readPlaceNames(file(JSON.stringify({ places: [place] })))).toEqual([place]);
  });

  it.each([
    ['no JSON', '{', /isn't JSON/],
    ['another form', '{"places":[{"name":"Mill","latitude":91,"longitude":0}]}', /places\.0\.latitude/],
    ['nothing', '[]', /PLACES_FILE/],
  ])('is refused in one line when it is %s', (_case, content, sentence) => {
    expect(() => readPlaceNames(file(content))).toThrow(sentence);
  });

  it('is refused if it does not exist', () => {
    expect(() => readPlaceNames(path.join(folder, 'none.json'))).toThrow(/can't be read \(ENOENT\)/);
  });
});
