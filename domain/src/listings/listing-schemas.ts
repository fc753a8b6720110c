import * as z from 'zod/mini';
import { TRUST_LEVELS } from '../accounts/trust.ts';
import { personSummarySchema } from '../accounts/account-schemas.ts';
import { errorText } from '../kernel/app-error.ts';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import { plainPhone } from '../kernel/text-characters.ts';
import {
  MAX_NAME_LENGTH,
  MAX_PLACE_LENGTH,
  MAX_TEXT_LENGTH,
  MAX_TITLE_LENGTH,
} from '../kernel/text-limits.ts';
import {
  allergensSchema,
  dietsSchema,
  folded,
  idParams,
  idSchema,
  instantOut,
  instantSchema,
  latitudeSchema,
  longitudeSchema,
  maxLength,
  optionalLines,
  optionalText,
  requiredText,
} from '../kernel/wire-schemas.ts';
import { CATEGORIES, DATE_KINDS, MAX_SERVINGS, THINGS, URGENCY_LEVELS } from './listing-fields.ts';
import { LISTING_STATUSES } from './listing-states.ts';
import { MAX_PHOTOS_PER_LISTING } from '../photos/photo-limits.ts';
import { captionSchema, objectPathSchema, photoSchema } from '../photos/photo-schemas.ts';

export const categorySchema = z.enum(CATEGORIES, { error: errorText('required.category') });
export const urgencyLevelSchema = z.enum(URGENCY_LEVELS, { error: errorText('required.urgency') });
export const listingStatusSchema = z.enum(LISTING_STATUSES);
export const dateKindSchema = z.enum(DATE_KINDS);
/** What the servings of a listing are: rolls, boxes …; null for servings. */
export const countedAsSchema = z.nullable(z.enum(THINGS));
const MAX_PHONE_LENGTH = 40;

const TIME_OF_DAY = /^(([01]\d|2[0-3]):[0-5]\d)?$/;
/** A wall-clock time such as "21:30", an instant at which the community's clock shows it, or nothing. */
const closingTimeSchema = z.string().check(
  z.trim(),
  maxLength(35, errorText('invalid.time-of-day')),
  z.refine((text) => TIME_OF_DAY.test(text) || z.safeParse(instantSchema('invalid.date'), text).success, {
    error: errorText('invalid.time-of-day'),
  }),
);

/**
 * A listing as one viewer may see it. Until the donor reveals the address to the viewer, `pickupLocation` is the area's
 * label, `latitude`/`longitude` the public point, and `pickupInstructions` and `contactPhone` are null; `placeShared`
 * is true once it is revealed. The donor always sees the exact place. An address that was given without a point has none
 * for those who see it.
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
  /** Whether the place is a business's, whose address and point are public. */
  placeIsPublic: z.boolean(),
  /** From the requested place, else the viewer's own; null if either is unknown. */
  distanceKm: z.nullable(z.number()),
  availableFrom: instantOut,
  availableUntil: instantOut,
  bestByDate: instantOut,
  expiryDate: z.nullable(instantOut),
  dateKind: dateKindSchema,
  /** What the food contains; null if the donor has not said. */
  allergens: z.nullable(allergensSchema),
  diets: dietsSchema,
  createdAt: instantOut,
  imageUrls: z.array(z.string()),
  photos: z.array(photoSchema),
  estimatedServings: z.number(),
  servingsLeft: z.number(),
  countedAs: countedAsSchema,
  /**
   * For the donor only: the servings as shared. `estimatedServings` shrinks to what was taken when the rest expires or
   * is withdrawn.
   */
  offeredServings: z.optional(z.number()),
  urgencyLevel: urgencyLevelSchema,
  isBulk: z.boolean(),
  /** Bulk food of which one person may take any number. */
  mayGoToOne: z.boolean(),
  /** When the business closes on the day of pickup, such as "21:30". */
  closingTime: z.nullable(z.string()),
  /** Whether the address is revealed to a claimer immediately; null except for the donor. */
  sharePlaceAtOnce: z.nullable(z.boolean()),
  /** Only in an arranged page of the feed: at the third card of one giver, the number of their further matches; else 0. */
  moreFromGiver: z.optional(z.number()),
});

const tooFewServings = errorText('servings.min', { min: 1 });
/** Servings of a claim, up to all that are left. */
export const servingsSchema = z
  .number({ error: tooFewServings })
  .check(z.int(errorText('servings.whole')), z.gte(1, tooFewServings));
/** Servings of a listing. */
export const offeredServingsSchema = servingsSchema.check(
  z.lte(MAX_SERVINGS, errorText('servings.max', { max: MAX_SERVINGS })),
);

const listingFields = {
  title: requiredText('required.title', MAX_TITLE_LENGTH),
  description: optionalLines(MAX_TEXT_LENGTH),
  category: categorySchema,
  estimatedServings: offeredServingsSchema,
  countedAs: countedAsSchema,
  bestByDate: instantSchema('required.best-by-date'),
  expiryDate: z.nullable(instantSchema('invalid.date')),
  dateKind: dateKindSchema,
  allergens: z.nullable(allergensSchema),
  diets: dietsSchema,
  pickupLocation: requiredText('required.pickup-location', MAX_PLACE_LENGTH),
  pickupInstructions: optionalLines(MAX_TEXT_LENGTH),
  availableFrom: instantSchema('required.available-from'),
  availableUntil: instantSchema('required.available-until'),
  imageUrls: z
    .array(objectPathSchema)
    .check(
      z.maxLength(MAX_PHOTOS_PER_LISTING, errorText('too-many-photos', { max: MAX_PHOTOS_PER_LISTING })),
    ),
  /** Alternative texts of the photos, in the order of `imageUrls`. */
  imageCaptions: z.array(captionSchema).check(z.maxLength(MAX_PHOTOS_PER_LISTING)),
  latitude: latitudeSchema,
  longitude: longitudeSchema,
  /** The neighborhood in the donor's words, required where the list of place names has none. */
  areaLabel: optionalText(MAX_NAME_LENGTH),
  /** Reveal the address to a claimer immediately. */
  sharePlaceAtOnce: z.boolean(),
  /** Bulk only: one person may take any number of servings. */
  mayGoToOne: z.boolean(),
  /** Bulk only; an individual listing's urgency is derived from its dates. */
  urgencyLevel: urgencyLevelSchema,
  closingTime: closingTimeSchema,
  contactPhone: z.string().check(
    ...folded(MAX_PHONE_LENGTH, undefined, plainPhone),
    // a digit among spaces and punctuation, and maybe an extension, also as RFC 3966 writes it
    z.regex(
      /^(\+?[\s()./·•-]*\d[\d\s()./·•-]*((;ext=|[x#;]|,?\s*ext(ension)?[.:]?|,{1,3})\s*\d+#?)?)?$/i,
      errorText('invalid.phone'),
    ),
  ),
};

type TimesAndPlace = {
  readonly availableFrom?: string | undefined;
  readonly availableUntil?: string | undefined;
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
};
const endsAfterItStarts = z.refine<TimesAndPlace>(
  ({ availableFrom, availableUntil }) =>
    availableFrom === undefined ||
    availableUntil === undefined ||
    Date.parse(availableUntil) > Date.parse(availableFrom),
  { path: ['availableUntil'], error: errorText('pickup-order.end') },
);
const hasWholePlace = z.refine<TimesAndPlace>(
  ({ latitude, longitude }) => (latitude === undefined) === (longitude === undefined),
  { path: ['longitude'], error: errorText('incomplete-place') },
);

/**
 * Both share forms; texts and messages are the specification's. The bulk form (`isBulk`) is for donors and
 * organizations; it has an urgency and no expiry date.
 */
export const createListingBody = z
  .object({
    ...listingFields,
    description: z._default(listingFields.description, ''),
    expiryDate: z._default(listingFields.expiryDate, null),
    countedAs: z._default(countedAsSchema, null),
    dateKind: z._default(dateKindSchema, 'best_before'),
    allergens: z._default(listingFields.allergens, null),
    diets: z._default(dietsSchema, []),
    pickupInstructions: z._default(listingFields.pickupInstructions, ''),
    imageUrls: z._default(listingFields.imageUrls, []),
    imageCaptions: z._default(listingFields.imageCaptions, []),
    latitude: z.optional(latitudeSchema),
    longitude: z.optional(longitudeSchema),
    areaLabel: z.optional(listingFields.areaLabel),
    sharePlaceAtOnce: z._default(z.boolean(), false),
    isBulk: z._default(z.boolean(), false),
    mayGoToOne: z._default(z.boolean(), false),
    urgencyLevel: z.optional(urgencyLevelSchema),
    closingTime: z._default(listingFields.closingTime, ''),
    contactPhone: z._default(listingFields.contactPhone, ''),
  })
  .check(
    endsAfterItStarts,
    hasWholePlace,
    z.refine(({ isBulk, urgencyLevel }) => !isBulk || urgencyLevel !== undefined, {
      path: ['urgencyLevel'],
      error: errorText('required.urgency'),
    }),
  );

/**
 * What the donor may change while it is posted; absent fields stay. A place changes by its text alone, or
 * with a point; photos are replaced as a whole.
 */
export const changeListingBody = z.partial(z.object(listingFields)).check(endsAfterItStarts, hasWholePlace);

export const getListingSpec = {
  summary: 'One listing, as the caller may see it',
  params: idParams,
  responses: { 200: listingSchema },
} as const satisfies EndpointSpec;

/** How many listings the caller may still share today. */
export const listingLimitsSchema = z.object({
  listingsInLastDay: z.number(),
  maxListingsPerDay: z.number(),
  /** When the next one may be shared after `maxListingsPerDay`; null if now. */
  nextAt: z.nullable(instantOut),
  level: z.enum(TRUST_LEVELS),
});

export const getListingLimitsSpec = {
  summary: 'How many listings I may still share today',
  responses: { 200: listingLimitsSchema },
} as const satisfies EndpointSpec;

/** Each field that an owner sets and may change. */
const EXAMPLE_FIELDS = {
  title: 'Vegetable soup',
  description: 'Still warm',
  category: 'prepared_meals',
  estimatedServings: 8,
  bestByDate: '2026-05-05T12:00:00.000Z',
  expiryDate: '2026-05-05T18:00:00.000Z',
  dateKind: 'use_by',
  allergens: ['celery'],
  diets: ['vegan'],
  pickupLocation: '417 West 51st Street, apartment 7',
  pickupInstructions: 'Ring at Okafor, third floor',
  availableFrom: '2026-05-04T12:30:00.000Z',
  availableUntil: '2026-05-04T20:00:00.000Z',
  imageUrls: [],
  imageCaptions: [],
  latitude: 40.758,
  longitude: -73.9855,
  areaLabel: 'Hell’s Kitchen',
  sharePlaceAtOnce: false,
  countedAs: null,
  mayGoToOne: false,
  urgencyLevel: 'low',
  closingTime: '21:30',
  contactPhone: '+1 212 555 0100',
} as const;

export const createListingSpec = {
  summary: 'Share food',
  body: createListingBody,
  idempotent: true,
  responses: { 201: listingSchema },
  errors: { 403: ['account-paused', 'bulk-not-for-you'], 409: ['listing-limit'] },
  example: {
    body: {
      ...EXAMPLE_FIELDS,
      isBulk: false,
    },
  },
} as const satisfies EndpointSpec;

export const changeListingSpec = {
  summary: 'Change or extend my listing',
  params: idParams,
  body: changeListingBody,
  responses: { 200: listingSchema },
  errors: { 409: ['has-claims', 'not-posted'] },
  example: {
    body: EXAMPLE_FIELDS,
  },
} as const satisfies EndpointSpec;

export const withdrawListingSpec = {
  summary: 'Take back what is left of my listing',
  params: idParams,
  responses: { 200: listingSchema },
} as const satisfies EndpointSpec;

export const resumeListingSpec = {
  summary: 'Undo that I stopped sharing my listing',
  params: idParams,
  body: z.object({
    /** As before the stop, with what was taken. */
    estimatedServings: offeredServingsSchema,
  }),
  responses: { 200: listingSchema },
  errors: { 403: ['account-paused'], 409: ['not-posted'] },
  example: { body: { estimatedServings: 8 } },
} as const satisfies EndpointSpec;
