import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { latitudeSchema, longitudeSchema } from '../kernel/geo.ts';
import { idSchema } from '../kernel/ids.ts';
import { MAX_NAME_LENGTH, MAX_PLACE_LENGTH, optionalText, requiredText, storable } from '../kernel/text.ts';
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
export const organizationTypeSchema = z.enum(ORGANIZATION_TYPES);

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
  userType: userTypeSchema,
  organizationName: z.nullable(z.string()),
  organizationType: z.nullable(organizationTypeSchema),
  /** The address the person gave, to themself only. */
  location: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** What others see of the place, such as "Hell’s Kitchen". */
  areaLabel: z.nullable(z.string()),
  /** How far this person goes for food. */
  radiusKm: z.number(),
  language: z.string(),
  leaderboardVisible: z.boolean(),
  verified: z.boolean(),
  isAdmin: z.boolean(),
  createdAt: instantOut,
});
export type User = z.output<typeof userSchema>;

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** Addresses are compared without case, as every mail host does. */
const emailSchema = z
  .string({ error: 'Please enter your e-mail address' })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Please enter your e-mail address'),
    z.maxLength(254, 'Please enter a shorter e-mail address'),
    z.email('Please enter an e-mail address such as name@example.org'),
  );

export const signUpBody = z.object({
  email: emailSchema,
  password: z.string({ error: 'Please choose a password' }).check(
    z.minLength(MIN_PASSWORD_LENGTH, `Please use at least ${MIN_PASSWORD_LENGTH} characters`),
    z.maxLength(MAX_PASSWORD_LENGTH, `Please use at most ${MAX_PASSWORD_LENGTH} characters`),
    // all lone surrogates hash alike, so that such a password would fit others
    storable(),
  ),
  firstName: requiredText('Please enter your first name', MAX_NAME_LENGTH),
  lastName: z._default(optionalText(MAX_NAME_LENGTH), ''),
  /** An unknown kind of person counts as a recipient. */
  userType: z.catch(userTypeSchema, 'recipient'),
});

export const signInBody = z.object({
  email: emailSchema,
  password: z
    .string({ error: 'Please enter your password' })
    .check(
      z.minLength(1, 'Please enter your password'),
      z.maxLength(MAX_PASSWORD_LENGTH, `Please use at most ${MAX_PASSWORD_LENGTH} characters`),
    ),
});

export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/sign-up/email',
  summary: 'Create an account and sign in',
  tag: 'accounts',
  access: 'public',
  body: signUpBody,
  responses: { 200: userSchema },
});

export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  summary: 'Sign in with e-mail and password',
  tag: 'accounts',
  access: 'public',
  body: signInBody,
  responses: { 200: userSchema },
});

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

/**
 * What a person may change of their own profile; absent fields stay. A place is a latitude with a longitude;
 * `address` is its text, and `areaLabel` its neighbourhood where the list of place names knows none.
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
});

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/users/profile',
  summary: 'Change my profile and my place',
  tag: 'accounts',
  access: 'person',
  body: profileBody,
  responses: { 200: userSchema },
});
