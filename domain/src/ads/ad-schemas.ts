import * as z from 'zod/mini';
import { USER_TYPES } from '../accounts/account-fields.ts';
import { givenUserTypeSchema } from '../accounts/account-schemas.ts';
import { errorText } from '../kernel/app-error.ts';
import { EXAMPLE_ID, type EndpointSpec } from '../kernel/endpoint.ts';
import {
  idSchema,
  instantSchema,
  maxLength,
  requiredText,
  storable,
  within,
} from '../kernel/wire-schemas.ts';
import {
  AD_CATEGORIES,
  AD_LOCATIONS,
  AD_PLACEMENTS,
  AD_TYPES,
  isAdLink,
  isOwnPath,
  MAX_ADS,
  MAX_LINK_LENGTH,
} from './ad-fields.ts';

const choice = { error: errorText('required.choice') };
const LIMITS = { min: 1, max: MAX_ADS };
const limitError = { error: errorText('out-of-range.limit', LIMITS) };
const locationSchema = z.enum(AD_LOCATIONS, choice);
const typeSchema = z.enum(AD_TYPES, choice);
const categorySchema = z.enum(AD_CATEGORIES, choice);
const lineOf = (max: number) => requiredText('required.choice', max);
const wholeNumber = (max: number) => z.int().check(z.gte(1), z.lte(max));

export const adSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  ctaText: z.string(),
  /** An `https:` address or a path of this site; null for the default link of its placement. */
  ctaLink: z.nullable(z.string()),
  /** A path of this site. */
  imageUrl: z.nullable(z.string()),
  adCategory: categorySchema,
  adType: typeSchema,
  /** The paying sponsor; null for the community's own ads. */
  sponsor: z.nullable(z.string()),
  /** Advice without a call to action. */
  isTip: z.boolean(),
  /** How often a device shows it in a day; null for no limit. */
  dailyCap: z.nullable(z.number()),
});

export const listAdsSpec = {
  summary: 'Ads and tips for a place on the page',
  query: z.object({
    /** Everywhere, without one or with one that has no ads of its own. */
    location: z.catch(z.optional(locationSchema), undefined),
    userType: z._default(givenUserTypeSchema, 'recipient'),
    /** Defaults to `AD_DEFAULTS` of the type. */
    limit: z.optional(
      z.coerce.number(limitError).check(z.int(limitError), ...within(LIMITS, limitError.error)),
    ),
    adType: z.optional(typeSchema),
    adCategory: z.optional(z.string().check(maxLength(100), storable())),
  }),
  responses: { 200: z.array(adSchema) },
  example: {
    query: {
      location: 'home-page',
      userType: 'donor',
      limit: '3',
      adType: 'card',
      adCategory: 'community_building',
    },
  },
} as const satisfies EndpointSpec;

const adParams = z.object({ adId: idSchema });

export const recordImpressionSpec = {
  summary: 'Count that an ad was seen',
  params: adParams,
  body: z.object({
    /** Ignored: viewers of ads are not recorded. */
    userId: z.optional(z.nullable(z.string().check(maxLength(100, errorText('invalid'))))),
    /** An unknown one counts as the ad's own. */
    location: z.catch(z.optional(z.enum(AD_PLACEMENTS)), undefined),
    /** An impression of this ad that was counted before; it is not counted twice. */
    impressionId: z.optional(idSchema),
  }),
  responses: { 200: z.object({ impressionId: z.string() }) },
  example: { body: { userId: null, location: 'home-page', impressionId: EXAMPLE_ID } },
} as const satisfies EndpointSpec;

export const recordClickSpec = {
  summary: 'Count that an ad was followed',
  params: adParams,
  body: z.optional(z.nullable(z.object({ impressionId: z.optional(idSchema) }))),
  responses: { 204: null },
  example: { body: { impressionId: EXAMPLE_ID } },
} as const satisfies EndpointSpec;

/** The input of the service that adds an ad. */
export const newAdSchema = z
  .object({
    location: locationSchema,
    adType: typeSchema,
    adCategory: categorySchema,
    title: lineOf(60),
    description: lineOf(140),
    ctaText: lineOf(30),
    ctaLink: z._default(z.nullable(z.string().check(maxLength(MAX_LINK_LENGTH), z.refine(isAdLink))), null),
    imageUrl: z._default(z.nullable(z.string().check(maxLength(MAX_LINK_LENGTH), z.refine(isOwnPath))), null),
    sponsor: z._default(z.nullable(lineOf(60)), null),
    isTip: z._default(z.boolean(), false),
    /** The user types that see it; empty for everyone. */
    audience: z._default(z.array(z.enum(USER_TYPES, choice)), []),
    weight: z._default(wholeNumber(100), 1),
    dailyCap: z._default(z.nullable(wholeNumber(100)), null),
    startsAt: z.optional(instantSchema('invalid.date')),
    endsAt: z.optional(instantSchema('invalid.date')),
  })
  .check(
    // a paid ad must not look like advice
    z.refine(({ sponsor, isTip }) => sponsor === null || !isTip, { path: ['isTip'] }),
    z.refine(({ startsAt, endsAt }) => !startsAt || !endsAt || startsAt < endsAt, { path: ['endsAt'] }),
  );
