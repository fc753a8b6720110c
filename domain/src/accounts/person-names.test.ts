import { describe, expect, it } from 'vitest';
import { avatarInitials, displayName, initials, publicName } from './person-names.ts';

const ana = { firstName: 'Ana', lastName: 'Bell' };
const crust = { ...ana, organizationName: 'Crust & Co' };

describe('the display name', () => {
  it.each([
    [crust, 'Crust & Co'],
    [ana, 'Ana Bell'],
    [{ firstName: 'Ana', lastName: ' ' }, 'Ana'],
    [{ lastName: 'Bell' }, 'Anonymous User'],
    [{}, 'Anonymous User'],
  ])(
    'is the organization, else first and last name, else the first, else "Anonymous User": %j',
    (person, name) => {
      expect(displayName(person)).toBe(name);
    },
  );

  it('has only the last initial for strangers', () => {
    expect(publicName(ana)).toBe('Ana B.');
    expect(publicName({ firstName: 'Ana' })).toBe('Ana');
    expect(publicName(crust)).toBe('Crust & Co');
  });
});

describe('the initials', () => {
  it.each([
    [crust, 'CR'],
    [ana, 'AB'],
    [{ firstName: 'élise' }, 'É'],
    [{ lastName: 'Bell' }, 'A'],
    [{}, 'A'],
    // characters as people see them, in title case
    [{ firstName: '🇩🇪 Ana', lastName: '👩‍👩‍👧' }, '🇩🇪👩‍👩‍👧'],
    [{ organizationName: '🇺🇦🍞 Bakery' }, '🇺🇦🍞'],
    [{ firstName: 'e\u0301lise', lastName: 'ßmit' }, 'E\u0301Ss'],
    [{ firstName: 'ﬁona', lastName: 'გიორგი' }, 'Fiგ'],
    [{ firstName: 'नीना', lastName: 'Bell' }, 'नीB'],
  ])(
    'are of the organization, else of first and last name, else of the first, else "A": %j',
    (person, letters) => {
      expect(initials(person)).toBe(letters);
    },
  );
});

describe('the letters on the header’s avatar', () => {
  it.each([
    [{ ...crust, email: 'x@example.org' }, 'AB'],
    [{ firstName: 'Ana', email: 'x@example.org' }, 'A'],
    [{ firstName: '', lastName: ' ', email: 'x@example.org' }, 'X'],
    [{ email: '' }, 'U'],
    [{}, 'U'],
  ])('are of first and last name, else the email’s first, else "U": %j', (person, letters) => {
    expect(avatarInitials(person)).toBe(letters);
  });
});
