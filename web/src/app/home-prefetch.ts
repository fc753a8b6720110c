import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { QueryClient } from '@tanstack/react-query';
import { claimsOnMyListingsQuery, myClaimsQuery } from '#web/features/claims/claims.queries.ts';
import { activeRequestsQuery, myRequestsQuery } from '#web/features/emergency/emergency.queries.ts';
import { isOpenRequest } from '#web/features/emergency/requests/request-actions.ts';
import { NO_FILTER } from '#web/features/listings/search/feed-filter.ts';
import { feedQuery } from '#web/features/listings/listings.queries.ts';
import { paths } from '#web/lib/paths.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { donorAlerts, helperLine, livePickup } from '#web/screens/home/parts-ahead.ts';

/**
 * Longest time the rest of home waits for what is fetched ahead. The page's head already names the addresses.
 */
const MAX_WAIT_MS = 500;

type Ahead = {
  readonly client: QueryClient;
  readonly food: Promise<unknown>;
  readonly requests: Promise<unknown>;
  readonly claims: Promise<unknown>;
};

let client: QueryClient | null = null;
let ahead: Ahead | null = null;
let foodOrEnough: Promise<unknown> | null = null;
let partsOrEnough: Promise<unknown> | null = null;

const orEnough = (all: Promise<unknown>): Promise<unknown> =>
  Promise.race([all, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);

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
    ahead = {
      client: into,
      food: Promise.all([
        into.prefetchInfiniteQuery(feedQuery(NO_FILTER)),
        into.prefetchInfiniteQuery(feedQuery(NO_FILTER, 'newest')),
      ]),
      requests: into.prefetchQuery(myRequestsQuery),
      claims: Promise.all([into.prefetchQuery(myClaimsQuery), into.prefetchQuery(claimsOnMyListingsQuery)]),
    };
    foodOrEnough = orEnough(ahead.food);
  }
  await foodOrEnough;
}

async function loadParts({ client: from, requests, claims }: Ahead, isDonor: boolean): Promise<void> {
  const ofRequests = async () => {
    await requests;
    if (from.getQueryData(myRequestsQuery.queryKey)?.some(isOpenRequest)) await helperLine.load();
  };
  const ofClaims = async () => {
    await claims;
    const lists = [myClaimsQuery, claimsOnMyListingsQuery].map(({ queryKey }) => from.getQueryData(queryKey));
    if (lists.some((list) => list?.items.some(({ status }) => status === 'open'))) await livePickup.load();
  };
  const ofAlerts = () => Promise.all([from.prefetchQuery(activeRequestsQuery), donorAlerts.load()]);
  await Promise.all([ofRequests(), ofClaims(), isDonor && ofAlerts()]);
}

/**
 * Resolves when what stands above the food can render with it, or after a brief wait: what comes later moves the food
 * that someone is about to press. The same promise for each rendering; it never rejects.
 */
export function partsAhead({ userType }: Pick<User, 'userType'>): Promise<unknown> {
  partsOrEnough ??= ahead
    ? orEnough(loadParts(ahead, userType === 'donor').catch(() => {}))
    : Promise.resolve();
  return partsOrEnough;
}

/** The query client of home, with what was prefetched. Stable across repeated renders. */
export function homeQueryClient(): QueryClient {
  client ??= createQueryClient();
  return client;
}

/** Drops what was prefetched once home has rendered, so that the next person to sign in never sees it. */
export function forgetHomeQueryClient(): void {
  client = null;
  ahead = null;
  partsOrEnough = null;
}
