import * as z from 'zod/mini';
import { LANGUAGES, MAX_RADIUS_KM, MIN_RADIUS_KM, ORGANIZATION_TYPES, USER_TYPES } from './profile-fields.ts';
import { MAX_PASSWORD_LENGTH } from './sign-in-rules.ts';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import { MAX_NAME_LENGTH, MAX_PLACE_LENGTH, MAX_TITLE_LENGTH } from '../kernel/text.ts';
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

/** How others see a person: no e-mail, no place. `displayName` is "First L." for people without an organization. */
export const personSummarySchema = z.object({
  id: idSchema,
  displayName: z.string(),
  initials: z.string(),
  userType: userTypeSchema,
  organizationName: z.nullable(z.string()),
});

/** The signed-in person, to themself. */
export const userSchema = z.object({
  id: idSchema,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Whether the address was confirmed by a mailed link; asked for only where the community can send mail. */
  emailVerified: z.boolean(),
  /** False for somebody who only ever came in through an identity provider. */
  hasPassword: z.boolean(),
  userType: userTypeSchema,
  organizationName: z.nullable(z.string()),
  organizationType: z.nullable(organizationTypeSchema),
  /** The address the person gave: a business's is public, anybody else's is shown to themself only. */
  location: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** What others see of the place, such as "Hell’s Kitchen". */
  areaLabel: z.nullable(z.string()),
  /** How far this person goes for food. */
  radiusKm: z.number(),
  /** Diets the person keeps, and allergens they avoid. */
  diets: dietsSchema,
  allergens: allergensSchema,
  language: z.string(),
  leaderboardVisible: z.boolean(),
  verified: z.boolean(),
  isAdmin: z.boolean(),
  /** Paused by those who run the community: the person can read, finish what is open and leave, nothing new. */
  paused: z.boolean(),
  createdAt: instantOut,
});

export const getUserSpec = {
  summary: 'The signed-in person',
  tag: 'accounts',
  access: 'person',
  responses: { 200: userSchema },
} as const satisfies EndpointSpec;

/** Register as Business: the specification's rules and sentences. */
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
 * What a person may change of their own profile; absent fields stay. A place is a latitude with a longitude;
 * `address` is its text, and `areaLabel` its neighbourhood where the list of place names knows none.
 *
 * `location` is a business's address, which is public where it stands, with the latitude and longitude given beside
 * it; it needs an organization (422 otherwise). `organizationName: null` ends being a business.
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
  /** An unknown kind of person counts as a recipient. */
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

export const knownPassword = z
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
  body: z.object({ password: z.optional(knownPassword) }),
  responses: { 204: null },
} as const satisfies EndpointSpec;

export const exportAccountSpec = {
  summary: 'Everything kept about me, as a file',
  tag: 'accounts',
  access: 'person',
  responses: { 200: z.record(z.string(), z.unknown()) },
} as const satisfies EndpointSpec;
