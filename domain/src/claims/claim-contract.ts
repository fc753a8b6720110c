import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import type * as schemas from './claim-schemas.ts';

export type Claim = z.output<typeof schemas.claimSchema>;

/**
 * Claims `servings` of a listing, without the field all that are left, of bulk food at most the caller's daily share.
 * Idempotent while the claim is open. 404 for a listing that the caller may not see; 403 `account-paused`,
 * `verify-email`; 409 `own-listing`, `not-available`, `not-enough`, `claim-limit` (open claims, claims in a day, or
 * bulk food beyond the daily share).
 */
export const claimListing: Endpoint<typeof schemas.claimListingSpec> = {
  method: 'POST',
  path: '/api/food-listings/{id}/claim',
  access: 'viewer of listing',
  importance: 'act',
  changes: ['listings', 'handovers', 'conversations', 'messages'],
};

/** The caller's claims (`mine`) or those on their listings (`theirs`), open ones first, then the newest. */
export const listClaims: Endpoint<typeof schemas.listClaimsSpec> = {
  method: 'GET',
  path: '/api/claims',
  access: 'person',
  importance: 'act',
  shows: ['handovers', 'giving'],
};

export type ClaimLimits = z.output<typeof schemas.claimLimitsSchema>;

export const getClaimLimits: Endpoint<typeof schemas.getClaimLimitsSpec> = {
  method: 'GET',
  path: '/api/users/claim-limits',
  access: 'person',
  importance: 'act',
  shows: ['handovers', 'limits'],
};

/**
 * The listings that a person created (`donated`; others see only those offered now) or claimed (`claimed`; 404 for
 * other people's). 404 if the person does not exist or is across a block.
 */
export const listUserListings: Endpoint<typeof schemas.listUserListingsSpec> = {
  method: 'GET',
  path: '/api/users/{id}/food-listings',
  access: 'viewer of person',
  importance: 'look',
  shows: ['listings', 'giving', 'handovers', 'people'],
};
