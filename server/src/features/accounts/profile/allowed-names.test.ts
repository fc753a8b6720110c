import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { testApp } from '#server/test/test-app.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import { lookOf, unchoosableName } from './allowed-names.ts';

const { as, createPerson, db } = await testApp({ ADMIN_EMAIL: 'help@example.org' });
const withoutMail = await testApp();

const put = (person: TestPerson, payload: object, app: Pick<typeof withoutMail, 'as'> = { as }) =>
  app.as(person, { method: 'PUT', url: '/api/users/profile', payload });
const business = (organizationName: string) => ({
  organizationName,
  organizationType: 'bakery',
  location: '12 Mill Road, Midtown',
});
const fieldsOf = async (person: TestPerson, payload: object) => {
  const answer = await put(person, payload);
  return answer.statusCode === 200 ? 200 : answer.json<{ fieldErrors?: object }>().fieldErrors;
};
const refused = (field: string, reason: string, params?: object) => ({
  [field]: { code: 'name', reason, ...(params && { params }) },
});
const verify = (person: TestPerson) =>
  db.updateTable('person').set({ verified: true }).where('id', '=', person.id).execute();
let emails = 0;
const signUp = (names: object) =>
  as(null, {
    method: 'POST',
    url: '/api/auth/sign-up/email',
    payload: { email: `named-${++emails}@example.org`, password: 'a good long password', ...names },
  });

describe('the name of an organization', () => {
  test('is not that of a verified one, however it is written; the refusal says whom to ask', async () => {
    const [bakery, other] = [await createPerson(), await createPerson()];
    expect(await fieldsOf(bakery, business('City Bakery'))).toBe(200);
    // honest namesakes, as long as neither is verified
    expect(await fieldsOf(await createPerson(), business('City Bakery'))).toBe(200);
    await verify(bakery);
    const likeVerified = refused('organizationName', 'like-verified', { email: 'help@example.org' });
    for (const name of [
      'City Bakery',
      'CITY BAKERY',
      'ClTY BAKERY',
      'City-Bakery.',
      'City Вакегу', // a whole word in Cyrillic
      'Cɪᴛʏ Bᴀᴋᴇʀʏ',
      'City Bakeʀʏ',
      'City Baĸery',
      'City Bakery TM',
      'Cıty Bakery',
      'C1ty Bakery',
      'Cíty Bákery',
      '𝐂𝐢𝐭𝐲 𝐁𝐚𝐤𝐞𝐫𝐲',
      'Official City Bakery',
      'The City Bakery',
      'City\u200b Bakery',
    ])
      expect([name, await fieldsOf(other, business(name))]).toEqual([name, likeVerified]);
    for (const [name, reason] of [
      ['City Baкery', 'mixed'],
      ['City Bakery (official)', 'mark'],
      ['City Bakery Ⓥ', 'mark'],
    ] as const) {
      expect(await fieldsOf(other, business(name))).toEqual(refused('organizationName', reason));
      expect(await fieldsOf(other, { firstName: name })).toEqual(refused('firstName', reason));
    }
    for (const name of ['City Bakery Uptown', 'City Bank', 'Bakery'])
      expect([name, await fieldsOf(other, business(name))]).toEqual([name, 200]);
    // nor the first name of a person
    expect(await fieldsOf(other, { firstName: 'City Bakery' })).toEqual(
      refused('firstName', 'like-verified', { email: 'help@example.org' }),
    );
    // the verified one keeps its own, and spells it another way
    expect(await fieldsOf(bakery, { organizationName: 'City bakery' })).toBe(200);
  });

  test('is not that of a verified one in short, in the plural or in another order', async () => {
    const [bakery, other] = [await createPerson(), await createPerson()];
    await put(bakery, business('9th Avenue Bakery'));
    await verify(bakery);
    const likeVerified = refused('organizationName', 'like-verified', { email: 'help@example.org' });
    for (const name of [
      '9th Ave Bakery',
      '9th Av. Bakery',
      'Ninth Avenue Bakery',
      '9th Avenue Bakeries',
      '9 th Avenue Bakery',
      'Bakery 9th Avenue',
      'The Real 9th Avenue Bakery Inc.',
    ])
      expect([name, await fieldsOf(other, business(name))]).toEqual([name, likeVerified]);
    expect(await fieldsOf(other, { firstName: '9th', lastName: 'Ave Bakery' })).toMatchObject({
      firstName: { reason: 'like-verified' },
    });
    for (const name of ['8th Avenue Bakery', '9th Street Bakery', '9th Avenue Pizza', 'The Bakery'])
      expect([name, await fieldsOf(other, business(name))]).toEqual([name, 200]);
  });

  test.each([
    ['Tafel Berlin e.V.', ['Tafel Berlin', 'Tafel Berlin eV', 'Tafel Berlin e. V.', 'Tafel Berlin e V']],
    ['Plan B Tafel', ['Plan B Tafel e.V.', 'Tafel Plan B e. V.', 'Plan B. Tafel gGmbH']],
    ['Pan y Paz S.L.', ['Pan y Paz', 'Pan y Paz SL', 'Paz y Pan S. L.', 'Pan y Paz, S.A. de C.V.']],
    ['S.O.S. Larder', ['SOS Larder', 'S. O. S. Larder', 'The S O S Larder']],
    ["St. Mary's Food Bank", ['Food Bank of St. Mary', 'Saint Mary Food Bank, Inc.']],
  ])('is not that of the verified %j with another legal form or small words', async (verified, names) => {
    const [owner, other] = [await createPerson(), await createPerson()];
    expect(await fieldsOf(owner, business(verified))).toBe(200);
    await verify(owner);
    for (const name of names)
      expect([name, await fieldsOf(other, business(name))]).toEqual([
        name,
        refused('organizationName', 'like-verified', { email: 'help@example.org' }),
      ]);
  });

  test('has no check mark and is none of the product’s own, also not by its look', async () => {
    const person = await createPerson();
    expect(await fieldsOf(person, business('Bell’s ✓'))).toEqual(refused('organizationName', 'mark'));
    for (const name of [
      'OpenLarder Support',
      '0penLarder',
      'ОреnLаrdеr',
      'Ѕuрроrt',
      'Αdmin',
      'HeIp desk',
      'Bell’s verified',
    ])
      expect([name, await fieldsOf(person, business(name))]).toEqual([
        name,
        refused('organizationName', 'reserved'),
      ]);
  });

  test('may be refused where no one can be written to', async () => {
    const [bakery, other] = [await withoutMail.createPerson(), await withoutMail.createPerson()];
    await put(bakery, business('City Bakery'), withoutMail);
    await withoutMail.db.updateTable('person').set({ verified: true }).where('id', '=', bakery.id).execute();
    const answer = await put(other, business('City Bakery'), withoutMail);
    expect(answer.json().fields).toEqual({
      organizationName:
        "This looks like the name of a verified organization. If it's yours, please ask an organizer",
    });
  });
});

describe('the name of a person', () => {
  test.each([
    [{ firstName: 'A neighbor' }, 'firstName', 'reserved'],
    [{ firstName: 'A', lastName: 'Neighbor' }, 'firstName', 'reserved'],
    [{ firstName: 'Deleted', lastName: 'account' }, 'firstName', 'reserved'],
    [{ firstName: 'Ana', lastName: 'Bell ✓' }, 'lastName', 'mark'],
    [{ firstName: 'Ana', lastName: 'Bеll' }, 'lastName', 'mixed'], // Cyrillic е
    [{ firstName: 'Support' }, 'firstName', 'reserved'],
  ])('is not %j, at sign-up and later', async (names, field, reason) => {
    const answer = await signUp(names);
    expect([answer.statusCode, answer.json().fieldErrors]).toEqual([422, refused(field, reason)]);
    expect(await fieldsOf(await createPerson(), names)).toEqual(refused(field, reason));
  });

  test.each([
    [{ firstName: 'Ž' }],
    [{ firstName: 'محمد', lastName: 'عبد الله' }],
    [{ firstName: 'Seán', lastName: "O'Brien-Ñúñez" }],
    [{ firstName: 'Madonna', lastName: '.' }],
    [{ firstName: 'Grace', lastName: 'Support-Smith' }],
    [{ firstName: 'Olga', lastName: 'Organizer' }],
  ])('may be %j', async (names) => {
    expect((await signUp(names)).statusCode).toBe(200);
  });

  test('is that of a verified organization only as written', async () => {
    for (const name of ['Casa María', 'La Casa de José']) {
      const house = await createPerson();
      await put(house, business(name));
      await verify(house);
    }
    for (const names of [
      { firstName: 'María', lastName: 'de las Casas' },
      { firstName: 'María', lastName: 'Casa y Casas' },
    ])
      expect((await signUp(names)).statusCode).toBe(200);
    expect((await signUp({ firstName: 'La Casa', lastName: 'María' })).statusCode).toBe(200);
    const same = await signUp({ firstName: 'La', lastName: 'Casa de José' });
    expect([same.statusCode, Object.keys(same.json().fieldErrors)]).toEqual([422, ['firstName']]);
  });

  test('that is no longer allowed stays until it is changed', async () => {
    const person = await createPerson({ firstName: 'Support', lastName: '✓' });
    const kept = { firstName: 'Support', lastName: '✓', radiusKm: 4 };
    expect(await fieldsOf(person, kept)).toBe(200);
    expect(await fieldsOf(person, { ...kept, firstName: 'Admin' })).toEqual(refused('firstName', 'reserved'));
    expect(await fieldsOf(person, { ...kept, firstName: 'Sam', lastName: '' })).toBe(200);
  });
});

test('letters that look alike are one', () => {
  expect(lookOf('ΡΑYΡΑL')).toEqual(lookOf('PAYPAL'));
  expect(lookOf('PAYPAL')).toEqual(lookOf('paypaI'));
  expect(lookOf('modern')).toEqual(lookOf('rnodern'));
  expect(lookOf('ɴɪɴᴛʜ')).toEqual(lookOf('ninth'));
  expect(lookOf('ВАК к')).toEqual(lookOf('bak k'));
  expect(lookOf('محمد')).not.toEqual(lookOf('محمود'));
});

const LOCALES = path.join(import.meta.dirname, '../../../../../locales');

test.each(readdirSync(LOCALES).filter((file) => file.endsWith('.po')))(
  'no name is what the product says of people without one, or verified, in %s',
  (file) => {
    const catalog = readFileSync(path.join(LOCALES, file), 'utf8');
    for (const text of ['A neighbor', 'Verified']) {
      const [, said = ''] = new RegExp(`msgid "${text}"\\nmsgstr "(.+)"`).exec(catalog) ?? [];
      expect([said, unchoosableName(said, '')]).toEqual([expect.stringMatching(/./), 'reserved']);
    }
  },
);
