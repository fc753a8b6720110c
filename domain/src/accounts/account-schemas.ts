import * as z from 'zod/mini';
import {
  MAX_HOUSEHOLD,
  MAX_PASSWORD_LENGTH,
  MAX_RADIUS_KM,
  MIN_HOUSEHOLD,
  MIN_RADIUS_KM,
  ORGANIZATION_TYPES,
  USER_TYPES,
} from './account-fields.ts';
import { SHARES_STEPS } from './standing.ts';
import { errorText } from '../kernel/app-error.ts';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import { MAX_NAME_LENGTH, MAX_PLACE_LENGTH, MAX_TITLE_LENGTH } from '../kernel/text-limits.ts';
import {
  allergensSchema,
  dietsSchema,
  idSchema,
  instantOut,
  languageSchema,
  latitudeSchema,
  longitudeSchema,
  maxLength,
  named,
  optionalText,
  requiredName,
  storable,
  trimmedLine,
  within,
} from '../kernel/wire-schemas.ts';

const MIN_ORGANIZATION_NAME_LENGTH = 2;

export const userTypeSchema = z.enum(USER_TYPES);
/** As given by a client: an unknown user type counts as a recipient. */
export const givenUserTypeSchema = z.catch(userTypeSchema, 'recipient');
export const organizationTypeSchema = z.enum(ORGANIZATION_TYPES, {
  error: errorText('required.organization-type'),
});

/**
 * A person as others see them: no e-mail, no place. `displayName` is "First L." for people without an
 * organization.
 */
export const personSummarySchema = z.object({
  id: idSchema,
  displayName: z.string(),
  initials: z.string(),
  userType: userTypeSchema,
  organizationName: z.nullable(z.string()),
});

/** The public sharing stats of a person: what they gave, never what they received. */
export const standingSchema = z.object({
  /** The step for the number of handovers they gave; null below the first step, or if they hide it. */
  shares: z.nullable(z.enum(SHARES_STEPS)),
  repliesSameDay: z.boolean(),
  verified: z.boolean(),
});

/** The signed-in person's own account. */
export const userSchema = z.object({
  id: idSchema,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Whether a mailed link confirmed the address; required only if the community can send mail. */
  emailVerified: z.boolean(),
  /** Whether mails to the address came back, so that only those about the account are sent. */
  emailPaused: z.boolean(),
  /** False for a person who has only ever signed in through an identity provider. */
  hasPassword: z.boolean(),
  userType: userTypeSchema,
  organizationName: z.nullable(z.string()),
  organizationType: z.nullable(organizationTypeSchema),
  /** The address as the person gave it: public for a business, otherwise shown to the person only. */
  location: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** What others see of the place, such as "Hell’s Kitchen". */
  areaLabel: z.nullable(z.string()),
  /**
   * When requests near a changed place begin to be shown; until then those near the former place are. Null if they
   * already are.
   */
  placeCountsFrom: z.nullable(instantOut),
  /** How far the person travels for food, in kilometers. */
  radiusKm: z.number(),
  /**
   * How many people the person cooks for, which decides their share of bulk food; null if not set. Shown to the person
   * only.
   */
  householdSize: z.nullable(z.number()),
  /** Diets the person keeps, and allergens they avoid. */
  diets: dietsSchema,
  allergens: allergensSchema,
  /** Null until one is chosen: the device's, and the community's in mails. */
  language: z.nullable(z.string()),
  leaderboardVisible: z.boolean(),
  /** Which of their sharing stats others see. */
  showsSharing: z.boolean(),
  showsReplies: z.boolean(),
  showsVerified: z.boolean(),
  /** Discreet mode: tab titles, mails and calendars do not mention food or requests. Shown to the person only. */
  discreet: z.boolean(),
  verified: z.boolean(),
  /** Whether they are `known` in trust, which has wider limits. Shown to the person only. */
  known: z.boolean(),
  isAdmin: z.boolean(),
  /**
   * Paused by an admin: the person can read, finish open handovers and close the account, but not start anything new.
   */
  paused: z.boolean(),
  createdAt: instantOut,
});

export const getUserSpec = {
  summary: 'The signed-in person',
  responses: { 200: userSchema },
} as const satisfies EndpointSpec;

/** The form "Register as Business": rules and messages come from the specification. */
export const TOO_SHORT_ORGANIZATION_NAME = errorText('too-short.organization-name', {
  min: MIN_ORGANIZATION_NAME_LENGTH,
});
export const organizationNameSchema = z
  .string({ error: TOO_SHORT_ORGANIZATION_NAME })
  .check(
    trimmedLine(),
    z.minLength(MIN_ORGANIZATION_NAME_LENGTH, TOO_SHORT_ORGANIZATION_NAME),
    maxLength(MAX_TITLE_LENGTH),
    storable(),
    named(TOO_SHORT_ORGANIZATION_NAME),
  );
export const businessAddressSchema = z
  .string({ error: errorText('incomplete-address') })
  .check(
    trimmedLine(),
    z.minLength(5, errorText('incomplete-address')),
    maxLength(MAX_PLACE_LENGTH),
    storable(),
  );

const tooSmallHousehold = errorText('household.min', { min: MIN_HOUSEHOLD });
export const householdSizeSchema = z
  .number({ error: tooSmallHousehold })
  .check(
    z.int(errorText('household.whole')),
    z.gte(MIN_HOUSEHOLD, tooSmallHousehold),
    z.lte(MAX_HOUSEHOLD, errorText('household.max', { max: MAX_HOUSEHOLD })),
  );

const RADIUS_RANGE = { min: MIN_RADIUS_KM, max: MAX_RADIUS_KM };

/**
 * Changes to one's own profile; absent fields stay. A place is a latitude with a longitude, `address` its
 * text, and `areaLabel` its neighborhood where the list of place names has none.
 *
 * `location` is the public address of a business, with its latitude and longitude; it requires an
 * organization (422 otherwise). `organizationName: null` stops being a business.
 */
export const profileBody = z.object({
  firstName: z.optional(requiredName('required.first-name', MAX_NAME_LENGTH)),
  lastName: z.optional(optionalText(MAX_NAME_LENGTH)),
  address: z.optional(optionalText(MAX_PLACE_LENGTH)),
  latitude: z.optional(latitudeSchema),
  longitude: z.optional(longitudeSchema),
  areaLabel: z.optional(optionalText(MAX_NAME_LENGTH)),
  radiusKm: z.optional(
    z.number().check(...within(RADIUS_RANGE, errorText('out-of-range.distance', RADIUS_RANGE))),
  ),
  householdSize: z.optional(z.nullable(householdSizeSchema)),
  organizationName: z.optional(z.nullable(organizationNameSchema)),
  organizationType: z.optional(organizationTypeSchema),
  location: z.optional(businessAddressSchema),
  userType: z.optional(givenUserTypeSchema),
  diets: z.optional(dietsSchema),
  allergens: z.optional(allergensSchema),
  language: z.optional(languageSchema),
  leaderboardVisible: z.optional(z.boolean()),
  showsSharing: z.optional(z.boolean()),
  showsReplies: z.optional(z.boolean()),
  showsVerified: z.optional(z.boolean()),
  discreet: z.optional(z.boolean()),
});

export const updateProfileSpec = {
  summary: 'Change my profile and my place',
  body: profileBody,
  responses: { 200: userSchema },
  example: {
    body: {
      firstName: 'Ana',
      lastName: 'Bell',
      address: '5 Elm Street',
      latitude: 40.75,
      longitude: -73.98,
      areaLabel: 'Midtown',
      radiusKm: 5,
      organizationName: 'Bell’s Bakery',
      organizationType: 'bakery',
      location: '5 Elm Street',
      userType: 'donor',
      diets: ['vegan'],
      allergens: ['milk'],
      language: 'en',
      leaderboardVisible: true,
      showsSharing: true,
      showsReplies: true,
      showsVerified: true,
      discreet: true,
      householdSize: 3,
    },
  },
} as const satisfies EndpointSpec;

export const currentPasswordSchema = z
  .string({ error: errorText('required.password') })
  .check(z.minLength(1, errorText('required.password')), maxLength(MAX_PASSWORD_LENGTH), storable());

export const closeAccountSpec = {
  summary: 'Close my account: withdraw, release and cancel what is open, and forget who I am',
  body: z.object({ password: z.optional(currentPasswordSchema) }),
  responses: { 204: null },
  example: { body: { password: 'a good long password' } },
} as const satisfies EndpointSpec;

export const exportAccountSpec = {
  summary: 'Everything kept about me, as a file',
  responses: { 200: z.record(z.string(), z.unknown()) },
  acrossBlock: { keeps: true, names: 'whom I blocked' },
} as const satisfies EndpointSpec;
