import * as z from 'zod/mini';
import { TRUST_LEVELS } from '../accounts/trust.ts';
import { personSummarySchema } from '../accounts/account-schemas.ts';
import { handoverSchema, handoverStatusSchema } from '../handovers/handover-schemas.ts';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import {
  allergensSchema,
  cursorQuery,
  idParams,
  idSchema,
  instantOut,
  limitQuery,
} from '../kernel/wire-schemas.ts';
import {
  categorySchema,
  listingSchema,
  listingStatusSchema,
  servingsSchema,
} from '../listings/listing-schemas.ts';
import { photoSchema } from '../photos/photo-schemas.ts';

/** The sides of a claim: the giver and the receiver of its handover. */
export const CLAIM_SIDES = ['donor', 'claimer'] as const;
export type ClaimSide = (typeof CLAIM_SIDES)[number];

/** A claim as one of its two people sees it; other people never see it. */
export const claimSchema = z.object({
  id: idSchema,
  status: handoverStatusSchema,
  servings: z.number(),
  /** The caller's side. */
  side: z.enum(CLAIM_SIDES),
  donor: personSummarySchema,
  claimer: personSummarySchema,
  conversationId: idSchema,
  /** The emergency request that this claim answers; such a claim does not count towards claim limits. */
  emergencyRequestId: z.nullable(idSchema),
  createdAt: instantOut,
  endedAt: z.nullable(instantOut),
  handover: handoverSchema,
  listing: z.object({
    id: idSchema,
    title: z.string(),
    category: categorySchema,
    status: listingStatusSchema,
    /** How many servings were shared in all. */
    estimatedServings: z.number(),
    availableFrom: instantOut,
    availableUntil: instantOut,
    photo: z.nullable(photoSchema),
    /** What the giver says of allergens; null for nothing. */
    allergens: z.nullable(allergensSchema),
    /** The address if revealed, otherwise the area's label. */
    pickupLocation: z.string(),
    pickupInstructions: z.nullable(z.string()),
    contactPhone: z.nullable(z.string()),
    latitude: z.nullable(z.number()),
    longitude: z.nullable(z.number()),
    /**
     * For the claimer: whether the exact place is visible. For the donor: whether it is revealed to the
     * claimer.
     */
    placeShared: z.boolean(),
    /** Whether it is a business's address, which is public; instructions and phone are revealed as usual. */
    placeIsPublic: z.boolean(),
  }),
});

export const claimListingSpec = {
  summary: 'Claim food; without servings, all that is left',
  params: idParams,
  body: z.optional(
    z.nullable(
      z.object({
        servings: z.optional(servingsSchema),
      }),
    ),
  ),
  idempotent: true,
  responses: { 201: z.object({ claim: claimSchema, conversationId: idSchema }) },
  errors: {
    403: ['account-paused', 'verify-email'],
    409: ['claim-limit', 'not-available', 'not-enough', 'own-listing'],
  },
  example: { body: { servings: 1 } },
} as const satisfies EndpointSpec;

/** `Link: <…>; rel="next"` leads to older ones. */
const pageQuery = { limit: limitQuery(200, 200), cursor: cursorQuery };

export const listClaimsSpec = {
  summary: 'My pickups (mine) or claims on what I share (theirs), open ones first',
  query: z.object({ side: z._default(z.enum(['mine', 'theirs']), 'mine'), ...pageQuery }),
  responses: { 200: z.array(claimSchema) },
  example: { query: { side: 'mine', limit: '10' } },
  acrossBlock: { keeps: true },
} as const satisfies EndpointSpec;

/** How much the caller may claim now, and why it may be less than usual. */
export const claimLimitsSchema = z.object({
  openClaims: z.number(),
  maxOpenClaims: z.number(),
  claimsInLastDay: z.number(),
  maxClaimsPerDay: z.number(),
  /** Until when reports of missed pickups leave fewer open claims; null if they do not. */
  slowedUntil: z.nullable(instantOut),
  /** Servings of shared-out bulk food in the last 24 hours; null for a person without that limit. */
  bulk: z.nullable(
    z.object({
      servingsTaken: z.number(),
      maxServings: z.number(),
      /** When more may be taken after `maxServings`; null if some may be taken now. */
      nextAt: z.nullable(instantOut),
      level: z.enum(TRUST_LEVELS),
      /** `maxServings` at the next level; null at the last. */
      maxServingsNext: z.nullable(z.number()),
    }),
  ),
});

export const getClaimLimitsSpec = {
  summary: 'How much I may claim now',
  responses: { 200: claimLimitsSchema },
} as const satisfies EndpointSpec;

export const listUserListingsSpec = {
  summary: 'What a person shares; of others only what is posted',
  params: idParams,
  query: z.object({ type: z._default(z.enum(['donated', 'claimed']), 'donated'), ...pageQuery }),
  responses: { 200: z.array(listingSchema) },
  example: { query: { type: 'donated', limit: '10' } },
} as const satisfies EndpointSpec;
