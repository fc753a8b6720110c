import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { QueryClient } from '@tanstack/react-query';
import { claimsOnMyListingsQuery, myClaimsQuery } from '#web/features/claims/claims.queries.ts';
import { activeRequestsQuery, myRequestsQuery } from '#web/features/emergency/emergency.queries.ts';
import { fetchCardPicture } from '#web/features/listings/feed/ListingCard.tsx';
import { filterAsSaved, NO_FILTER } from '#web/features/listings/search/feed-filter.ts';
import {
  type FeedPage,
  type FeedPart,
  feedQuery,
  fetchFeedPage,
} from '#web/features/listings/listings.queries.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { paths } from '#web/lib/paths.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { ROW_CARDS } from '@openlarder/domain/listings/freshness.ts';

/** Above the food: a donor's home loads it before its first render. */
export const DonorAlerts = lazyPart(
  async () => (await import('#web/features/emergency/alerts/DonorAlerts.tsx')).DonorAlerts,
);

/** Longest time that home waits for the food. The page's head already names the addresses. */
const FOOD_WAIT_MS = 500;
/** Longest time that the feed waits for the code of the content above it: a round trip of a slow phone. */
const PARTS_WAIT_MS = 1000;

/** The first page of a feed, asked for before it is known for whom; `page` is null until it has come. */
/** What home shows without a filter: the food, and the row "Just shared". */
const FIRST_PARTS = ['near', 'newest'] as const satisfies readonly FeedPart[];

type FirstPage = { readonly of: FeedPart; readonly coming: Promise<FeedPage>; page: FeedPage | null };

type Ahead = {
  readonly client: QueryClient;
  readonly pages: readonly FirstPage[];
  /** The person's own requests and pickups, which stand above the food or in the dock. */
  readonly underWay: Promise<unknown>;
};

let client: QueryClient | null = null;
let ahead: Ahead | null = null;
let foodOrEnough: Promise<unknown> | null = null;
let partsOrEnough: Promise<unknown> | null = null;

const orEnough = (all: Promise<unknown>, maxWaitMs: number): Promise<unknown> =>
  Promise.race([all, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);

const isHome = (): boolean => window.location.pathname === paths.home && window.location.search === '';

/**
 * Prefetches what home shows first while the session is still being checked, and waits briefly for the food, so that
 * home renders with it. A second call waits for the rest of that time. Errors are ignored: home fetches again and shows
 * them.
 */
export async function prefetchHome(): Promise<void> {
  if (!isHome()) return;
  if (!ahead) {
    const into = homeQueryClient();
    const pages = FIRST_PARTS.map(loadFirstPage);
    ahead = {
      client: into,
      pages,
      underWay: Promise.all([
        into.prefetchQuery(myRequestsQuery),
        into.prefetchQuery(myClaimsQuery),
        into.prefetchQuery(claimsOnMyListingsQuery),
      ]),
    };
    foodOrEnough = orEnough(Promise.allSettled(pages.map(({ coming }) => coming)), FOOD_WAIT_MS);
  }
  await foodOrEnough;
}

function loadFirstPage(of: FeedPart): FirstPage {
  const coming = fetchFeedPage(NO_FILTER, { of, cursor: null, withSavedNeeds: true });
  const first: FirstPage = { of, coming, page: null };
  coming.then(
    (page) => {
      first.page = page;
      // while the rest is on its way
      if (of === 'near') page.listings.slice(0, ROW_CARDS).forEach(fetchCardPicture);
      return page;
    },
    // home asks again, and shows the failure
    () => {},
  );
  return first;
}

/** Hands the first pages to home under the filter that they answer, unless another was chosen in this session. */
function handOverFood({ client: into, pages }: Ahead, me: Pick<User, 'id' | 'diets' | 'allergens'>): void {
  const filter = filterAsSaved(me);
  if (!filter) return;
  for (const { of, coming, page } of pages) {
    const query = feedQuery(filter, of);
    if (page) into.setQueryData(query.queryKey, { pages: [{ ...page, filter }], pageParams: [null] });
    // what is still on its way is not asked for again
    else
      void into.prefetchInfiniteQuery({
        ...query,
        queryFn: async () => ({ ...(await coming), filter }),
      });
  }
}

const loadAlerts = (into: QueryClient): Promise<unknown> =>
  Promise.all([into.prefetchQuery(activeRequestsQuery), DonorAlerts.preload()]);

/**
 * Once it is known who is signed in: hands the prefetched food to home, and resolves when what stands above it can render
 * with it, or after a brief wait, since what comes later moves the food that someone is about to press. The same promise
 * for each rendering; it never rejects.
 */
export function homePartsReady(me: Pick<User, 'id' | 'userType' | 'diets' | 'allergens'>): Promise<unknown> {
  if (partsOrEnough) return partsOrEnough;
  if (ahead) handOverFood(ahead, me);
  partsOrEnough = ahead
    ? orEnough(
        Promise.all([ahead.underWay, me.userType === 'donor' && loadAlerts(ahead.client)]).catch(() => {}),
        PARTS_WAIT_MS,
      )
    : Promise.resolve();
  return partsOrEnough;
}

/** The query client of home, with the prefetched data. Stable across repeated renders. */
export function homeQueryClient(): QueryClient {
  client ??= createQueryClient();
  return client;
}

/** Drops the prefetched data once home has rendered, so that the next person to sign in never sees it. */
export function forgetHomeQueryClient(): void {
  client = null;
  ahead = null;
  partsOrEnough = null;
}
