import * as z from 'zod/mini';
import { personSummarySchema } from '../accounts/account-contract.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { latitudeSchema, longitudeSchema } from '../kernel/geo.ts';
import { idParams, idSchema } from '../kernel/ids.ts';
import { cursorQuery, limitQuery } from '../kernel/paging.ts';
import {
  MAX_NAME_LENGTH,
  MAX_PLACE_LENGTH,
  MAX_TEXT_LENGTH,
  MAX_TITLE_LENGTH,
  optionalText,
  requiredText,
} from '../kernel/text.ts';
import { instantOut, instantSchema } from '../kernel/time.ts';
import { MAX_PHOTOS_PER_LISTING, objectPathSchema, photoSchema } from '../photos/photo-contract.ts';

export const CATEGORIES = [
  'fruits_vegetables',
  'prepared_meals',
  'bakery_items',
  'pantry_staples',
  'dairy_eggs',
  'other',
] as const;
export const categorySchema = z.enum(CATEGORIES, { error: 'Please choose a category' });
export type Category = z.output<typeof categorySchema>;

export const URGENCY_LEVELS = ['low', 'medium', 'high', 'emergency'] as const;
export const urgencyLevelSchema = z.enum(URGENCY_LEVELS);
export type UrgencyLevel = z.output<typeof urgencyLevelSchema>;

export const LISTING_STATUSES = ['posted', 'claimed', 'completed', 'withdrawn', 'expired'] as const;
export const listingStatusSchema = z.enum(LISTING_STATUSES);
export type ListingStatus = z.output<typeof listingStatusSchema>;

export const MAX_SERVINGS = 10_000;

/**
 * A listing as one viewer may see it. Until the donor shares the address with the viewer, `pickupLocation` is
 * the area's label, `latitude`/`longitude` the moved public point, and `pickupInstructions` and `contactPhone`
 * are null; `placeShared` says which of the two this is. The donor always sees the exact side.
 */
export const listingSchema = z.object({
  id: idSchema,
  title: z.string(),
  description: z.string(),
  category: categorySchema,
  status: listingStatusSchema,
  donorId: idSchema,
  donor: personSummarySchema,
  pickupLocation: z.string(),
  pickupInstructions: z.nullable(z.string()),
  contactPhone: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  placeShared: z.boolean(),
  /** From the place asked about, else the viewer's own; null when either is unknown. */
  distanceKm: z.nullable(z.number()),
  availableFrom: instantOut,
  availableUntil: instantOut,
  bestByDate: instantOut,
  expiryDate: z.nullable(instantOut),
  createdAt: instantOut,
  imageUrls: z.array(z.string()),
  photos: z.array(photoSchema),
  estimatedServings: z.number(),
  servingsLeft: z.number(),
  urgencyLevel: urgencyLevelSchema,
  isBulk: z.boolean(),
  closingTime: z.nullable(z.string()),
});
export type Listing = z.output<typeof listingSchema>;

const servings = z
  .number({ error: 'Must be at least 1 serving' })
  .check(
    z.int('Servings are whole numbers'),
    z.gte(1, 'Must be at least 1 serving'),
    z.lte(MAX_SERVINGS, `Must be at most ${MAX_SERVINGS} servings`),
  );

/** The individual share form. Texts and messages are the specification's. */
export const createListingBody = z
  .object({
    title: requiredText('Title is required', MAX_TITLE_LENGTH),
    description: z._default(optionalText(MAX_TEXT_LENGTH), ''),
    category: categorySchema,
    estimatedServings: servings,
    bestByDate: instantSchema('Best by date is required'),
    expiryDate: z._default(z.nullable(instantSchema('Please give a date and a time')), null),
    pickupLocation: requiredText('Pickup location is required', MAX_PLACE_LENGTH),
    pickupInstructions: z._default(optionalText(MAX_TEXT_LENGTH), ''),
    availableFrom: instantSchema('Available from time is required'),
    availableUntil: instantSchema('Available until time is required'),
    imageUrls: z._default(
      z
        .array(objectPathSchema)
        .check(z.maxLength(MAX_PHOTOS_PER_LISTING, `Please choose at most ${MAX_PHOTOS_PER_LISTING} photos`)),
      [],
    ),
    latitude: z.optional(latitudeSchema),
    longitude: z.optional(longitudeSchema),
    /** The neighbourhood in the donor's words; asked for where the list of place names knows none. */
    areaLabel: z.optional(optionalText(MAX_NAME_LENGTH)),
    /** Show the address to whoever claims, at once. */
    sharePlaceAtOnce: z._default(z.boolean(), false),
  })
  .check(
    z.refine((listing) => Date.parse(listing.availableUntil) > Date.parse(listing.availableFrom), {
      path: ['availableUntil'],
      error: 'Pickup has to end after it starts',
    }),
    z.refine((listing) => (listing.latitude === undefined) === (listing.longitude === undefined), {
      path: ['longitude'],
      error: 'A place is a latitude with a longitude',
    }),
  );
export type CreateListing = z.output<typeof createListingBody>;

export const FRESHNESS_FILTERS = ['all', 'urgent', 'expiring-soon', 'fresh'] as const;
export const freshnessFilterSchema = z.enum(FRESHNESS_FILTERS);
export type FreshnessFilter = z.output<typeof freshnessFilterSchema>;

export const DEFAULT_FEED_PAGE = 24;

export const feedQuery = z.object({
  /** `lat,lng` in degrees; the person's own place when absent. */
  near: z.optional(
    z
      .string()
      .check(z.regex(/^-?\d{1,2}(\.\d{1,12})?,-?\d{1,3}(\.\d{1,12})?$/, 'A place is written as lat,lng')),
  ),
  radiusKm: z.optional(
    z.coerce
      .number()
      .check(z.gt(0, 'Distance is more than 0 km'), z.lte(20_100, 'That is farther than the Earth is round')),
  ),
  category: z.optional(categorySchema),
  freshness: z._default(freshnessFilterSchema, 'all'),
  limit: limitQuery(DEFAULT_FEED_PAGE, 100),
  cursor: cursorQuery,
});

/** Headers: `X-Total-Count` and `X-Critical-Count` (exact to 1,000), `Link: <…>; rel="next"`. */
export const listListings = endpoint({
  method: 'GET',
  path: '/api/food-listings',
  summary: 'Posted food, most urgent first',
  tag: 'listings',
  access: 'person',
  query: feedQuery,
  responses: { 200: z.array(listingSchema) },
});

export const getListing = endpoint({
  method: 'GET',
  path: '/api/food-listings/{id}',
  summary: 'One listing, as the caller may see it',
  tag: 'listings',
  access: 'person',
  params: idParams,
  responses: { 200: listingSchema },
});

export const createListing = endpoint({
  method: 'POST',
  path: '/api/food-listings',
  summary: 'Share food',
  tag: 'listings',
  access: 'person',
  body: createListingBody,
  idempotent: true,
  responses: { 201: listingSchema },
});

export const withdrawListing = endpoint({
  method: 'POST',
  path: '/api/food-listings/{id}/withdraw',
  summary: 'Take back what is left of my listing',
  tag: 'listings',
  access: 'person',
  params: idParams,
  responses: { 200: listingSchema },
});
