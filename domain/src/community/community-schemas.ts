import * as z from 'zod/mini';
import { userTypeSchema } from '../accounts/account-schemas.ts';
import type { EndpointSpec } from '../kernel/endpoint.ts';

/** A demo person that the sign-in page offers by one click. */
export const demoAccountSchema = z.object({
  name: z.string(),
  email: z.string(),
  password: z.string(),
  userType: userTypeSchema,
  organizationName: z.nullable(z.string()),
  /** One of those who run the community. */
  isAdmin: z.optional(z.boolean()),
});

/** What the browser may know of the settings, signed out too. */
export const communitySchema = z.object({
  appName: z.string(),
  language: z.string(),
  /** IANA name of the community's own zone. */
  timeZone: z.string(),
  /** Where the map opens when nobody's place is known. */
  mapCentre: z.object({ latitude: z.number(), longitude: z.number() }),
  /** Raster tiles, when the community has set some; the built-in basemap otherwise. */
  mapTiles: z.nullable(z.object({ url: z.string(), attribution: z.string() })),
  /** Whether the community can send mail: then addresses are confirmed before food is claimed. */
  sendsMail: z.boolean(),
  /** The identity provider people may sign in with, by the name on its button; null when there is none. */
  identityProvider: z.nullable(z.object({ name: z.string() })),
  /** Empty unless this is the demo community. */
  demoAccounts: z.array(demoAccountSchema),
});

export const getCommunitySpec = {
  summary: 'What the browser may know of this community',
  tag: 'community',
  access: 'public',
  responses: { 200: communitySchema },
} as const satisfies EndpointSpec;
