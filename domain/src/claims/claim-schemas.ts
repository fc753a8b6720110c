import * as z from 'zod/mini';
import { personSummarySchema } from '../accounts/account-schemas.ts';
import { CLAIM_SIDES, CLAIM_STATUSES, COMPLETED_BY } from './claim-states.ts';
import { RELEASE_REASONS } from './release-reasons.ts';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import { MAX_TEXT_LENGTH } from '../kernel/text.ts';
import {
  cursorQuery,
  idParams,
  idSchema,
  instantOut,
  limitQuery,
  optionalText,
} from '../kernel/wire-schemas.ts';
import { categorySchema, listingSchema, listingStatusSchema } from '../listings/listing-schemas.ts';
import { photoSchema } from '../photos/photo-schemas.ts';

export const claimStatusSchema = z.enum(CLAIM_STATUSES);
export const releaseReasonSchema = z.enum(RELEASE_REASONS, { error: 'Please choose a reason' });
export const claimSideSchema = z.enum(CLAIM_SIDES);

/** A claim as one of its two people sees it; nobody else does. */
export const claimSchema = z.object({
  id: idSchema,
  status: claimStatusSchema,
  servings: z.number(),
  /** Which of the two the caller is. */
  side: claimSideSchema,
  donor: personSummarySchema,
  claimer: personSummarySchema,
  conversationId: idSchema,
  /** The request for food that this answers; such a claim counts towards nobody's limits. */
  emergencyRequestId: z.nullable(idSchema),
  createdAt: instantOut,
  endedAt: z.nullable(instantOut),
  /** When each side said that the food changed hands. */
  donorConfirmedAt: z.nullable(instantOut),
  claimerConfirmedAt: z.nullable(instantOut),
  completedBy: z.nullable(z.enum(COMPLETED_BY)),
  /** Who ended it; null while it is open, and where both or time did. */
  endedBy: z.nullable(claimSideSchema),
  releaseReason: z.nullable(releaseReasonSchema),
  /** When the claimer answered that they can still make it. */
  comingAt: z.nullable(instantOut),
  /** When and by whom the handover, or being called a no-show, was objected to. */
  disputedAt: z.nullable(instantOut),
  disputedBy: z.nullable(claimSideSchema),
  /** The four digits on the claimer's ticket; null to the donor and once the claim has ended. */
  code: z.nullable(z.string()),
  /** Five wrong tries lock the code; both sides can still confirm. */
  codeLocked: z.boolean(),
  listing: z.object({
    id: idSchema,
    title: z.string(),
    category: categorySchema,
    status: listingStatusSchema,
    availableFrom: instantOut,
    availableUntil: instantOut,
    photo: z.nullable(photoSchema),
    /** The address once shared, the area's label before. */
    pickupLocation: z.string(),
    pickupInstructions: z.nullable(z.string()),
    contactPhone: z.nullable(z.string()),
    latitude: z.nullable(z.number()),
    longitude: z.nullable(z.number()),
    /** To the claimer: whether the exact place is shown. To the donor: whether it is shared with the claimer. */
    placeShared: z.boolean(),
    /** A business's address, which everybody may know; instructions and phone are shared like any other's. */
    placeIsPublic: z.boolean(),
  }),
});

export const claimListingSpec = {
  summary: 'Claim food; without servings, all that is left',
  tag: 'claims',
  access: 'person',
  params: idParams,
  body: z.optional(
    z.nullable(
      z.object({
        servings: z.optional(
          z
            .number({ error: 'Must be at least 1 serving' })
            .check(z.int('Servings are whole numbers'), z.gte(1, 'Must be at least 1 serving')),
        ),
      }),
    ),
  ),
  idempotent: true,
  responses: { 201: z.object({ claim: claimSchema, conversationId: idSchema }) },
} as const satisfies EndpointSpec;

/** `Link: <…>; rel="next"` leads to what is older. */
const pageQuery = { limit: limitQuery(200, 200), cursor: cursorQuery };

export const listClaimsSpec = {
  summary: 'My pickups (mine) or claims on what I share (theirs), open ones first',
  tag: 'claims',
  access: 'person',
  query: z.object({ side: z._default(z.enum(['mine', 'theirs']), 'mine'), ...pageQuery }),
  responses: { 200: z.array(claimSchema) },
} as const satisfies EndpointSpec;

export const getClaimSpec = {
  summary: 'One claim of mine, on either side',
  tag: 'claims',
  access: 'person',
  params: idParams,
  responses: { 200: claimSchema },
} as const satisfies EndpointSpec;

export const releaseClaimSpec = {
  summary: 'Let a claim go; what was claimed is offered again while its time lasts, unless there is none',
  tag: 'claims',
  access: 'person',
  params: idParams,
  body: z.optional(z.nullable(z.object({ reason: z.optional(releaseReasonSchema) }))),
  responses: { 200: claimSchema },
} as const satisfies EndpointSpec;

export const completeClaimSpec = {
  summary: 'Say that the food changed hands; the donor may enter the claimer’s code',
  tag: 'claims',
  access: 'person',
  params: idParams,
  body: z.optional(
    z.nullable(
      z.object({
        code: z.optional(z.string().check(z.trim(), z.regex(/^\d{4}$/, 'The code has four digits'))),
      }),
    ),
  ),
  responses: { 200: claimSchema },
} as const satisfies EndpointSpec;

export const reportNoShowSpec = {
  summary: 'Say that nobody came for the food; it is offered again while its time lasts',
  tag: 'claims',
  access: 'person',
  params: idParams,
  responses: { 200: claimSchema },
} as const satisfies EndpointSpec;

export const disputeBody = z.object({ details: z._default(optionalText(MAX_TEXT_LENGTH), '') });

export const disputeClaimSpec = {
  summary: 'Object: it did not change hands, or I did come; those who run the community read it',
  tag: 'claims',
  access: 'person',
  params: idParams,
  body: z.optional(z.nullable(disputeBody)),
  responses: { 200: claimSchema },
} as const satisfies EndpointSpec;

export const sayComingSpec = {
  summary: 'Answer "Can you still make it?" with yes',
  tag: 'claims',
  access: 'person',
  params: idParams,
  responses: { 200: claimSchema },
} as const satisfies EndpointSpec;

/** How much the caller may claim now, and why it may be less than usual. */
export const claimLimitsSchema = z.object({
  openClaims: z.number(),
  maxOpenClaims: z.number(),
  claimsInLastDay: z.number(),
  maxClaimsPerDay: z.number(),
  /** Missed pickups that still count. */
  noShows: z.number(),
  /** When the oldest of them is forgotten. */
  noShowsEaseAt: z.nullable(instantOut),
});

export const getClaimLimitsSpec = {
  summary: 'How much I may claim now',
  tag: 'claims',
  access: 'person',
  responses: { 200: claimLimitsSchema },
} as const satisfies EndpointSpec;

export const sharePlaceSpec = {
  summary: 'Share my address with the other person of this conversation',
  tag: 'claims',
  access: 'person',
  params: idParams,
  responses: { 200: claimSchema },
} as const satisfies EndpointSpec;

export const listPersonListingsSpec = {
  summary: 'What a person shares; of others only what is posted',
  tag: 'claims',
  access: 'person',
  params: idParams,
  query: z.object({ type: z._default(z.enum(['donated', 'claimed']), 'donated'), ...pageQuery }),
  responses: { 200: z.array(listingSchema) },
} as const satisfies EndpointSpec;
