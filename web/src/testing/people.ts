import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { Community } from '@openlarder/domain/community/community-contract.ts';

/** A user to sign in as, with overrides. */
export function aUser(known: Partial<User> = {}): User {
  return {
    id: '0198a0aa-0000-7000-8000-0000000000a1',
    firstName: 'Ana',
    lastName: 'Bell',
    email: 'ana@example.org',
    emailVerified: true,
    emailPaused: false,
    hasPassword: true,
    userType: 'donor',
    organizationName: null,
    organizationType: null,
    location: null,
    latitude: null,
    longitude: null,
    areaLabel: null,
    placeCountsFrom: null,
    radiusKm: 10,
    householdSize: null,
    diets: [],
    allergens: [],
    language: 'en',
    leaderboardVisible: true,
    showsSharing: true,
    showsReplies: true,
    showsVerified: true,
    discreet: false,
    verified: false,
    known: false,
    isAdmin: false,
    paused: false,
    createdAt: '2026-03-04T12:00:00Z',
    ...known,
  };
}

/** Community settings, with overrides. */
export function aCommunity(known: Partial<Community> = {}): Community {
  return {
    appName: 'OpenLarder',
    language: 'en',
    timeZone: 'America/New_York',
    country: 'US',
    currency: 'USD',
    mapCentre: { latitude: 40.76, longitude: -73.98 },
    mapBounds: { north: 40.7831, south: 40.7489, east: -73.9441, west: -74.0059 },
    town: 'New York',
    reachKm: 50,
    mapTiles: null,
    addressLookup: null,
    sendsMail: false,
    mailIsLate: false,
    identityProvider: null,
    volunteerEmail: null,
    claims: null,
    payments: null,
    takesTestCards: false,
    operator: null,
    imprint: null,
    privacyNote: null,
    demoAccounts: [],
    ...known,
  };
}
