import type { Scene } from '#server/testing/factories/personas.ts';
import { type Expected, only, signedIn } from './expected-answer.ts';

/** The stranger's pending request. */
const pendingOf = ({ asked }: Scene): string => asked.id;
/** The claimer's request, which the other donor helps with. */
const matchedOf = ({ helped }: Scene): string => helped.id;
const donorsOnly = { ...signedIn(403), otherDonor: 404 };

/** The calls about requests for food; the other donor is the only donor. */
export const EXPECTED_OF_REQUESTS = {
  'GET /api/emergency-requests/active': { answers: { ...signedIn(403), otherDonor: 200 } },
  'GET /api/emergency-requests': { answers: signedIn(200), query: { side: 'helping' } },
  'GET /api/emergency-requests/asking': { answers: signedIn(200) },
  'GET /api/emergency-requests/area': {
    answers: signedIn(200),
    query: { latitude: '-33.9', longitude: '18.4' },
  },
  'POST /api/emergency-requests/asking/appeal': {
    answers: signedIn(409),
    body: () => ({ words: 'That was not so' }),
  },
  'GET /api/emergency-requests/{id}': {
    answers: only({ stranger: 200, otherDonor: 200 }),
    about: pendingOf,
  },
  'POST /api/emergency-requests': {
    answers: { ...signedIn(201), stranger: 409, claimer: 409 },
    body: () => ({
      title: 'Food for tonight',
      description: 'Nothing left until Friday',
      urgencyLevel: 'high',
      householdSize: 3,
      specialNeeds: 'No oven',
      dietaryRestrictions: ['vegan'],
      pickupLocation: '5 Elm Street',
      meetingPoint: 'At the library',
      radiusKm: 1,
      preferredCategories: ['prepared_meals'],
      latitude: -33.9,
      longitude: 18.4,
      showsFirstName: true,
      expiresAt: '2030-01-01T00:00:00Z',
    }),
  },
  'POST /api/emergency-requests/{id}/match': {
    answers: { ...signedIn(403), otherDonor: 201 },
    about: pendingOf,
    missing: donorsOnly,
    body: () => ({ listingId: null, servings: 1 }),
  },
  'POST /api/emergency-requests/{id}/release': {
    answers: only({ claimer: 200, otherDonor: 200 }),
    about: matchedOf,
    body: () => ({ reason: 'other' }),
  },
  'POST /api/emergency-requests/{id}/fulfil': {
    answers: only({ claimer: 403, otherDonor: 422 }),
    about: matchedOf,
    body: () => ({ code: '0000' }),
  },
  'POST /api/emergency-requests/{id}/cancel': {
    answers: only({ claimer: 200, otherDonor: 403 }),
    about: matchedOf,
    body: () => ({ reason: 'got_food' }),
  },
  'POST /api/emergency-requests/{id}/share-place': {
    answers: only({ claimer: 200, otherDonor: 403 }),
    about: matchedOf,
    body: () => ({
      meetingPoint: 'At the library',
      address: '5 Elm Street',
      latitude: -33.9,
      longitude: 18.4,
    }),
  },
  'POST /api/emergency-requests/{id}/block': {
    answers: only({ otherDonor: 204 }),
    about: pendingOf,
  },
} satisfies Record<string, Expected>;
