import type { InjectOptions } from 'fastify';
import type { Clock } from '#server/platform/clock.ts';
import { listingBody } from '#server/testing/factories/listing-body.ts';
import { type Scene } from '#server/testing/factories/personas.ts';
import { type Expected, only, open, signedIn } from './expected-answer.ts';
import { EXPECTED_OF_HANDOVERS } from './expected-handover-answers.ts';
import { EXPECTED_OF_REQUESTS } from './expected-request-answers.ts';

const PASSWORD = 'a good long password';
let counted = 0;
const claimOf = ({ claim }: Scene): string => claim.id;
const requireOwnConversation = ({ claim }: Scene): string => claim.conversationId;
const listingOf = ({ listing }: Scene): string => listing.id;
const ownerOf = ({ people }: Scene): string => people.owner.id;

const surplusBody = () => ({
  title: 'Rolls',
  description: 'From the counter',
  category: 'bakery_items',
  servings: 40,
  dateKind: 'best_before',
  allergens: ['gluten'],
  diets: ['vegetarian'],
  pickupInstructions: 'Back door',
  weekdays: ['monday'],
  askAt: '20:00',
  pickupFrom: '20:00',
  pickupUntil: '21:00',
  listingId: null,
});

/** By method and path; personas.test.ts fails unless it names every endpoint and nothing else. */
const EXPECTED = {
  'GET /api/community': { answers: open(200) },
  'POST /api/auth/sign-up/email': {
    answers: open(200),
    body: () => ({
      email: `person-${++counted}@example.org`,
      password: PASSWORD,
      firstName: 'Ana',
      lastName: 'Bell',
      userType: 'donor',
    }),
  },
  'POST /api/auth/sign-in/email': {
    answers: open(401),
    body: () => ({ email: 'not-here@example.org', password: PASSWORD }),
  },
  // there is no identity provider here
  'POST /api/auth/sign-in/oauth2': { answers: open(404), body: () => ({ returnTo: '/' }) },
  'POST /api/auth/request-password-reset': {
    answers: open(202),
    body: () => ({ email: 'not-here@example.org' }),
  },
  'POST /api/auth/reset-password': {
    answers: open(409),
    body: () => ({ token: 'made-up', newPassword: PASSWORD }),
  },
  'POST /api/auth/send-verification-email': { answers: signedIn(202) },
  'POST /api/auth/sign-up/code': { answers: open(409), body: () => ({ code: '123456' }) },
  'POST /api/auth/sign-up/link': { answers: open(409), body: () => ({ token: 'made-up' }) },
  'POST /api/auth/verify-email': { answers: open(409), body: () => ({ token: 'made-up' }) },
  'POST /api/auth/change-password': {
    answers: signedIn(422),
    body: () => ({ currentPassword: 'not this one', newPassword: PASSWORD }),
  },
  'GET /api/auth/sessions': { answers: signedIn(200) },
  // another person's session: its existence is not revealed
  'DELETE /api/auth/sessions/{id}': { answers: signedIn(404), about: listingOf },
  'POST /api/auth/sign-out-everywhere': { answers: signedIn(204) },
  'POST /api/users/close-account': { answers: signedIn(204), body: () => ({ password: PASSWORD }) },
  'GET /api/users/export': { answers: signedIn(200) },
  'GET /api/auth/user': { answers: signedIn(200) },
  'PUT /api/users/profile': {
    answers: signedIn(200),
    body: () => ({
      firstName: 'Ana',
      lastName: 'Bell',
      address: '5 Elm Street',
      latitude: 40.75,
      longitude: -73.98,
      areaLabel: 'Midtown',
      radiusKm: 5,
      organizationName: 'Bell’s Bakery',
      organizationType: 'bakery',
      location: '5 Elm Street',
      userType: 'donor',
      diets: ['vegan'],
      allergens: ['milk'],
      language: 'en',
      leaderboardVisible: true,
      showsSharing: true,
      showsReplies: true,
      showsVerified: true,
      discreet: true,
      householdSize: 3,
    }),
  },
  'GET /api/places/area': { answers: signedIn(200), query: { latitude: '40.75', longitude: '-73.98' } },
  'GET /api/blocks': { answers: signedIn(200) },
  'POST /api/blocks': {
    answers: { ...signedIn(204), owner: 404 },
    about: ownerOf,
    body: (userId) => ({ userId }),
  },
  // removing a missing block is no error, so that the existence of people is not revealed
  'DELETE /api/blocks/{userId}': { answers: signedIn(204), about: ownerOf, missing: 204 },
  // any id can be reported, so that its existence is not revealed
  'POST /api/reports': {
    answers: signedIn(201),
    about: requireOwnConversation,
    missing: 201,
    body: (id) => ({ subject: { type: 'conversation', id }, reason: 'other', details: 'Not right' }),
  },
  'GET /api/reports': { answers: signedIn(200) },
  'GET /api/users/{id}': {
    answers: { ...signedIn(200), blocked: 404, blockedLater: 404 },
    about: ownerOf,
  },
  'GET /api/users/notification-settings': { answers: signedIn(200) },
  'PUT /api/users/notification-settings': {
    answers: signedIn(200),
    body: () => ({
      app: { claims: true, pickups: true, messages: true, endings: false, alerts: true },
      mail: { claims: true, pickups: true, messages: false, alerts: true, help: true },
      quietHours: { from: '22:00', until: '07:00' },
    }),
  },
  'GET /api/users/help-offer': { answers: signedIn(200) },
  'PUT /api/users/help-offer': {
    answers: signedIn(200),
    body: () => ({ days: ['monday'], times: ['evening'], area: 'Midtown', transport: ['bicycle'] }),
  },
  'GET /api/recent-activity': { answers: signedIn(200), query: { limit: '5' } },
  'GET /api/users/{userId}/recent-activity': {
    answers: only({ owner: 200 }),
    about: ownerOf,
    query: { limit: '5' },
  },
  'GET /api/users/impact': { answers: signedIn(200) },
  'GET /api/users/impact.csv': { answers: signedIn(200) },
  'GET /api/users/handovers.csv': {
    answers: signedIn(200),
    query: { from: '2026-01', until: '2026-12' },
  },
  'GET /api/users/opening-hours': { answers: signedIn(200) },
  // no persona is an organization
  'PUT /api/users/opening-hours': {
    answers: signedIn(403),
    body: () => ({ hours: [{ weekday: 'monday', opens: '07:00', closes: '20:30' }] }),
  },
  'GET /api/partners/{id}': { answers: signedIn(404), about: ownerOf },
  'GET /api/recurring-surplus': { answers: signedIn(200) },
  'POST /api/recurring-surplus': { answers: signedIn(403), body: surplusBody },
  'PUT /api/recurring-surplus/{id}': { answers: signedIn(404), about: listingOf, body: surplusBody },
  'DELETE /api/recurring-surplus/{id}': { answers: signedIn(404), about: listingOf },
  'PUT /api/recurring-surplus/{id}/paused': {
    answers: signedIn(404),
    about: listingOf,
    body: () => ({ isPaused: true }),
  },
  'PUT /api/recurring-surplus/{id}/day-off': {
    answers: signedIn(404),
    about: listingOf,
    body: () => ({ isOff: true }),
  },
  'GET /api/surplus-questions': { answers: signedIn(200) },
  'POST /api/surplus-questions/{id}/answer': {
    answers: signedIn(404),
    about: listingOf,
    body: () => ({ answer: 'yes', servings: 3, useBy: '2026-05-05T12:00:00.000Z' }),
  },
  'GET /api/community/stats': { answers: open(200) },
  'GET /api/users/stats': { answers: signedIn(200) },
  'GET /api/leaderboard/monthly': {
    answers: signedIn(200),
    query: { userType: 'donor', month: '2026-05' },
  },
  'GET /api/leaderboard/all-time': { answers: signedIn(200), query: { userType: 'donor' } },
  'GET /api/leaderboard/months': { answers: signedIn(200) },
  'GET /api/badges': { answers: signedIn(200) },
  'GET /api/users/badges': { answers: signedIn(200) },
  'GET /api/notifications': { answers: signedIn(200), query: { limit: '10', cursor: '' } },
  'POST /api/notifications/read': {
    answers: signedIn(204),
    about: claimOf,
    missing: 204,
    body: (id) => ({ ids: [id] }),
  },
  'POST /api/objects/upload': { answers: signedIn(200) },
  'PUT /api/food-images': {
    answers: signedIn(422),
    about: listingOf,
    missing: 422,
    body: (id) => ({ imageURL: `/api/objects/uploads/${id}?expires=1&signature=${'a'.repeat(43)}` }),
  },
  'GET /api/food-listings': {
    answers: signedIn(200),
    query: {
      near: '40.75,-73.98',
      radiusKm: '5',
      area: '40.7831,40.7489,-73.9441,-74.0059',
      donorId: '01989c2e-0000-7000-8000-000000000000',
      category: 'prepared_meals',
      q: 'soup',
      diets: 'vegan',
      withoutAllergens: 'milk',
      freshness: 'all',
      order: 'newest',
      limit: '10',
      cursor: '',
    },
  },
  'GET /api/impact-facts': { answers: open(200), query: { category: 'waste', region: 'world' } },
  'GET /api/map/cluster': {
    answers: signedIn(200),
    query: {
      north: '40.7831',
      south: '40.7489',
      east: '-73.9441',
      west: '-74.0059',
      radius: '1000',
      categories: 'prepared_meals',
      urgencyLevels: 'high',
    },
  },
  'POST /api/food-listings': { answers: signedIn(201), body: (_id, clock) => listingBody(clock) },
  'GET /api/food-listings/limits': { answers: signedIn(200) },
  'GET /api/food-listings/{id}': {
    answers: { ...signedIn(200), blocked: 404, blockedLater: 404 },
    about: listingOf,
  },
  'PATCH /api/food-listings/{id}': {
    answers: only({ owner: 200 }),
    about: listingOf,
    body: (_id, clock) => {
      const { isBulk: _isBulk, ...changeable } = listingBody(clock);
      return changeable;
    },
  },
  'POST /api/food-listings/{id}/withdraw': { answers: only({ owner: 200 }), about: listingOf },
  'POST /api/food-listings/{id}/claim': {
    answers: { ...signedIn(201), owner: 409, blocked: 404, blockedLater: 404 },
    about: listingOf,
    body: () => ({ servings: 1 }),
  },
  'GET /api/users/{id}/food-listings': {
    answers: { ...signedIn(200), blocked: 404, blockedLater: 404 },
    about: ownerOf,
    query: { type: 'donated', limit: '10', cursor: '' },
  },
  'GET /api/claims': { answers: signedIn(200), query: { side: 'mine', limit: '10', cursor: '' } },
  'GET /api/claims/{id}': { answers: only({ claimer: 200, owner: 200 }), about: claimOf },
  'POST /api/claims/{id}/release': {
    answers: only({ claimer: 200, owner: 200 }),
    about: claimOf,
    body: () => ({ reason: 'other' }),
  },
  'POST /api/claims/{id}/no-show': {
    answers: only({ claimer: 403, owner: 409 }),
    about: claimOf,
  },
  'POST /api/claims/{id}/dispute': {
    answers: only({ claimer: 409, owner: 409 }),
    about: claimOf,
    body: () => ({ details: 'It was not so' }),
  },
  'GET /api/users/claim-limits': { answers: signedIn(200) },
  'GET /api/calendar/{token}/pickups.ics': { answers: open(404), about: claimOf },
  'GET /api/users/calendar-feed': { answers: signedIn(200) },
  'POST /api/users/calendar-feed': { answers: signedIn(200) },
  'DELETE /api/users/calendar-feed': { answers: signedIn(204) },
  'POST /api/claims/{id}/complete': {
    answers: only({ claimer: 403, owner: 422 }),
    about: claimOf,
    body: () => ({ code: '0000' }),
  },
  'POST /api/conversations/{id}/share-place': {
    answers: only({ claimer: 403, owner: 200 }),
    about: requireOwnConversation,
  },
  'GET /api/conversations': { answers: signedIn(200), query: { limit: '10', cursor: '' } },
  'GET /api/conversations/{id}/messages': {
    answers: only({ claimer: 200, owner: 200 }),
    about: requireOwnConversation,
    query: { limit: '10', cursor: '' },
  },
  'POST /api/conversations/{id}/messages': {
    answers: only({ claimer: 201, owner: 201 }),
    about: requireOwnConversation,
    body: () => ({ content: 'Six o’clock?', photo: null }),
  },
  'POST /api/conversations/{id}/read': {
    answers: only({ claimer: 204, owner: 204 }),
    about: requireOwnConversation,
    // up to this message: all of them
    body: () => ({}),
  },
  'GET /api/users/donations': { answers: signedIn(200) },
  'GET /api/users/donation-stats': { answers: signedIn(200) },
  'GET /api/community/donations': { answers: signedIn(200) },
  // there is no card provider here
  'POST /api/create-payment-intent': {
    answers: signedIn(503),
    body: () => ({
      amount: 1000,
      donationType: 'platform_donation',
      donorMessage: 'Eat well',
      isAnonymous: false,
      foodListingId: null,
      emergencyRequestId: null,
    }),
  },
  // another's donation is not found
  'POST /api/donations/{id}/refresh': { answers: signedIn(404), about: listingOf },
  'GET /api/smart-match/recommendations': {
    answers: signedIn(200),
    query: { lat: '40.75', lng: '-73.98', limit: '6' },
  },
  'POST /api/smart-match/{id}/dismiss': {
    answers: { ...signedIn(204), blocked: 404, blockedLater: 404 },
    about: listingOf,
  },
  // restoring a match that was never dismissed is no error, so that the existence of listings is not revealed
  'DELETE /api/smart-match/{id}/dismiss': { answers: signedIn(204), about: listingOf, missing: 204 },
  'GET /api/expiry-alerts': { answers: signedIn(200) },
  // the same status for another person's alert as for an unknown one
  'PUT /api/expiry-alerts/{id}/acknowledge': { answers: signedIn(404), about: listingOf },
  'POST /api/food-listings/{id}/tell-neighbors': { answers: only({ owner: 200 }), about: listingOf },
  'GET /api/food-listings/expiring-soon': {
    answers: signedIn(200),
    query: { lat: '40.75', lng: '-73.98' },
  },
  'GET /api/ads': {
    answers: open(200),
    query: {
      location: 'home-page',
      userType: 'donor',
      limit: '3',
      adType: 'card',
      adCategory: 'community_building',
    },
  },
  // there is no ad with this id
  'POST /api/ads/{adId}/impression': {
    answers: open(404),
    about: listingOf,
    body: (id) => ({ userId: null, location: 'home-page', impressionId: id }),
  },
  'POST /api/ads/{adId}/click': {
    answers: open(404),
    about: listingOf,
    body: (id) => ({ impressionId: id }),
  },
  ...EXPECTED_OF_HANDOVERS,
  ...EXPECTED_OF_REQUESTS,
} satisfies Record<string, Expected>;
export type EndpointName = keyof typeof EXPECTED;
export const EXPECTED_ANSWERS = Object.entries(EXPECTED) as (readonly [EndpointName, Expected])[];

/** A valid id that no object has. */
export const UNKNOWN_ID = '01989c2e-0000-7000-8000-000000000000';

/** The call of the table as an injected request; `id` is its subject. */
export function requestFor(
  name: string,
  expected: Expected,
  id: string,
  clock: Clock,
): InjectOptions & { body?: Record<string, unknown> } {
  const [method, path = ''] = name.split(' ');
  return {
    method: method as 'GET',
    url: path.replaceAll(/\{\w+\}/g, id),
    ...(expected.query && { query: withoutEmpty(expected.query) }),
    ...(expected.body && { body: expected.body(id, clock) }),
  };
}

/** An empty value stands for an omitted parameter. */
export const withoutEmpty = (query: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
