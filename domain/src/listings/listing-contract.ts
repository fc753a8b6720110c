import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import type { listListingsSpec } from './feed-schemas.ts';
import type * as schemas from './listing-schemas.ts';

export type Listing = z.output<typeof schemas.listingSchema>;
export type CreateListing = z.output<typeof schemas.createListingBody>;
export type ListingLimits = z.output<typeof schemas.listingLimitsSchema>;
export type ChangeListing = z.output<typeof schemas.changeListingBody>;

/**
 * Headers: `X-Total-Count`, `X-Critical-Count`, `X-Expiring-Soon-Count` and `X-Far-Count` (exact to 1,000),
 * `X-Left-Out-Words`, `Link: <…>; rel="next"`.
 */
export const listListings: Endpoint<typeof listListingsSpec> = {
  method: 'GET',
  path: '/api/food-listings',
  access: 'person',
  importance: 'look',
  shows: ['listings', 'people'],
};

export const getListingLimits: Endpoint<typeof schemas.getListingLimitsSpec> = {
  method: 'GET',
  path: '/api/food-listings/limits',
  access: 'person',
  importance: 'talk',
  shows: ['giving', 'limits'],
};

export const getListing: Endpoint<typeof schemas.getListingSpec> = {
  method: 'GET',
  path: '/api/food-listings/{id}',
  access: 'viewer of listing',
  importance: 'act',
  shows: ['listings', 'handovers', 'people'],
};

/**
 * 403 `bulk-not-for-you` for bulk food by a person who is neither a donor nor an organization; 409 `listing-limit`
 * after the listings of a day.
 */
export const createListing: Endpoint<typeof schemas.createListingSpec> = {
  method: 'POST',
  path: '/api/food-listings',
  access: 'person',
  importance: 'talk',
  changes: ['listings', 'giving'],
};

/**
 * 409 `not-posted` if it is no longer offered (as long as a claim is open, typos in the title, description, allergens,
 * diets and dates can be corrected, and everyone who has claimed is told), `has-claims` for other food or another unit
 * once some was claimed, and for a change of place or a shorter pickup while a claim is open; 422 on `estimatedServings`
 * below what is taken.
 */
export const changeListing: Endpoint<typeof schemas.changeListingSpec> = {
  method: 'PATCH',
  path: '/api/food-listings/{id}',
  access: 'owner of listing',
  importance: 'talk',
  changes: ['listings', 'giving', 'handovers', 'requests', 'conversations', 'messages'],
};

export const withdrawListing: Endpoint<typeof schemas.withdrawListingSpec> = {
  method: 'POST',
  path: '/api/food-listings/{id}/withdraw',
  access: 'owner of listing',
  importance: 'talk',
  changes: ['listings', 'giving', 'handovers', 'requests'],
};

/** 409 `not-posted` if the owner stopped sharing it longer than ten minutes ago, or its time is over. */
export const resumeListing: Endpoint<typeof schemas.resumeListingSpec> = {
  method: 'POST',
  path: '/api/food-listings/{id}/resume',
  access: 'owner of listing',
  importance: 'talk',
  changes: ['listings', 'giving', 'handovers', 'requests'],
};
