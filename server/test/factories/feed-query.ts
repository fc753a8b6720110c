import type { FeedQuery } from '#server/features/listings/feed/feed.ts';

/** All food, wherever it is. */
export const ALL_FOOD: FeedQuery = {
  near: null,
  radiusKm: null,
  area: null,
  donorId: null,
  category: null,
  freshness: 'all',
  order: 'urgency',
  diets: [],
  withoutAllergens: [],
  q: null,
  limit: 100,
  cursor: null,
};
