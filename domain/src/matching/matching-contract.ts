import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import type * as schemas from './matching-schemas.ts';

export type Recommendation = z.output<typeof schemas.recommendationSchema>;
export type RecommendationReason = z.output<typeof schemas.matchReasonSchema>;

export type DistanceOrigin = Extract<RecommendationReason, { code: 'distance' }>['from'];

/** Header `X-Total-Count`: how many there are, at most `MAX_RECOMMENDATIONS`. */
export const listRecommendations: Endpoint<typeof schemas.listRecommendationsSpec> = {
  method: 'GET',
  path: '/api/smart-match/recommendations',
  access: 'person',
  importance: 'look',
  shows: ['listings', 'matches'],
};

/** Remembered until the listing is deleted. 404 for a listing that the caller may not see. */
export const dismissMatch: Endpoint<typeof schemas.dismissMatchSpec> = {
  method: 'POST',
  path: '/api/smart-match/{id}/dismiss',
  access: 'viewer of listing',
  importance: 'look',
  changes: ['matches'],
};

/** Undoes `dismissMatch`; no error if there is nothing to undo. */
export const restoreMatch: Endpoint<typeof schemas.restoreMatchSpec> = {
  method: 'DELETE',
  path: '/api/smart-match/{id}/dismiss',
  access: 'person',
  importance: 'look',
  changes: ['matches'],
};
