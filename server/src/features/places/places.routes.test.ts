import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/database.ts';
import { testApp } from '#server/testing/test-app.ts';
import { readPlaceNames } from './place-names.ts';

const ground = await testApp();
const { as, db, features, plantPerson } = ground;
const areaOf = (person: { cookie: string } | null, query: string) =>
  as(person, { url: `/api/places/area?${query}` });

describe('what others would see of a place', () => {
  it('is the nearest name, or nothing', async () => {
    const person = await plantPerson();
    const known = await areaOf(person, 'latitude=40.7625&longitude=-73.9909');
    expect([known.statusCode, known.json()]).toEqual([200, { areaLabel: 'Hell’s Kitchen' }]);
    expect((await areaOf(person, 'latitude=52.1&longitude=5.3')).json()).toEqual({ areaLabel: null });
  });

  it('is never a river', async () => {
    const person = await plantPerson();
    const { areaLabel } = (await areaOf(person, 'latitude=40.7625&longitude=-74.0085')).json();
    expect(areaLabel).not.toContain('River');
  });

  it('is the person’s own word for a place they have named before, and only theirs', async () => {
    const [person, other] = [await plantPerson(), await plantPerson()];
    const farm = { point: { latitude: 52.1, longitude: 5.3 }, areaLabel: 'By the mill', address: '' };
    await inTransaction(db, (tx) => features.places.setProfilePlace(tx, person.id, farm));
    const query = 'latitude=52.1005&longitude=5.3';
    expect((await areaOf(person, query)).json()).toEqual({ areaLabel: 'By the mill' });
    expect((await areaOf(other, query)).json()).toEqual({ areaLabel: null });
  });

  it.each(['latitude=91&longitude=0', 'latitude=0', 'latitude=0&longitude=181', 'latitude=&longitude='])(
    'is refused for %s',
    async (query) => {
      const response = await areaOf(await plantPerson(), query);
      expect(response.statusCode).toBe(422);
      expect(Object.keys(response.json().fields).length).toBeGreaterThan(0);
      expect((await areaOf(null, query)).statusCode).toBe(401);
    },
  );
});

describe('a list of place names of the community’s own', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'openlarder-places-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (content: string): string => {
    const name = path.join(folder, 'places.json');
    writeFileSync(name, content);
    return name;
  };

  it('is read from its file', () => {
    const place = { name: 'Mill', latitude: 52.1, longitude: 5.3 };
    expect(readPlaceNames(file(JSON.stringify({ places: [place] })))).toEqual([place]);
  });

  it.each([
    ['no JSON', '{', /cannot be read as JSON/],
    ['another form', '{"places":[{"name":"Mill","latitude":91,"longitude":0}]}', /places\.0\.latitude/],
    ['nothing', '[]', /PLACES_FILE/],
  ])('is refused in one line when it is %s', (_case, content, sentence) => {
    expect(() => readPlaceNames(file(content))).toThrow(sentence);
  });

  it('is refused when it is not there', () => {
    expect(() => readPlaceNames(path.join(folder, 'none.json'))).toThrow(/cannot be read/);
  });
});
