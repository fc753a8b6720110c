import { profileBody } from '@openlarder/domain/accounts/account-schemas.ts';
import { describe, expect, it } from 'vitest';
import { aUser } from '#web/testing/people.ts';
import { validationErrors } from './profile-errors.ts';
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

describe('the profile change', () => {
  it('is empty if nothing differs', () => {
    expect(profileChange(home, profileValues(home))).toEqual({});
    expect(profileChange(bakery, profileValues(bakery))).toEqual({});
    expect(
      profileChange(home, { ...profileValues(home), firstName: ' Ana ', diets: ['halal', 'vegan'] }),
    ).toEqual({});
  });

  it('takes the household back if it is emptied', () => {
    const family = aUser({ householdSize: 7 });
    expect(profileChange(family, profileValues(family))).toEqual({});
    expect(profileChange(family, { ...profileValues(family), householdSize: ' ' })).toEqual({
      householdSize: null,
    });
    expect(profileChange(aUser(), { ...profileValues(aUser()), householdSize: '4' })).toEqual({
      householdSize: 4,
    });
  });

  it('contains only changed fields and satisfies the contract', () => {
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

  it('sends a place as latitude, longitude and area label', () => {
    const place = { latitude: 40.8, longitude: -73.9, areaLabel: null };
    expect(placeChange(home, '5 Main St', place)).toEqual({ latitude: 40.8, longitude: -73.9 });
    expect(placeChange(home, '6 Main St', { ...place, areaLabel: 'Old Mill' })).toEqual({
      address: '6 Main St',
      latitude: 40.8,
      longitude: -73.9,
      areaLabel: 'Old Mill',
    });
  });

  it('never sends a home’s address as `location`, always a business’s', () => {
    const moved = { latitude: 40.8, longitude: -73.9, areaLabel: 'Chelsea' };
    expect(placeChange(home, 'DraftConflict 1', moved)).not.toHaveProperty('location');
    expect(placeChange(bakery, '9 Mill Lane, Leith', moved)).toEqual({
      location: '9 Mill Lane, Leith',
      latitude: 40.8,
      longitude: -73.9,
    });
  });

  it('never changes the user type of a business', () => {
    expect(profileChange(bakery, { ...profileValues(bakery), userType: 'recipient' })).toEqual({});
  });
});

describe('profile validation', () => {
  it('uses the contract’s messages at the field that shows them', () => {
    const values = { ...profileValues(bakery), firstName: ' ', organizationName: 'C', address: 'x' };
    expect(validationErrors(profileChange(bakery, values))).toEqual({
      firstName: 'Please enter your first name',
      organizationName: 'Organization name must be at least 2 characters',
      address: 'Please provide a complete address',
    });
  });
});
