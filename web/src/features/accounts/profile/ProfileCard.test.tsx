import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { ORGANIZATION_TYPES } from '@openlarder/domain/accounts/account-fields.ts';
import { displayName, initials } from '@openlarder/domain/accounts/person-names.ts';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { organizationTypeName, personTypeLabel } from './person-labels.ts';
import { ProfileCard } from './ProfileCard.tsx';

function show(known: Partial<User> = {}): string {
  const me = aUser(known);
  const { container } = renderWithProviders(
    <ProfileCard me={me} name={displayName(me)} initials={initials(me)} />,
  );
  return container.textContent ?? '';
}

describe('the profile card', () => {
  it('shows initials, name, kind, member-since date, location and email, and who sees them', () => {
    const shown = show({ location: '418 West 49th Street' });
    expect(screen.getByRole('heading', { level: 2, name: 'Ana Bell' })).toBeTruthy();
    for (const part of [
      'AB',
      'Community Donor',
      'Member since March 2026',
      '418 West 49th Street',
      'ana@example.org',
      'Only you see this.',
    ])
      expect(shown).toContain(part);
    expect(shown).not.toContain('Verified');
    expect(shown).not.toContain('Business Partner');
  });

  it('has the badges Verified and Business Partner, and says that a business is public', () => {
    const shown = show({
      verified: true,
      organizationName: 'Crust & Co',
      organizationType: 'bakery',
      location: '9 Mill Street',
      areaLabel: '9 Mill Street',
    });
    expect(screen.getByRole('heading', { level: 2, name: 'Crust & Co' })).toBeTruthy();
    for (const part of [
      'CR',
      'Corporate Partner',
      'Verified',
      'Business Partner',
      'Bakery',
      'Everyone here sees this.',
    ])
      expect(shown).toContain(part);
  });

  it('says that a business is seen by its neighborhood until it is verified', () => {
    const shown = show({
      organizationName: 'Crust & Co',
      location: '9 Mill Street',
      areaLabel: 'Old Town',
    });
    expect(shown).toContain(
      'Everyone here sees only Old Town until an organizer has verified your business.',
    );
    expect(shown).not.toContain('Everyone here sees this.');
  });
});

it.each([
  [
    { latitude: 40.76, longitude: -73.99, areaLabel: 'Chelsea' },
    'Neighbors see Chelsea, never your address.',
  ],
  [
    { latitude: 40.76, longitude: -73.99, areaLabel: null },
    'Neighbors see a point nearby, never your address.',
  ],
])('says what neighbors see of the place, and leads to its change', (known, sentence) => {
  expect(show({ location: '9 Mill Street', ...known })).toContain(sentence);
  expect(screen.getByRole('link', { name: 'Change my location' }).getAttribute('href')).toBe(
    '/?tab=profile&sheet=location',
  );
});

describe('the kind of person', () => {
  it.each([
    ['donor', 'Community Donor'],
    ['volunteer', 'Volunteer'],
    ['recipient', 'Community Member'],
  ] as const)('of a %s is "%s", of an organization "Corporate Partner"', (userType, label) => {
    expect(personTypeLabel({ userType, organizationName: null })).toBe(label);
    expect(personTypeLabel({ userType, organizationName: 'Crust & Co' })).toBe('Corporate Partner');
  });
});

it('has a name for each type of organization', () => {
  expect(ORGANIZATION_TYPES.map((type) => [type, organizationTypeName(type)])).toEqual([
    ['restaurant', 'Restaurant'],
    ['grocery_store', 'Grocery store'],
    ['bakery', 'Bakery'],
    ['cafeteria', 'Cafeteria'],
    ['cafe', 'Café'],
    ['food_truck', 'Food truck'],
    ['catering', 'Catering'],
    ['hotel', 'Hotel'],
    ['other', 'Other'],
  ]);
});
