export { claimForRequest } from './create/claim-for-request.ts';
export { claimLimits, claimListing } from './create/create-claim.ts';
export {
  exportPerson,
  getClaim,
  hasOpenClaim,
  listClaims,
  openClaimsByClaimer,
  personListings,
} from './claims.queries.ts';
export { disputeClaim } from './lifecycle/dispute-claim.ts';
export {
  closePerson,
  deleteListing,
  endClaimForPerson,
  lapseForSilentDonor,
  endClaimsBetween,
  releaseForPerson,
} from './lifecycle/end-all-claims.ts';
export { expireClaims } from './lifecycle/expire-claims.ts';
export {
  completeClaim,
  confirmComing,
  releaseClaim,
  reportNoShow,
  revealAddress,
} from './lifecycle/handover.ts';
export { sendHandoverQuestions, sendPickupReminders } from './reminders/reminders.ts';
