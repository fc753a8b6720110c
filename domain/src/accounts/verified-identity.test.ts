import { expect, test } from 'vitest';
import { isSomebodyElse } from './verified-identity.ts';

const bakery = {
  firstName: 'Bea',
  lastName: 'Lund',
  organizationName: 'Blue Door Bakery',
  address: '5 Elm Street',
};

test.each([
  [{}, false],
  [{ organizationName: ' Blue  Door\u200b bakery ' }, false],
  [{ organizationName: 'Red Cross' }, true],
  [{ organizationName: null, address: null }, true],
  [{ address: '9 Oak Street' }, true],
  [{ firstName: 'Olga' }, true],
  [{ lastName: 'Organizer' }, true],
])('the mark stands for another person after %j: %s', (change, isElse) => {
  expect(isSomebodyElse(bakery, { ...bakery, ...change })).toBe(isElse);
});
