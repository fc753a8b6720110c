import type * as z from 'zod/mini';
import type { PublicEndpoint } from '../kernel/endpoint.ts';
import type * as schemas from './ad-schemas.ts';

export type Ad = z.output<typeof schemas.adSchema>;
export type NewAd = z.output<typeof schemas.newAdSchema>;

/** Those shown least today for their weight come first. */
export const listAds: PublicEndpoint<typeof schemas.listAdsSpec> = {
  method: 'GET',
  path: '/api/ads',
  access: 'anyone',
  importance: 'look',
  shows: ['ads'],
};

/** 404 for an ad that is not shown there now, and for an `impressionId` that is not one of this ad. */
export const recordImpression: PublicEndpoint<typeof schemas.recordImpressionSpec> = {
  method: 'POST',
  path: '/api/ads/{adId}/impression',
  access: 'anyone',
  importance: 'look',
  // The sums are on no screen.
  changes: [],
};

/** Counted once for each impression, and not without one; 404 for one that is not of this ad. */
export const recordClick: PublicEndpoint<typeof schemas.recordClickSpec> = {
  method: 'POST',
  path: '/api/ads/{adId}/click',
  access: 'anyone',
  importance: 'look',
  // The sums are on no screen.
  changes: [],
};
