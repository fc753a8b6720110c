import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createListing } from '#server/features/listings/share/create-listing.ts';
import { resolvePublicLocation } from '#server/features/places/public-location.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { listingBody } from '#server/test/factories/listing-body.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import { testApp } from '#server/test/test-app.ts';

const fixture = await testApp();
const { as, ctx, db, clock, createPerson } = fixture;

const whoIs = (person: Pick<TestPerson, 'cookie'>) => as(person, { url: '/api/auth/user' });

async function waitsForATurn(): Promise<boolean> {
  const { rows } = await fixture.pool.query(
    `select from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.length > 0;
}

describe('a profile', () => {
  const change = (person: { cookie: string } | null, payload: object) =>
    as(person, { method: 'PUT', url: '/api/users/profile', payload });

  it('changes the given fields and keeps the others', async () => {
    const person = await createPerson({ firstName: 'Ana', lastName: 'Bell' });
    const response = await change(person, { firstName: 'Anna', radiusKm: 3 });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ firstName: 'Anna', lastName: 'Bell', radiusKm: 3 });
  });

  it('saves a place: exact for its owner, an area for others', async () => {
    const person = await createPerson();
    const home = { latitude: 40.7628, longitude: -73.9912, address: '12 W 47th St, 4B' };
    const user = (await change(person, home)).json();
    expect(user).toMatchObject({ location: home.address, latitude: 40.7628, longitude: -73.9912 });
    expect(user.areaLabel).toMatch(/Hell’s Kitchen|Theater District|Midtown/);
    const moved = (await change(person, { address: '12 W 47th St' })).json();
    expect(moved).toMatchObject({ ...user, location: '12 W 47th St' });
    const pinned = { latitude: 40.7629, longitude: -73.9913 };
    expect((await change(person, pinned)).json()).toMatchObject({
      ...pinned,
      location: '12 W 47th St',
      areaLabel: user.areaLabel,
      placeCountsFrom: null,
    });
    const elsewhere = { latitude: 52.1, longitude: 5.3, areaLabel: 'By the mill' };
    const { placeCountsFrom } = (await change(person, elsewhere)).json();
    const waitMs = Date.parse(placeCountsFrom) - clock.at;
    expect([waitMs > 0, waitMs <= DAY_MS]).toEqual([true, true]);
    expect((await whoIs(person)).json().placeCountsFrom).toBe(placeCountsFrom);
  });

  it('does not deadlock with sharing food', async () => {
    const person = await createPerson();
    const at = (latitude: number) => ({ point: { latitude, longitude: -73.9855 }, address: '' });
    await change(person, at(40.758).point);
    const changing = await inTransaction(ctx, async (tx) => {
      // saving a known place takes the same lock on the person's places as sharing food
      await resolvePublicLocation(tx, person.id, at(40.758));
      const response = change(person, at(40.748).point);
      await expect.poll(waitsForATurn).toBe(true);
      // shorter than PostgreSQL's deadlock timeout
      await sql`set local lock_timeout = '500ms'`.execute(tx.db);
      await resolvePublicLocation(tx, person.id, at(40.768));
      return { response };
    });
    expect((await changing.response).statusCode).toBe(200);
  });

  it('asks for the neighborhood if no area name is known', async () => {
    const person = await createPerson();
    const farm = { latitude: 52.1, longitude: 5.3 };
    const refused = await change(person, farm);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().fields).toEqual({ areaLabel: 'Please name your neighborhood' });
    const named = await change(person, { ...farm, areaLabel: ' By the mill ' });
    expect(named.json().areaLabel).toBe('By the mill');
  });

  it('saves diets, allergens, radius and user type', async () => {
    const person = await createPerson();
    const said = {
      diets: ['vegan', 'halal'],
      allergens: ['milk', 'tree_nuts'],
      radiusKm: 12.5,
      language: 'en',
      leaderboardVisible: false,
      userType: 'volunteer',
    };
    expect((await change(person, said)).json()).toMatchObject(said);
    expect((await change(person, { firstName: 'Anna' })).json()).toMatchObject(said);
    expect((await change(person, { diets: [], allergens: ['milk', 'milk'] })).json()).toMatchObject({
      diets: [],
      allergens: ['milk'],
    });
  });

  it('stores how many people a person cooks for, visible to the person only', async () => {
    const [person, other] = [await createPerson(), await createPerson()];
    expect((await whoIs(person)).json().householdSize).toBeNull();
    expect((await change(person, { householdSize: 7 })).json().householdSize).toBe(7);
    expect((await change(person, { firstName: 'Anna' })).json().householdSize).toBe(7);
    const seen = await as(other, { url: `/api/users/${person.caller.userId}` });
    expect(seen.statusCode).toBe(200);
    expect(seen.body).not.toContain('household');
    for (const householdSize of [0, 21, 2.5])
      expect((await change(person, { householdSize })).statusCode).toBe(422);
    expect((await change(person, { householdSize: null })).json().householdSize).toBeNull();
  });

  it('treats an unknown user type as recipient', async () => {
    const person = await createPerson({ userType: 'donor' });
    expect((await change(person, { userType: 'emperor' })).json().userType).toBe('recipient');
  });

  it('saves a neighborhood without a pin, and changes its label', async () => {
    const person = await createPerson();
    const named = (await change(person, { areaLabel: 'By the mill' })).json();
    expect(named).toMatchObject({ areaLabel: 'By the mill', latitude: null, location: null });
    expect((await change(person, { areaLabel: 'At the old mill' })).json().areaLabel).toBe('At the old mill');
    const listing = await createListing(ctx, person.caller, {
      ...listingBody(clock),
      latitude: undefined,
      longitude: undefined,
      areaLabel: undefined,
    });
    const row = db.selectFrom('food_listing').select('area_label').where('id', '=', listing.id);
    expect(await row.executeTakeFirstOrThrow()).toEqual({ area_label: 'At the old mill' });
  });

  it('prefers the area name of the list', async () => {
    const person = await createPerson();
    const { areaLabel } = (await change(person, { latitude: 40.7625, longitude: -73.9909 })).json();
    expect((await change(person, { areaLabel: 'My street 12' })).json().areaLabel).toBe(areaLabel);
  });

  it('accepts a new home each week, without a limit', async () => {
    const person = await createPerson();
    const at = (nth: number) => ({ latitude: 40 + nth / 100, longitude: -73.9855, areaLabel: 'Here' });
    for (let nth = 0; nth < 52; nth++) expect((await change(person, at(nth))).statusCode).toBe(200);
  });

  it('refuses a neighborhood that contains an address', async () => {
    const person = await createPerson();
    const far = { latitude: 10, longitude: 10 };
    const refused = async (fields: object) => {
      const response = await change(person, { ...far, ...fields });
      return [response.statusCode, response.json().fields];
    };
    const kindly = { areaLabel: 'Just the neighborhood, please – no street or number' };
    expect(await refused({ areaLabel: 'Lindenstr. 5, Berlin' })).toEqual([422, kindly]);
    expect(await refused({ areaLabel: 'Lindenstr', address: 'Lindenstraße 5, Berlin' })).toEqual([
      422,
      kindly,
    ]);
    const answer = await change(person, {
      ...far,
      areaLabel: 'Kreuzberg',
      address: 'Lindenstraße 5, Berlin',
    });
    expect([answer.statusCode, answer.json().areaLabel]).toEqual([200, 'Kreuzberg']);
    // nor as a name without a pin
    const other = await createPerson();
    expect(
      (await change(other, { address: 'Lindenstraße 5, Berlin', areaLabel: 'Lindenstrasse' })).statusCode,
    ).toBe(422);
  });

  it.each([
    [{ latitude: 40.7 }, 422, 'longitude'],
    [{ longitude: -73.9 }, 422, 'longitude'],
    [{ latitude: 91, longitude: 0 }, 422, 'latitude'],
    [{ latitude: '40.7', longitude: 0 }, 400, 'latitude'],
    [{ firstName: '  ' }, 422, 'firstName'],
    [{ firstName: 'a'.repeat(81) }, 422, 'firstName'],
    [{ lastName: 'a\u0000b' }, 422, 'lastName'],
    [{ address: 'lone \ud800' }, 422, 'address'],
    [{ radiusKm: 51 }, 422, 'radiusKm'],
    [{ language: 'tlh' }, 422, 'language'],
    [{ diets: ['air'] }, 422, 'diets.0'],
    [{ allergens: ['air'] }, 422, 'allergens.0'],
  ])('refuses %j', async (payload, status, field) => {
    const person = await createPerson();
    const response = await change(person, payload);
    expect(response.statusCode).toBe(status);
    expect(Object.keys(response.json().fields)).toContain(field);
  });
});
