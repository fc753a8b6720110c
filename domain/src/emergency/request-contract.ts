import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import { HANDOVER_END_TOPICS, TOPICS } from '../kernel/topics.ts';
import type * as schemas from './request-schemas.ts';

export type EmergencyRequest = z.output<typeof schemas.emergencyRequestSchema>;
export type RequestAreaPreview = z.output<typeof schemas.requestAreaPreviewSchema>;
export type CreateRequest = z.output<typeof schemas.createRequestBody>;

/** For donors. Nearest first: requests that reach the donor's place; none without a place. */
export const listActiveRequests: Endpoint<typeof schemas.listActiveRequestsSpec> = {
  method: 'GET',
  path: '/api/emergency-requests/active',
  access: 'donor',
  importance: 'act',
  shows: ['open-requests', 'people'],
};

/** The newest 100. */
export const listRequests: Endpoint<typeof schemas.listRequestsSpec> = {
  method: 'GET',
  path: '/api/emergency-requests',
  access: 'person',
  importance: 'act',
  shows: ['requests'],
};

/** For its requester and helper, and for donors whom it reaches while it is pending; 404 for all others. */
export const getRequest: Endpoint<typeof schemas.getRequestSpec> = {
  method: 'GET',
  path: '/api/emergency-requests/{id}',
  access: 'viewer of request',
  importance: 'act',
  shows: ['requests'],
};

/** 409 `request-open`, `requests-today`; 403 `verify-email`, `account-paused`. */
export const createRequest: Endpoint<typeof schemas.createRequestSpec> = {
  method: 'POST',
  path: '/api/emergency-requests',
  access: 'person',
  importance: 'act',
  changes: ['requests', 'open-requests'],
};

/**
 * Idempotent for the same helper. A former helper may help again only if their match ended in silence; this does not
 * count towards `match-limit`. 403 `donors-only`, `verify-email`, `account-paused`; 409 `own-request`, `not-pending`
 * (another helper was faster, or it has ended), `already-helped`, `kept-apart`, `known-only`, `out-of-reach`, `match-limit`, and for
 * the listing `not-available`, `not-enough`.
 */
export const matchRequest: Endpoint<typeof schemas.matchRequestSpec> = {
  method: 'POST',
  path: '/api/emergency-requests/{id}/match',
  access: 'donor of request',
  importance: 'act',
  changes: [
    'requests',
    'open-requests',
    'handovers',
    'giving',
    'listings',
    'conversations',
    'messages',
    'notifications',
    'limits',
  ],
};

export const cancelRequest: Endpoint<typeof schemas.cancelRequestSpec> = {
  method: 'POST',
  path: '/api/emergency-requests/{id}/cancel',
  access: 'party of request',
  importance: 'act',
  changes: HANDOVER_END_TOPICS,
};

/** For donors who do not know the requester: the two are never matched. It changes nothing else. */
export const blockRequester: Endpoint<typeof schemas.blockRequesterSpec> = {
  method: 'POST',
  path: '/api/emergency-requests/{id}/block',
  access: 'helper of request',
  importance: 'talk',
  changes: TOPICS,
};

/** The area that a request from a place would show. Nothing of the place is stored. */
export const getRequestArea: Endpoint<typeof schemas.getRequestAreaSpec> = {
  method: 'GET',
  path: '/api/emergency-requests/area',
  access: 'person',
  importance: 'act',
  shows: [],
};

export type HelpLine = z.output<typeof schemas.helpLineSchema>;
export type RequestLimits = z.output<typeof schemas.requestLimitsSchema>;

export const getRequestLimits: Endpoint<typeof schemas.getRequestLimitsSpec> = {
  method: 'GET',
  path: '/api/emergency-requests/asking',
  access: 'person',
  importance: 'act',
  shows: ['requests', 'limits'],
};

/** 409 `not-slowed` if there is nothing to appeal; 429 `too-many` after three in a day. */
export const appealRequestLimit: Endpoint<typeof schemas.appealRequestLimitSpec> = {
  method: 'POST',
  path: '/api/emergency-requests/asking/appeal',
  access: 'person',
  importance: 'talk',
  // The admins read it, and the limit stays until they end it.
  changes: [],
};
