import { profileBody } from '@openlarder/domain/accounts/account-schemas.ts';
import { describe, expect, it } from 'vitest';
import { aUser } from '#web/testing/people.ts';
import { faultsOf } from './profile-errors.ts';
import { placeChange, profileChange, profileValues } from './profile-values.ts';

const home = aUser({
  location: '5 Main St',
  latitude: 40.75,
  longitude: -73.99,
  areaLabel: 'Chelsea',
  diets: ['vegan', 'halal'],
});
const bakery = aUser({
  organizationName: 'Crust',
  organizationType: 'bakery',
  location: '9 Mill Lane, Leith',
  latitude: 40.75,
  longitude: -73.99,
  areaLabel: '9 Mill Lane, Leith',
});

describe('what is sent of a profile', () => {
  it('is nothing while nothing differs', () => {
    expect(profileChange(home, profileValues(home))).toEqual({});
    expect(profileChange(bakery, profileValues(bakery))).toEqual({});
    expect(
      profileChange(home, { ...profileValues(home), firstName: ' Ana ', diets: ['halal', 'vegan'] }),
    ).toEqual({});
  });

  it('is what differs, and the contract takes it', () => {
    const change = profileChange(home, {
      ...profileValues(home),
      lastName: '',
      userType: 'volunteer',
      radiusKm: 25,
      allergens: ['milk'],
      diets: [],
    });
    expect(change).toEqual({
      lastName: '',
      userType: 'volunteer',
      radiusKm: 25,
      allergens: ['milk'],
      diets: [],
    });
    expect(profileBody.parse(change)).toEqual(change);
  });

  it('is a place as latitude with longitude, and the neighborhood in one’s words', () => {
    const place = { latitude: 40.8, longitude: -73.9, areaLabel: null };
    expect(placeChange(home, '5 Main St', place)).toEqual({ latitude: 40.8, longitude: -73.9 });
    expect(placeChange(home, '6 Main St', { ...place, areaLabel: 'Old Mill' })).toEqual({
      address: '6 Main St',
      latitude: 40.8,
      longitude: -73.9,
      areaLabel: 'Old Mill',
    });
  });

  it('never calls a home’s address `location`, and always a business’s', () => {
    const moved = { latitude: 40.8, longitude: -73.9, areaLabel: 'Chelsea' };
    expect(placeChange(home, 'DraftConflict 1', moved)).not.toHaveProperty('location');
    expect(placeChange(bakery, '9 Mill Lane, Leith', moved)).toEqual({
      location: '9 Mill Lane, Leith',
      latitude: 40.8,
      longitude: -73.9,
    });
  });

  it('never changes what brings a business here', () => {
    expect(profileChange(bakery, { ...profileValues(bakery), userType: 'recipient' })).toEqual({});
  });
});

describe('what has to be mended', () => {
  it('is said in the contract’s words, at the field that shows it', () => {
    const values = { ...profileValues(bakery), firstName: ' ', organizationName: 'C', address: 'x' };
    expect(faultsOf(profileChange(bakery, values))).toEqual({
      firstName: 'Please enter your first name',
      organizationName: 'Organization name must be at least 2 characters',
      address: 'Please provide a complete address',
    });
  });
});
