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
  changes: ['listings', 'handovers', 'messages'],
};

/** The caller's claims (`mine`) or those on their listings (`theirs`), open ones first, then the newest. */
export const listClaims: Endpoint<typeof schemas.listClaimsSpec> = {
  method: 'GET',
  path: '/api/claims',
  access: 'person',
  importance: 'act',
  shows: ['handovers', 'listings'],
};

/*
 * One claim, for its two people; 404 to anyone else. Each action is that of the claim's handover in
 * handover-contract.ts, is idempotent, and answers with the claim as it is now. 409 `handover-ended` once it has ended
 * otherwise.
 */

export const getClaim: Endpoint<typeof schemas.getClaimSpec> = {
  method: 'GET',
  path: '/api/claims/{id}',
  access: 'party of claim',
  importance: 'act',
  shows: ['handovers'],
};

/**
 * By either side. 422 for a `reason` of the other side; 409 `handover-said` once the other side has confirmed,
 * `too-early` for the reasons `stopped_waiting` and `no_food`.
 */
export const releaseClaim: Endpoint<typeof schemas.releaseClaimSpec> = {
  method: 'POST',
  path: '/api/claims/{id}/release',
  access: 'party of claim',
  importance: 'act',
  changes: ['handovers', 'listings', 'requests', 'messages', 'notifications', 'recognition', 'account'],
};

/**
 * Without `code`: the caller's confirmation, which completes the claim once both sides have confirmed. With the
 * claimer's `code` the donor completes it alone: 422 for a wrong code, 409 `code-locked` after five of them, 403
 * `not-yours` for the claimer.
 */
export const completeClaim: Endpoint<typeof schemas.completeClaimSpec> = {
  method: 'POST',
  path: '/api/claims/{id}/complete',
  access: 'party of claim',
  importance: 'act',
  changes: ['handovers', 'listings', 'requests', 'messages', 'notifications', 'recognition', 'account'],
};

/**
 * By the donor; 403 `not-yours` for the claimer. 409 `too-early`, `handover-said` once the claimer has confirmed,
 * `place-unknown` if the address was never revealed, `not-counted` for a claim that answers a request.
 */
export const reportNoShow: Endpoint<typeof schemas.reportNoShowSpec> = {
  method: 'POST',
  path: '/api/claims/{id}/no-show',
  access: 'party of claim',
  importance: 'act',
  changes: ['handovers', 'listings', 'requests', 'messages', 'notifications', 'recognition', 'account'],
};

/**
 * Disputes the other side's confirmation, a completed claim, or a no-show report; reported to the admins with
 * `details`. 409 `nothing-said` without a confirmation of the other side alone, `already-done` if the other side has
 * disputed it, `too-late` 48 hours after the end; 403 `not-yours` for the donor's own no-show report.
 */
export const disputeClaim: Endpoint<typeof schemas.disputeClaimSpec> = {
  method: 'POST',
  path: '/api/claims/{id}/dispute',
  access: 'party of claim',
  importance: 'act',
  changes: ['handovers', 'listings', 'requests', 'messages', 'notifications', 'recognition', 'account'],
};

export type ClaimLimits = z.output<typeof schemas.claimLimitsSchema>;

/** How much the caller may claim now. */
export const getClaimLimits: Endpoint<typeof schemas.getClaimLimitsSpec> = {
  method: 'GET',
  path: '/api/users/claim-limits',
  access: 'person',
  importance: 'act',
  shows: ['handovers', 'account'],
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
  shows: ['listings', 'handovers', 'people'],
};
