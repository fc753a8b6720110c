import * as z from 'zod/mini';
import { MIN_HOUSEHOLD } from '../accounts/account-fields.ts';
import { householdSizeSchema, personSummarySchema } from '../accounts/account-schemas.ts';
import {
  CANCEL_REASONS,
  DEFAULT_REQUEST_RADIUS_KM,
  MAX_REQUEST_RADIUS_KM,
  MIN_REQUEST_RADIUS_KM,
  REQUEST_URGENCIES,
} from './request-fields.ts';
import { MAX_RESTRICTION_LENGTH, spellRestriction } from './dietary-restrictions.ts';
import { MATCH_NEEDS, REQUEST_STATUSES } from './request-states.ts';
import { handoverSchema } from '../handovers/handover-schemas.ts';
import { errorText } from '../kernel/app-error.ts';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import {
  MAX_NAME_LENGTH,
  MAX_PLACE_LENGTH,
  MAX_TEXT_LENGTH,
  MAX_TITLE_LENGTH,
} from '../kernel/text-limits.ts';
import {
  boundsSchema,
  idParams,
  idSchema,
  instantOut,
  latitudeSchema,
  longitudeSchema,
  optionalLines,
  optionalText,
  requiredLines,
  requiredText,
} from '../kernel/wire-schemas.ts';
import { categorySchema, servingsSchema } from '../listings/listing-schemas.ts';
import { pointQuery } from '../places/place-schemas.ts';

export const requestUrgencySchema = z.enum(REQUEST_URGENCIES, { error: errorText('required.urgency') });
export const requestStatusSchema = z.enum(REQUEST_STATUSES);

/** The area of a request: its name and the boxes it consists of. */
export const requestAreaSchema = z.object({ label: z.string(), bounds: z.array(boundsSchema) });

/**
 * An emergency request as one viewer may see it. For a donor who looks, the requester is "A neighbor" (or a first name)
 * without an id, description and special needs are empty, and `match` is null. A request has an area, never a point.
 * The helper sees the requester's address once it is revealed (`placeShared`), or the meeting point named instead.
 */
export const emergencyRequestSchema = z.object({
  id: idSchema,
  title: z.string(),
  description: z.string(),
  urgencyLevel: requestUrgencySchema,
  householdSize: z.number(),
  specialNeeds: z.string(),
  /** Diets, `gluten-free` and the like, and, for requester and helper, the requester's own words. */
  dietaryRestrictions: z.array(z.string()),
  preferredCategories: z.array(categorySchema),
  /** The label of the area; the address where it is revealed. */
  pickupLocation: z.string(),
  /** Null for the community as a whole. */
  area: z.nullable(requestAreaSchema),
  /** A public place named by the requester; null except for requester and helper. */
  meetingPoint: z.nullable(z.string()),
  /** Where the requester is, for both once it is revealed; else null. */
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** For the helper: whether the exact place is visible. For the requester: whether it is revealed. */
  placeShared: z.boolean(),
  radiusKm: z.number(),
  /**
   * From the viewer's own place to the nearest edge of the area, in whole kilometers, 0 inside. Null without an area,
   * for a viewer without a place, and for the requester.
   */
  distanceKm: z.nullable(z.number()),
  /** Whether the request's radius reaches the viewer's place, so that they may help. */
  withinReach: z.boolean(),
  status: requestStatusSchema,
  createdAt: instantOut,
  expiresAt: instantOut,
  matchedAt: z.nullable(instantOut),
  fulfilledAt: z.nullable(instantOut),
  endedAt: z.nullable(instantOut),
  /** When the viewer was alerted to it; null if not (yet). */
  alertedAt: z.nullable(instantOut),
  /** `lastName` is empty and `id` null for everyone except the requester and a helper who has met them. */
  requester: z.object({ id: z.nullable(idSchema), firstName: z.string(), lastName: z.string() }),
  /** Whether strangers read the requester's first name. */
  showsFirstName: z.boolean(),
  /** The viewer's role. */
  side: z.enum(['requester', 'helper', 'donor']),
  /**
   * How the viewer's own earlier help ended, while it is open to others: in silence, so that they may take it up again
   * (`may-rejoin`), or so that they may not (`over`), or the requester has reported them since (`kept-apart`); or that
   * they offered beside someone who is not known, and wait for the requester's word (`offered`). Null for a viewer who
   * has not helped.
   */
  earlierHelp: z.nullable(z.enum(['may-rejoin', 'offered', 'over', 'kept-apart'])),
  /**
   * For the requester: the helpers whose match ended in silence, while it is pending, and known ones who offered beside
   * someone who is not; both may still write.
   */
  waitingHelpers: z.array(z.object({ helper: personSummarySchema, conversationId: idSchema })),
  /** For the requester, while it is pending: the last helper, if they ended their help themselves. */
  helperLeft: z.nullable(personSummarySchema),
  /** For the requester, while it is pending: the hours within which help usually comes here; null if too few asked. */
  usualWaitHours: z.nullable(z.number()),
  /** For requester and helper: the match that is open, or that fulfilled it. */
  match: z.nullable(
    z.object({
      helper: personSummarySchema,
      conversationId: idSchema,
      matchedAt: instantOut,
      /** When the match ends by itself, so that others can help, and what it needs in order to stay; null once it does. */
      silentAt: z.nullable(instantOut),
      needs: z.nullable(z.enum(MATCH_NEEDS)),
      handover: handoverSchema,
    }),
  ),
});

const locationNumber = (range: z.ZodMiniNumber) =>
  z.number({ error: errorText('valid-location-required') }).check(
    z.refine((degrees) => degrees !== 0 && range.safeParse(degrees).success, {
      error: errorText('valid-location-required'),
    }),
  );

const restrictionsSchema = z.array(optionalText(MAX_RESTRICTION_LENGTH)).check(
  z.maxLength(50),
  z.overwrite((given) => [...new Set(given.filter((text) => text !== '').map(spellRestriction))]),
);

const tooSmallRadius = errorText('request-radius.min', { min: MIN_REQUEST_RADIUS_KM });

/** The request form. `expiresAt` is accepted because the specification has it; the server sets the end. */
export const createRequestBody = z.object({
  title: requiredText('required.title', MAX_TITLE_LENGTH),
  description: z._default(optionalLines(MAX_TEXT_LENGTH), ''),
  urgencyLevel: z._default(requestUrgencySchema, 'emergency'),
  householdSize: z._default(householdSizeSchema, MIN_HOUSEHOLD),
  specialNeeds: z._default(optionalLines(MAX_TEXT_LENGTH), ''),
  dietaryRestrictions: z._default(restrictionsSchema, []),
  /** Required, and not stored: the browser keeps it for when the requester reveals the address. */
  pickupLocation: requiredText('required.pickup-location', MAX_PLACE_LENGTH),
  /** A public place to meet at, which the helper sees instead of the address. */
  meetingPoint: z._default(optionalText(MAX_PLACE_LENGTH), ''),
  radiusKm: z._default(
    z
      .number({ error: tooSmallRadius })
      .check(
        z.gte(MIN_REQUEST_RADIUS_KM, tooSmallRadius),
        z.lte(MAX_REQUEST_RADIUS_KM, errorText('request-radius.max', { max: MAX_REQUEST_RADIUS_KM })),
      ),
    DEFAULT_REQUEST_RADIUS_KM,
  ),
  preferredCategories: z._default(z.array(categorySchema).check(z.maxLength(6)), []),
  /** Used to find the area, and not stored. */
  latitude: locationNumber(latitudeSchema),
  longitude: locationNumber(longitudeSchema),
  /** Strangers read the first name instead of "A neighbor". */
  showsFirstName: z._default(z.boolean(), false),
  expiresAt: z.optional(optionalText(MAX_NAME_LENGTH)),
});

export const listActiveRequestsSpec = {
  summary: 'Pending requests near me; 403 to who is not a donor',
  responses: { 200: z.array(emergencyRequestSchema) },
} as const satisfies EndpointSpec;

export const listRequestsSpec = {
  summary: 'My own requests (mine), or those I have helped with (helping), newest first',
  query: z.object({ side: z._default(z.enum(['mine', 'helping']), 'mine') }),
  responses: { 200: z.array(emergencyRequestSchema) },
  example: { query: { side: 'helping' } },
} as const satisfies EndpointSpec;

export const getRequestSpec = {
  summary: 'One request, as the caller may see it',
  params: idParams,
  responses: { 200: emergencyRequestSchema },
  acrossBlock: { always: { request: [200, 404] } },
} as const satisfies EndpointSpec;

export const createRequestSpec = {
  summary: 'Ask for food; it is open for 24 hours',
  body: createRequestBody,
  idempotent: true,
  responses: { 201: emergencyRequestSchema },
  errors: { 403: ['account-paused', 'verify-email'], 409: ['request-open', 'requests-today'] },
  example: {
    body: {
      title: 'Food for tonight',
      description: 'Nothing left until Friday',
      urgencyLevel: 'high',
      householdSize: 3,
      specialNeeds: 'No oven',
      dietaryRestrictions: ['vegan'],
      pickupLocation: '5 Elm Street',
      meetingPoint: 'At the library',
      radiusKm: 1,
      preferredCategories: ['prepared_meals'],
      latitude: -33.9,
      longitude: 18.4,
      showsFirstName: true,
      expiresAt: '2030-01-01T00:00:00Z',
    },
  },
} as const satisfies EndpointSpec;

export const matchBody = z.object({
  /** A posted listing of the helper that is claimed for the requester; null to bring something else. */
  listingId: z._default(z.nullable(idSchema), null),
  /** Servings of that listing; by default one per household member, or all that are left. */
  servings: z.optional(servingsSchema),
});

export const matchRequestSpec = {
  summary: 'I can help: nobody else is asked then, and a conversation opens',
  params: idParams,
  body: z.optional(z.nullable(matchBody)),
  idempotent: true,
  responses: { 201: emergencyRequestSchema },
  errors: {
    403: ['account-paused', 'verify-email'],
    409: [
      'already-helped',
      'kept-apart',
      'known-only',
      'match-limit',
      'not-available',
      'not-enough',
      'not-pending',
      'out-of-reach',
      'own-request',
    ],
  },
  example: { body: { listingId: null, servings: 1 } },
  acrossBlock: { always: { request: [403, 404, 409] } },
} as const satisfies EndpointSpec;

export const cancelRequestSpec = {
  summary: 'Take my request back; its helper is told',
  params: idParams,
  body: z.optional(z.nullable(z.object({ reason: z.optional(z.enum(CANCEL_REASONS)) }))),
  responses: { 200: emergencyRequestSchema },
  errors: { 403: ['not-yours'], 409: ['handover-said', 'request-ended'] },
  example: { body: { reason: 'got_food' } },
} as const satisfies EndpointSpec;

export const blockRequesterSpec = {
  summary: 'Block the person behind this request; they are not told',
  params: idParams,
  responses: { 204: null },
  acrossBlock: { always: { request: [204, 404] } },
} as const satisfies EndpointSpec;

/** The area that others will see of a request from a place. */
export const requestAreaPreviewSchema = z.object({
  /** The area's name, or the community's. */
  label: z.string(),
  /** Empty for the community as a whole. */
  bounds: z.array(boundsSchema),
  /** Without an area: whether there may be so few people that a neighbor can guess who the requester is. */
  isFew: z.boolean(),
  /** Their number, if it is small and the caller's own place is there; else null. */
  peopleHere: z.nullable(z.number()),
});

export const getRequestAreaSpec = {
  summary: 'What others would see of where I am',
  query: pointQuery,
  responses: { 200: requestAreaPreviewSchema },
  example: { query: { latitude: '-33.9', longitude: '18.4' } },
} as const satisfies EndpointSpec;

/** A phone number, a web address, or both. */
export const helpLineSchema = z.object({
  name: z.string(),
  phone: z.nullable(z.string()),
  url: z.nullable(z.string()),
  /** Opening hours and purpose. */
  note: z.string(),
});

export const requestLimitsSchema = z.object({
  /** The caller's request that is pending or matched. */
  openRequestId: z.nullable(idSchema),
  requestsInLastDay: z.number(),
  maxRequestsPerDay: z.number(),
  /** When the caller may make the next request after today's; null if now. */
  nextAt: z.nullable(instantOut),
  /** Until when complaints reduce the caller's daily requests; null if they do not. */
  slowedUntil: z.nullable(instantOut),
  /** Other help in the community's country. */
  helpLines: z.array(helpLineSchema),
});

export const getRequestLimitsSpec = {
  summary: 'Whether I may ask for food now, and where else there is help',
  responses: { 200: requestLimitsSchema },
} as const satisfies EndpointSpec;

export const appealBody = z.object({
  words: requiredLines('required.appeal', MAX_TEXT_LENGTH),
});

export const appealRequestLimitSpec = {
  summary: 'Tell those who run the community why my asking should not be slowed',
  body: appealBody,
  responses: { 204: null },
  errors: { 409: ['not-slowed'] },
  example: { body: { words: 'That was not so' } },
} as const satisfies EndpointSpec;
