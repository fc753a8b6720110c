import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import type * as schemas from './request-schemas.ts';

export type EmergencyRequest = z.output<typeof schemas.emergencyRequestSchema>;
export type CreateRequest = z.output<typeof schemas.createRequestBody>;

/** For donors: nearest first; those whose radius reaches the donor's own place, or all where they have none. */
export const listActiveRequests: Endpoint<typeof schemas.listActiveRequestsSpec> = {
  method: 'GET',
  path: '/api/emergency-requests/active',
};

/** The newest 100. */
export const listRequests: Endpoint<typeof schemas.listRequestsSpec> = {
  method: 'GET',
  path: '/api/emergency-requests',
};

/** For its two people, and for donors while it is pending: to anybody else there is none (404). */
export const getRequest: Endpoint<typeof schemas.getRequestSpec> = {
  method: 'GET',
  path: '/api/emergency-requests/{id}',
};

/** 409 `request-open`, `requests-today`, `asking-paused`; 403 `verify-email`, `account-paused`. */
export const createRequest: Endpoint<typeof schemas.createRequestSpec> = {
  method: 'POST',
  path: '/api/emergency-requests',
};

/**
 * The same helper again gets the same answer. 403 `donors-only`, `verify-email`, `account-paused`; 409 `own-request`,
 * `not-pending` (somebody was faster, or it has ended), `out-of-reach`, `match-limit`, and for the listing
 * `not-available`, `not-enough`.
 */
export const matchRequest: Endpoint<typeof schemas.matchRequestSpec> = {
  method: 'POST',
  path: '/api/emergency-requests/{id}/match',
};

export const releaseRequest: Endpoint<typeof schemas.releaseRequestSpec> = {
  method: 'POST',
  path: '/api/emergency-requests/{id}/release',
};

/** 422 on a wrong `code`, 409 `code-locked` after five of them. Where a claim carries the handover, it is the claim's. */
export const fulfilRequest: Endpoint<typeof schemas.fulfilRequestSpec> = {
  method: 'POST',
  path: '/api/emergency-requests/{id}/fulfil',
};

export const cancelRequest: Endpoint<typeof schemas.cancelRequestSpec> = {
  method: 'POST',
  path: '/api/emergency-requests/{id}/cancel',
};

export const shareRequestPlace: Endpoint<typeof schemas.shareRequestPlaceSpec> = {
  method: 'POST',
  path: '/api/emergency-requests/{id}/share-place',
};

/** For who is not told whom the request is from: neither is shown to the other again. */
export const blockRequester: Endpoint<typeof schemas.blockRequesterSpec> = {
  method: 'POST',
  path: '/api/emergency-requests/{id}/block',
};

export type HelpLine = z.output<typeof schemas.helpLineSchema>;
export type Asking = z.output<typeof schemas.askingSchema>;

export const getAsking: Endpoint<typeof schemas.getAskingSpec> = {
  method: 'GET',
  path: '/api/emergency-requests/asking',
};

/** 409 `not-paused` where there is nothing to appeal against; 429 `too-many` after three in a day. */
export const appealPause: Endpoint<typeof schemas.appealPauseSpec> = {
  method: 'POST',
  path: '/api/emergency-requests/asking/appeal',
};
