import * as z from 'zod/mini';
import { personSummarySchema } from '../accounts/account-contract.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { dietsSchema } from '../kernel/food-tags.ts';
import { latitudeSchema, longitudeSchema } from '../kernel/geo.ts';
import { idParams, idSchema } from '../kernel/ids.ts';
import {
  MAX_NAME_LENGTH,
  MAX_PLACE_LENGTH,
  MAX_TEXT_LENGTH,
  MAX_TITLE_LENGTH,
  optionalText,
  requiredText,
} from '../kernel/text.ts';
import { instantOut } from '../kernel/time.ts';
import { categorySchema } from '../listings/listing-contract.ts';
import { REQUEST_STATUSES } from './request-states.ts';

export const REQUEST_URGENCIES = ['high', 'emergency'] as const;
export const requestUrgencySchema = z.enum(REQUEST_URGENCIES, { error: 'Please choose how urgent it is' });
export type RequestUrgency = z.output<typeof requestUrgencySchema>;
export const requestStatusSchema = z.enum(REQUEST_STATUSES);

export const MIN_HOUSEHOLD = 1;
export const MAX_HOUSEHOLD = 20;
export const MIN_REQUEST_RADIUS_KM = 1;
export const MAX_REQUEST_RADIUS_KM = 50;
export const DEFAULT_REQUEST_RADIUS_KM = 10;
export const VALID_LOCATION_REQUIRED = 'Valid Location Required';

/** Why somebody takes their request back. */
export const CANCEL_REASONS = ['got_food', 'no_longer_needed'] as const;

/**
 * A request as one viewer may see it. To a donor who looks, the requester is a first name without an id, the place is
 * the area's label with the moved public point, and `match` is null. The requester's address is the helper's to read
 * once she shares it (`placeShared`), or the meeting point that she named instead.
 */
export const emergencyRequestSchema = z.object({
  id: idSchema,
  title: z.string(),
  description: z.string(),
  urgencyLevel: requestUrgencySchema,
  householdSize: z.number(),
  specialNeeds: z.string(),
  dietaryRestrictions: dietsSchema,
  preferredCategories: z.array(categorySchema),
  pickupLocation: z.string(),
  /** A public place that the requester named, to the two of a match; null to everybody else. */
  meetingPoint: z.nullable(z.string()),
  latitude: z.number(),
  longitude: z.number(),
  /** To the helper: whether the exact place is shown. To the requester: whether it is shared. */
  placeShared: z.boolean(),
  radiusKm: z.number(),
  /** From the viewer's own place to the public point; null when the viewer has none, and to the requester. */
  distanceKm: z.nullable(z.number()),
  /** Whether the viewer's place is within the request's radius, so that they may help. */
  withinReach: z.boolean(),
  status: requestStatusSchema,
  createdAt: instantOut,
  expiresAt: instantOut,
  matchedAt: z.nullable(instantOut),
  fulfilledAt: z.nullable(instantOut),
  endedAt: z.nullable(instantOut),
  /** When the viewer was alerted to it; null when they were not (yet). */
  alertedAt: z.nullable(instantOut),
  /** `lastName` is empty and `id` null to whoever is not matched with them. */
  requester: z.object({ id: z.nullable(idSchema), firstName: z.string(), lastName: z.string() }),
  /** Who the viewer is to it. */
  side: z.enum(['requester', 'helper', 'donor']),
  /** For the two of it: the match that is open, or that fulfilled it. */
  match: z.nullable(
    z.object({
      helper: personSummarySchema,
      conversationId: idSchema,
      /** The listing that was given, and its claim, which then carries the handover. */
      listingId: z.nullable(idSchema),
      claimId: z.nullable(idSchema),
      matchedAt: instantOut,
      /** When the match ends by itself because the helper has said nothing yet; null once they have. */
      silentAt: z.nullable(instantOut),
      requesterConfirmedAt: z.nullable(instantOut),
      helperConfirmedAt: z.nullable(instantOut),
      /** The four digits on the requester's ticket; null to the helper, where a claim has its own, and once ended. */
      code: z.nullable(z.string()),
      codeLocked: z.boolean(),
    }),
  ),
});
export type EmergencyRequest = z.output<typeof emergencyRequestSchema>;

const locationNumber = (range: z.ZodMiniNumber) =>
  z.number({ error: VALID_LOCATION_REQUIRED }).check(
    z.refine((degrees) => degrees !== 0 && range.safeParse(degrees).success, {
      error: VALID_LOCATION_REQUIRED,
    }),
  );

/** The request form. `expiresAt` is accepted for the specification's sake: the end is the server's to say. */
export const createRequestBody = z.object({
  title: requiredText('Title is required', MAX_TITLE_LENGTH),
  description: z._default(optionalText(MAX_TEXT_LENGTH), ''),
  urgencyLevel: z._default(requestUrgencySchema, 'emergency'),
  householdSize: z._default(
    z
      .number({ error: 'Household size must be at least 1' })
      .check(
        z.int('Household size is a whole number'),
        z.gte(MIN_HOUSEHOLD, 'Household size must be at least 1'),
        z.lte(MAX_HOUSEHOLD, 'Household size cannot exceed 20'),
      ),
    MIN_HOUSEHOLD,
  ),
  specialNeeds: z._default(optionalText(MAX_TEXT_LENGTH), ''),
  dietaryRestrictions: z._default(dietsSchema, []),
  pickupLocation: requiredText('Pickup location is required', MAX_PLACE_LENGTH),
  /** A public place to meet at, for the helper to read instead of the address. */
  meetingPoint: z._default(optionalText(MAX_PLACE_LENGTH), ''),
  radiusKm: z._default(
    z
      .number({ error: 'Search radius must be at least 1km' })
      .check(
        z.gte(MIN_REQUEST_RADIUS_KM, 'Search radius must be at least 1km'),
        z.lte(MAX_REQUEST_RADIUS_KM, 'Search radius cannot exceed 50km'),
      ),
    DEFAULT_REQUEST_RADIUS_KM,
  ),
  preferredCategories: z._default(z.array(categorySchema).check(z.maxLength(6)), []),
  latitude: locationNumber(latitudeSchema),
  longitude: locationNumber(longitudeSchema),
  /** The neighbourhood in the requester's words; asked for where the list of place names knows none. */
  areaLabel: z.optional(optionalText(MAX_NAME_LENGTH)),
  expiresAt: z.optional(optionalText(MAX_NAME_LENGTH)),
});
export type CreateRequest = z.output<typeof createRequestBody>;

/** For donors: nearest first; those whose radius reaches the donor's own place, or all where they have none. */
export const listActiveRequests = endpoint({
  method: 'GET',
  path: '/api/emergency-requests/active',
  summary: 'Pending requests near me; 403 to who is not a donor',
  tag: 'emergency',
  access: 'person',
  responses: { 200: z.array(emergencyRequestSchema) },
});

/** The newest 100. */
export const listRequests = endpoint({
  method: 'GET',
  path: '/api/emergency-requests',
  summary: 'My own requests (mine), or those I have helped with (helping), newest first',
  tag: 'emergency',
  access: 'person',
  query: z.object({ side: z._default(z.enum(['mine', 'helping']), 'mine') }),
  responses: { 200: z.array(emergencyRequestSchema) },
});

/** For its two people, and for donors while it is pending: to anybody else there is none (404). */
export const getRequest = endpoint({
  method: 'GET',
  path: '/api/emergency-requests/{id}',
  summary: 'One request, as the caller may see it',
  tag: 'emergency',
  access: 'person',
  params: idParams,
  responses: { 200: emergencyRequestSchema },
});

/** 409 `request-open`, `requests-today`, `asking-paused`; 403 `verify-email`, `account-paused`. */
export const createRequest = endpoint({
  method: 'POST',
  path: '/api/emergency-requests',
  summary: 'Ask for food; it is open for 24 hours',
  tag: 'emergency',
  access: 'person',
  body: createRequestBody,
  idempotent: true,
  responses: { 201: emergencyRequestSchema },
});

export const matchBody = z.object({
  /** A posted listing of mine that is claimed for the requester; null to bring something else. */
  listingId: z._default(z.nullable(idSchema), null),
  /** Of that listing; as many as the household has people, or all that are left, when not told. */
  servings: z.optional(
    z
      .number({ error: 'Must be at least 1 serving' })
      .check(z.int('Servings are whole numbers'), z.gte(1, 'Must be at least 1 serving')),
  ),
});

/**
 * The same helper again gets the same answer. 403 `donors-only`, `verify-email`, `account-paused`; 409 `own-request`,
 * `not-pending` (somebody was faster, or it has ended), `out-of-reach`, `match-limit`, and for the listing
 * `not-available`, `not-enough`.
 */
export const matchRequest = endpoint({
  method: 'POST',
  path: '/api/emergency-requests/{id}/match',
  summary: 'I can help: nobody else is asked then, and a conversation opens',
  tag: 'emergency',
  access: 'person',
  params: idParams,
  body: z.optional(z.nullable(matchBody)),
  idempotent: true,
  responses: { 201: emergencyRequestSchema },
});

/** Why a helper lets go; only the helper's `not_genuine` is a complaint. */
export const MATCH_RELEASE_REASONS = ['cannot_make_it', 'no_answer', 'not_genuine', 'other'] as const;
export const matchReleaseReasonSchema = z.enum(MATCH_RELEASE_REASONS, { error: 'Please choose a reason' });
export type MatchReleaseReason = z.output<typeof matchReleaseReasonSchema>;

export const releaseRequest = endpoint({
  method: 'POST',
  path: '/api/emergency-requests/{id}/release',
  summary: 'Let a match go, by either side; the request is open to others again while its time lasts',
  tag: 'emergency',
  access: 'person',
  params: idParams,
  body: z.optional(z.nullable(z.object({ reason: z.optional(matchReleaseReasonSchema) }))),
  responses: { 200: emergencyRequestSchema },
});

/** 422 on a wrong `code`, 409 `code-locked` after five of them. Where a claim carries the handover, it is the claim's. */
export const fulfilRequest = endpoint({
  method: 'POST',
  path: '/api/emergency-requests/{id}/fulfil',
  summary: 'Say that the food changed hands; the helper may enter the requester’s code',
  tag: 'emergency',
  access: 'person',
  params: idParams,
  body: z.optional(
    z.nullable(
      z.object({
        code: z.optional(z.string().check(z.trim(), z.regex(/^\d{4}$/, 'The code has four digits'))),
      }),
    ),
  ),
  responses: { 200: emergencyRequestSchema },
});

export const cancelRequest = endpoint({
  method: 'POST',
  path: '/api/emergency-requests/{id}/cancel',
  summary: 'Take my request back; whoever was going to help is told',
  tag: 'emergency',
  access: 'person',
  params: idParams,
  body: z.optional(z.nullable(z.object({ reason: z.optional(z.enum(CANCEL_REASONS)) }))),
  responses: { 200: emergencyRequestSchema },
});

export const sharePlaceBody = z.object({ meetingPoint: z._default(optionalText(MAX_PLACE_LENGTH), '') });

export const shareRequestPlace = endpoint({
  method: 'POST',
  path: '/api/emergency-requests/{id}/share-place',
  summary: 'Show my helper where I am, or with words where to meet instead',
  tag: 'emergency',
  access: 'person',
  params: idParams,
  body: z.optional(z.nullable(sharePlaceBody)),
  responses: { 200: emergencyRequestSchema },
});

/** For who is not told whom the request is from: neither is shown to the other again. */
export const blockRequester = endpoint({
  method: 'POST',
  path: '/api/emergency-requests/{id}/block',
  summary: 'Block whoever made this request; they are not told',
  tag: 'emergency',
  access: 'person',
  params: idParams,
  responses: { 204: null },
});
