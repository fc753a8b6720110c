import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import type * as schemas from './claim-schemas.ts';

export type Claim = z.output<typeof schemas.claimSchema>;

/** Without `servings` all that are left, of bulk food the daily share. Idempotent while it is open. */
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

/** `donated`: others see only what is offered now. `claimed`: 404 for other people's. */
export const listUserListings: Endpoint<typeof schemas.listUserListingsSpec> = {
  method: 'GET',
  path: '/api/users/{id}/food-listings',
  access: 'viewer of person',
  importance: 'look',
  shows: ['listings', 'giving', 'handovers', 'people'],
};
