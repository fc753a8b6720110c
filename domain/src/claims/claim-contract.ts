import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import type * as schemas from './claim-schemas.ts';

export type Claim = z.output<typeof schemas.claimSchema>;

export const claimListing: Endpoint<typeof schemas.claimListingSpec> = {
  method: 'POST',
  path: '/api/food-listings/{id}/claim',
};

export const listClaims: Endpoint<typeof schemas.listClaimsSpec> = { method: 'GET', path: '/api/claims' };

export const getClaim: Endpoint<typeof schemas.getClaimSpec> = { method: 'GET', path: '/api/claims/{id}' };

export const releaseClaim: Endpoint<typeof schemas.releaseClaimSpec> = {
  method: 'POST',
  path: '/api/claims/{id}/release',
};

export const completeClaim: Endpoint<typeof schemas.completeClaimSpec> = {
  method: 'POST',
  path: '/api/claims/{id}/complete',
};

export const reportNoShow: Endpoint<typeof schemas.reportNoShowSpec> = {
  method: 'POST',
  path: '/api/claims/{id}/no-show',
};

export const disputeClaim: Endpoint<typeof schemas.disputeClaimSpec> = {
  method: 'POST',
  path: '/api/claims/{id}/dispute',
};

export type ClaimLimits = z.output<typeof schemas.claimLimitsSchema>;

export const getClaimLimits: Endpoint<typeof schemas.getClaimLimitsSpec> = {
  method: 'GET',
  path: '/api/users/claim-limits',
};

export const listUserListings: Endpoint<typeof schemas.listUserListingsSpec> = {
  method: 'GET',
  path: '/api/users/{id}/food-listings',
};
