import * as z from 'zod/mini';
import { userTypeSchema } from '../accounts/account-schemas.ts';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import { boundsSchema } from '../kernel/wire-schemas.ts';

/** A demo account that the sign-in page offers with one click. */
export const demoAccountSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  password: z.string(),
  userType: userTypeSchema,
  organizationName: z.nullable(z.string()),
  /** Whether the account is an admin's. */
  isAdmin: z.optional(z.boolean()),
});

const wholePercent = z.int().check(z.gte(0), z.lte(100));

/** See `CommunityClaims`. */
const communityClaimsSchema = z.object({
  families: z.nullable(z.string()),
  food: z.nullable(z.string()),
  donated: z.nullable(z.string()),
  programs: z.nullable(z.string()),
  split: z.nullable(z.object({ operations: wholePercent, technology: wholePercent, outreach: wholePercent })),
});

/** The settings that the browser may know, also signed out. */
export const communitySchema = z.object({
  appName: z.string(),
  language: z.string(),
  /** IANA name of the community's time zone. */
  timeZone: z.string(),
  /** ISO 3166-1, two letters; null if unknown. */
  country: z.nullable(z.string()),
  /** ISO 4217, in which people donate. */
  currency: z.string(),
  /** Where the map opens if the person's place is unknown. */
  mapCentre: z.object({ latitude: z.number(), longitude: z.number() }),
  /** The part of the map around the community. */
  mapBounds: boundsSchema,
  /** The town that it is in; null if there is none near. */
  town: z.nullable(z.string()),
  /** What is farther from a person, in kilometers, is not near them. */
  reachKm: z.number(),
  /** The community's own raster tiles or archive of vector tiles (PMTiles); null for the map of the world alone. */
  mapTiles: z.nullable(
    z.object({ format: z.enum(['raster', 'archive']), url: z.string(), attribution: z.string() }),
  ),
  /** The host that is asked for addresses; null if addresses cannot be looked up. */
  addressLookup: z.nullable(z.object({ host: z.string() })),
  /** Whether the community can send mail; if so, an address has to be confirmed before claiming. */
  sendsMail: z.boolean(),
  /** Whether the mail server takes no mail at the moment, so that codes and links arrive late. */
  mailIsLate: z.boolean(),
  /** The configured identity provider, by the name on its button; null without one. */
  identityProvider: z.nullable(z.object({ name: z.string() })),
  /** The community's claims on the donation page; null if it makes none. */
  claims: z.nullable(communityClaimsSchema),
  /** The card provider's public key; null if the community takes no payments. */
  payments: z.nullable(z.object({ publishableKey: z.string() })),
  /** Whether donations can be tried with a test card, which charges no one: a demo without a card provider. */
  takesTestCards: z.boolean(),
  /** Where people who want to help can write; null if the community has no mailbox for them. */
  volunteerEmail: z.nullable(z.string()),
  /** Who runs the community, and how to reach them; null if not said. */
  operator: z.nullable(z.object({ name: z.string(), contact: z.string() })),
  /** A paragraph a line: what the law wants said of the operator, and the community's own part of the privacy notice. */
  imprint: z.nullable(z.string()),
  privacyNote: z.nullable(z.string()),
  /** Empty except in the demo community. */
  demoAccounts: z.array(demoAccountSchema),
});

export const getCommunitySpec = {
  summary: 'What the browser may know of this community',
  responses: { 200: communitySchema },
} as const satisfies EndpointSpec;
