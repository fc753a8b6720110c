import type { EndpointName } from '#server/testing/expected-answers.ts';

/** What a call still does or shows when there is a block between the caller and the person it is about. */
export type BlockException = {
  /**
   * Ids of the other person, or shared by the two, that are not answered like an unknown id; with the possible
   * statuses, which depend on the side. For pairs with a past (`known`), or also for strangers (`always`).
   */
  readonly known?: Readonly<Record<string, readonly number[]>>;
  readonly always?: Readonly<Record<string, readonly number[]>>;
  /** Names and texts from before the block stay visible, for pairs with a past. */
  readonly keeps?: true;
  /** Contains names of people the caller has blocked, for the caller only, or what the caller has reported. */
  readonly names?: 'whom I blocked' | 'what I reported';
  /** The response has an id of its own. */
  readonly isNew?: true;
};

const NOTHING: BlockException = {};
const KEPT: BlockException = { keeps: true };

/** Every call: a new one does not compile before it is decided what of it passes a block. */
export const BLOCK_ISOLATION: Readonly<Record<EndpointName, BlockException>> = {
  'GET /api/community': NOTHING,
  'POST /api/auth/sign-up/email': NOTHING,
  'POST /api/auth/sign-in/email': NOTHING,
  'POST /api/auth/sign-in/oauth2': NOTHING,
  'POST /api/auth/request-password-reset': NOTHING,
  'POST /api/auth/reset-password': NOTHING,
  'POST /api/auth/send-verification-email': NOTHING,
  'POST /api/auth/sign-up/code': NOTHING,
  'POST /api/auth/sign-up/link': NOTHING,
  'POST /api/auth/verify-email': NOTHING,
  'POST /api/auth/change-password': NOTHING,
  'GET /api/auth/sessions': NOTHING,
  'DELETE /api/auth/sessions/{id}': NOTHING,
  'POST /api/auth/sign-out-everywhere': NOTHING,
  'POST /api/users/close-account': NOTHING,
  'GET /api/users/export': { keeps: true, names: 'whom I blocked' },
  'GET /api/auth/user': NOTHING,
  'PUT /api/users/profile': NOTHING,
  'GET /api/places/area': NOTHING,
  'GET /api/blocks': { names: 'whom I blocked' },
  // a blocked person may block too
  'POST /api/blocks': { always: { person: [204] } },
  'DELETE /api/blocks/{userId}': NOTHING,
  'POST /api/reports': { isNew: true },
  'GET /api/reports': { names: 'what I reported' },
  'GET /api/users/{id}': NOTHING,
  'GET /api/users/notification-settings': NOTHING,
  'PUT /api/users/notification-settings': NOTHING,
  'GET /api/users/help-offer': NOTHING,
  'PUT /api/users/help-offer': NOTHING,
  'GET /api/recent-activity': NOTHING,
  'GET /api/users/{userId}/recent-activity': KEPT,
  'GET /api/users/impact': NOTHING,
  'GET /api/users/impact.csv': NOTHING,
  'GET /api/community/stats': NOTHING,
  'GET /api/users/stats': NOTHING,
  'GET /api/leaderboard/monthly': NOTHING,
  'GET /api/leaderboard/all-time': NOTHING,
  'GET /api/leaderboard/months': NOTHING,
  'GET /api/badges': NOTHING,
  'GET /api/users/badges': NOTHING,
  'GET /api/notifications': KEPT,
  'POST /api/notifications/read': NOTHING,
  'POST /api/objects/upload': NOTHING,
  'PUT /api/food-images': NOTHING,
  'GET /api/food-listings': NOTHING,
  'GET /api/impact-facts': NOTHING,
  'GET /api/ads': NOTHING,
  'POST /api/ads/{adId}/impression': NOTHING,
  'POST /api/ads/{adId}/click': NOTHING,
  'GET /api/map/cluster': NOTHING,
  'GET /api/smart-match/recommendations': NOTHING,
  'POST /api/smart-match/{id}/dismiss': NOTHING,
  'DELETE /api/smart-match/{id}/dismiss': NOTHING,
  'GET /api/expiry-alerts': NOTHING,
  'PUT /api/expiry-alerts/{id}/acknowledge': NOTHING,
  'GET /api/food-listings/expiring-soon': NOTHING,
  'POST /api/food-listings/{id}/tell-neighbors': NOTHING,
  'POST /api/food-listings': NOTHING,
  'GET /api/food-listings/limits': NOTHING,
  'GET /api/food-listings/{id}': NOTHING,
  'PATCH /api/food-listings/{id}': NOTHING,
  'POST /api/food-listings/{id}/withdraw': NOTHING,
  'POST /api/food-listings/{id}/claim': NOTHING,
  'GET /api/users/{id}/food-listings': NOTHING,
  'GET /api/claims': KEPT,
  'GET /api/claims/{id}': { keeps: true, known: { claim: [200] } },
  'POST /api/claims/{id}/release': { keeps: true, known: { claim: [200, 409] } },
  'POST /api/claims/{id}/no-show': { known: { claim: [403, 409] } },
  'POST /api/claims/{id}/dispute': { keeps: true, known: { claim: [200, 409] } },
  'GET /api/handovers/{id}': { keeps: true, known: { handover: [200] } },
  'GET /api/handovers/{id}/pickup.ics': NOTHING,
  'POST /api/handovers/{id}/propose-time': { known: { handover: [409] } },
  'POST /api/handovers/{id}/accept-time': { known: { handover: [409] } },
  'POST /api/handovers/{id}/coming': { known: { handover: [403, 409] } },
  'POST /api/handovers/{id}/on-my-way': { known: { handover: [409] } },
  'POST /api/handovers/{id}/release': { keeps: true, known: { handover: [200, 409] } },
  'POST /api/handovers/{id}/no-show': { known: { handover: [403, 409] } },
  'POST /api/handovers/{id}/dispute': { keeps: true, known: { handover: [200, 409] } },
  'POST /api/handovers/{id}/complete': { keeps: true, known: { handover: [200, 403, 409] } },
  'POST /api/handovers/{id}/thank': { known: { handover: [403, 409] } },
  'GET /api/users/claim-limits': NOTHING,
  'GET /api/users/donations': NOTHING,
  'GET /api/users/donation-stats': NOTHING,
  'GET /api/community/donations': NOTHING,
  'POST /api/create-payment-intent': NOTHING,
  'POST /api/donations/{id}/refresh': NOTHING,
  'GET /api/calendar/{token}/pickups.ics': NOTHING,
  'GET /api/users/calendar-feed': NOTHING,
  'POST /api/users/calendar-feed': NOTHING,
  'DELETE /api/users/calendar-feed': NOTHING,
  'POST /api/claims/{id}/complete': { keeps: true, known: { claim: [200, 403, 409] } },
  'POST /api/conversations/{id}/share-place': { known: { conversation: [403, 409] } },
  'GET /api/conversations': KEPT,
  'GET /api/conversations/{id}/messages': { keeps: true, known: { conversation: [200] } },
  'POST /api/conversations/{id}/messages': { known: { conversation: [409] } },
  'POST /api/conversations/{id}/read': { known: { conversation: [204] } },
  'GET /api/emergency-requests/active': NOTHING,
  'GET /api/emergency-requests/area': NOTHING,
  'GET /api/emergency-requests': NOTHING,
  'GET /api/emergency-requests/asking': NOTHING,
  'POST /api/emergency-requests/asking/appeal': NOTHING,
  // a block hides no request before an attempt to help: what is missing would tell whose it is
  'GET /api/emergency-requests/{id}': { always: { request: [200, 404] } },
  'POST /api/emergency-requests': NOTHING,
  // as if somebody else were helping
  'POST /api/emergency-requests/{id}/match': { always: { request: [403, 404, 409] } },
  'POST /api/emergency-requests/{id}/release': NOTHING,
  'POST /api/emergency-requests/{id}/fulfil': NOTHING,
  'POST /api/emergency-requests/{id}/cancel': NOTHING,
  'POST /api/emergency-requests/{id}/share-place': NOTHING,
  // a donor who was alerted before may still block the requester
  'POST /api/emergency-requests/{id}/block': { always: { request: [204, 404] } },
};
