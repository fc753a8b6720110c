export { claimForRequest, refusalForRequest } from './create/claim-for-request.ts';
export { claimLimits, claimListing } from './create/create-claim.ts';
export { completeClaim, disputeClaim, releaseClaim, reportNoShow } from './claim-actions.ts';
export type { ClaimRow } from './claims.store.ts';
export { averageReceived, foodReceived } from './food-received.ts';
export { claimHandovers, deleteListing, moveWindows } from './claim-handovers.ts';
export {
  exportPerson,
  getClaim,
  listClaims,
  openClaimsByClaimer,
  openClaimsByListing,
  personListings,
} from './claims.queries.ts';
