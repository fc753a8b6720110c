import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { allergensSchema, dietsSchema } from '../kernel/food-tags.ts';
import { latitudeSchema, longitudeSchema } from '../kernel/geo.ts';
import { idSchema } from '../kernel/ids.ts';
import {
  MAX_NAME_LENGTH,
  MAX_PLACE_LENGTH,
  MAX_TITLE_LENGTH,
  optionalText,
  requiredText,
  storable,
} from '../kernel/text.ts';
import { instantOut } from '../kernel/time.ts';

export const USER_TYPES = ['donor', 'volunteer', 'recipient'] as const;
export const userTypeSchema = z.enum(USER_TYPES);
export type UserType = z.output<typeof userTypeSchema>;

export const ORGANIZATION_TYPES = [
  'restaurant',
  'grocery_store',
  'bakery',
  'cafeteria',
  'cafe',
  'food_truck',
  'catering',
  'hotel',
  'other',
] as const;
export const organizationTypeSchema = z.enum(ORGANIZATION_TYPES, {
  error: 'Please choose the kind of organization',
});
export type OrganizationType = z.output<typeof organizationTypeSchema>;

/** How others see a person: no e-mail, no place. `displayName` is "First L." for people without an organization. */
export const personSummarySchema = z.object({
  id: idSchema,
  displayName: z.string(),
  initials: z.string(),
  userType: userTypeSchema,
  organizationName: z.nullable(z.string()),
});
export type PersonSummary = z.output<typeof personSummarySchema>;

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
export type User = z.output<typeof userSchema>;

export const getUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  summary: 'The signed-in person',
  tag: 'accounts',
  access: 'person',
  responses: { 200: userSchema },
});

export const MIN_RADIUS_KM = 1;
export const MAX_RADIUS_KM = 50;
export const DEFAULT_RADIUS_KM = 10;

export const LANGUAGES = ['en'] as const;

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
export type ProfileChange = z.input<typeof profileBody>;

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/users/profile',
  summary: 'Change my profile and my place',
  tag: 'accounts',
  access: 'person',
  body: profileBody,
  responses: { 200: userSchema },
});
