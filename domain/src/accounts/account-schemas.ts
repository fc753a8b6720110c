import * as z from 'zod/mini';
import {
  LANGUAGES,
  MAX_PASSWORD_LENGTH,
  MAX_RADIUS_KM,
  MIN_RADIUS_KM,
  ORGANIZATION_TYPES,
  USER_TYPES,
} from './account-fields.ts';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import { MAX_NAME_LENGTH, MAX_PLACE_LENGTH, MAX_TITLE_LENGTH } from '../kernel/text-limits.ts';
import {
  allergensSchema,
  dietsSchema,
  idSchema,
  instantOut,
  latitudeSchema,
  longitudeSchema,
  optionalText,
  requiredText,
  storable,
} from '../kernel/wire-schemas.ts';

export const userTypeSchema = z.enum(USER_TYPES);
export const organizationTypeSchema = z.enum(ORGANIZATION_TYPES, {
  error: 'Please choose the kind of organization',
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

/** The signed-in person's own account. */
export const userSchema = z.object({
  id: idSchema,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Whether a mailed link confirmed the address; required only if the community can send mail. */
  emailVerified: z.boolean(),
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
  /** How far the person travels for food. */
  radiusKm: z.number(),
  /** Diets the person keeps, and allergens they avoid. */
  diets: dietsSchema,
  allergens: allergensSchema,
  language: z.string(),
  leaderboardVisible: z.boolean(),
  verified: z.boolean(),
  isAdmin: z.boolean(),
  /** Paused by an admin: the person can read, finish what is open and leave, but start nothing new. */
  paused: z.boolean(),
  createdAt: instantOut,
});

export const getUserSpec = {
  summary: 'The signed-in person',
  tag: 'accounts',
  access: 'person',
  responses: { 200: userSchema },
} as const satisfies EndpointSpec;

/** Register as Business: rules and messages are the specification's. */
export const organizationNameSchema = z
  .string({ error: 'Organization name must be at least 2 characters' })
  .check(
    z.trim(),
    z.minLength(2, 'Organization name must be at least 2 characters'),
    z.maxLength(MAX_TITLE_LENGTH, `Please keep this to ${MAX_TITLE_LENGTH} characters`),
    storable(),
  );
export const businessAddressSchema = z
  .string({ error: 'Please provide a complete address' })
  .check(
    z.trim(),
    z.minLength(5, 'Please provide a complete address'),
    z.maxLength(MAX_PLACE_LENGTH, `Please keep this to ${MAX_PLACE_LENGTH} characters`),
    storable(),
  );

/**
 * Changes to one's own profile; absent fields stay. A place is a latitude with a longitude, `address` its
 * text, and `areaLabel` its neighbourhood where the list of place names has none.
 *
 * `location` is the public address of a business, with its latitude and longitude; it requires an
 * organization (422 otherwise). `organizationName: null` stops being a business.
 */
export const profileBody = z.object({
  firstName: z.optional(requiredText('Please enter your first name', MAX_NAME_LENGTH)),
  lastName: z.optional(optionalText(MAX_NAME_LENGTH)),
  address: z.optional(optionalText(MAX_PLACE_LENGTH)),
  latitude: z.optional(latitudeSchema),
  longitude: z.optional(longitudeSchema),
  areaLabel: z.optional(optionalText(MAX_NAME_LENGTH)),
  radiusKm: z.optional(
    z
      .number()
      .check(
        z.gte(MIN_RADIUS_KM, `Distance is between ${MIN_RADIUS_KM} and ${MAX_RADIUS_KM} km`),
        z.lte(MAX_RADIUS_KM, `Distance is between ${MIN_RADIUS_KM} and ${MAX_RADIUS_KM} km`),
      ),
  ),
  organizationName: z.optional(z.nullable(organizationNameSchema)),
  organizationType: z.optional(organizationTypeSchema),
  location: z.optional(businessAddressSchema),
  /** An unknown user type counts as a recipient. */
  userType: z.optional(z.catch(userTypeSchema, 'recipient')),
  diets: z.optional(dietsSchema),
  allergens: z.optional(allergensSchema),
  language: z.optional(z.enum(LANGUAGES, { error: 'Please choose from the list' })),
  leaderboardVisible: z.optional(z.boolean()),
});

export const updateProfileSpec = {
  summary: 'Change my profile and my place',
  tag: 'accounts',
  access: 'person',
  body: profileBody,
  responses: { 200: userSchema },
} as const satisfies EndpointSpec;

export const currentPasswordSchema = z
  .string({ error: 'Please enter your password' })
  .check(
    z.minLength(1, 'Please enter your password'),
    z.maxLength(MAX_PASSWORD_LENGTH, `Please use at most ${MAX_PASSWORD_LENGTH} characters`),
    storable(),
  );

export const closeAccountSpec = {
  summary: 'Close my account: withdraw, release and cancel what is open, and forget who I am',
  tag: 'accounts',
  access: 'person',
  body: z.object({ password: z.optional(currentPasswordSchema) }),
  responses: { 204: null },
} as const satisfies EndpointSpec;

export const exportAccountSpec = {
  summary: 'Everything kept about me, as a file',
  tag: 'accounts',
  access: 'person',
  responses: { 200: z.record(z.string(), z.unknown()) },
} as const satisfies EndpointSpec;
