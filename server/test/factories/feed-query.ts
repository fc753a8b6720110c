import { feed, type FeedQuery } from '#server/features/listings/feed/feed.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';

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

/** Every page from the first to the last; at least one. */
export async function* pagesOf(ctx: AppContext, caller: Caller, query: FeedQuery) {
  let { cursor } = query;
  do {
    const page = await feed(ctx, caller, { ...query, cursor });
    yield page;
    cursor = page.nextCursor;
  } while (cursor);
}
