import { expect, test } from 'vitest';
import { pointAt } from '../kernel/geo.ts';
import { isSomebodyElse } from './verified-identity.ts';

const DOOR = { latitude: 40.758, longitude: -73.9855 };
const bakery = {
  firstName: 'Bea',
  lastName: 'Lund',
  organizationName: 'Blue Door Bakery',
  address: '5 Elm Street',
  point: DOOR,
};

test.each([
  [{}, false],
  [{ organizationName: ' Blue  Door\u200b bakery ' }, false],
  [{ organizationName: 'Red Cross' }, true],
  [{ organizationName: null, address: null }, true],
  [{ address: '9 Oak Street' }, true],
  [{ firstName: 'Olga' }, true],
  [{ lastName: 'Organizer' }, true],
  [{ point: pointAt(DOOR, 150, 1) }, false],
  [{ point: pointAt(DOOR, 250, 1) }, true],
])('the mark stands for another person after %j: %s', (change, isElse) => {
  expect(isSomebodyElse(bakery, { ...bakery, ...change })).toBe(isElse);
});
