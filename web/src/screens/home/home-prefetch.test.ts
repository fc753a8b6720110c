import { listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { listActiveRequests, listRequests } from '@openlarder/domain/emergency/request-contract.ts';
import { listListings } from '@openlarder/domain/listings/listing-contract.ts';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { activeRequestsQuery, myRequestsQuery } from '#web/features/emergency/emergency.queries.ts';
import { NO_FILTER } from '#web/features/listings/search/feed-filter.ts';
import { feedQuery } from '#web/features/listings/listings.queries.ts';
import { queriesOf } from '#web/lib/endpoint-query.ts';
import { personalKey } from '#web/lib/personal-storage.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { api } from '#web/testing/fake-network.ts';
import { aUser } from '#web/testing/people.ts';
import { withResolvers } from '#web/testing/with-resolvers.ts';
import { forgetHomeQueryClient, homeQueryClient, homePartsReady, prefetchHome } from './home-prefetch.ts';

const me = aUser({ userType: 'recipient' });
const FIRST_REQUESTS = [
  'freshness=all&reach=near&limit=24&arranged=true&needs=saved',
  'freshness=all&reach=near&order=newest&limit=12&arranged=true&needs=saved',
];
const feedIn = (client: ReturnType<typeof homeQueryClient>, filter = NO_FILTER) =>
  client.getQueryData(feedQuery(filter).queryKey)?.pages[0]?.totalCount;

beforeEach(() => {
  reply(listClaims, []);
  reply(listRequests, []);
});
beforeEach(() => window.history.replaceState(null, '', '/'));
afterEach(() => {
  forgetHomeQueryClient();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

describe('the prefetched feed', () => {
  it('is fetched once, however often home starts to render, and handed over when it is known for whom', async () => {
    const asked = reply(listListings, [], { 'X-Total-Count': '7' });
    await Promise.all([prefetchHome(), prefetchHome()]);
    await homePartsReady(me);
    expect(feedIn(homeQueryClient())).toBe(7);
    expect(homeQueryClient()).toBe(homeQueryClient());
    expect(asked.map(({ query }) => String(query))).toEqual(FIRST_REQUESTS);
  });

  it('is for a person with saved needs what they eat, with the same requests', async () => {
    const asked = reply(listListings, [], { 'X-Total-Count': '7' });
    await prefetchHome();
    await homePartsReady(aUser({ userType: 'recipient', diets: ['vegan'], allergens: ['milk'] }));
    const needs = { ...NO_FILTER, diets: ['vegan'], withoutAllergens: ['milk'] } as const;
    expect(feedIn(homeQueryClient(), needs)).toBe(7);
    expect(feedIn(homeQueryClient())).toBeUndefined();
    expect(asked.map(({ query }) => String(query))).toEqual(FIRST_REQUESTS);
  });

  it('is not used where something else was chosen in this session', async () => {
    reply(listListings, [], { 'X-Total-Count': '7' });
    sessionStorage.setItem(personalKey('food-filter', me.id), '"?diet=vegan"');
    await prefetchHome();
    await homePartsReady(me);
    expect(homeQueryClient().getQueryCache().findAll(queriesOf(listListings))).toEqual([]);
  });

  it('is not asked for again while it is on its way', async () => {
    const { promise: answered, resolve: answer } = withResolvers<void>();
    let asked = 0;
    api.use(
      http.get('*/api/food-listings', async () => {
        asked += 1;
        await answered;
        return HttpResponse.json([]);
      }),
    );
    void prefetchHome();
    void homePartsReady(me);
    const shown = homeQueryClient().fetchInfiniteQuery(feedQuery(NO_FILTER));
    answer();
    expect((await shown).pages[0]?.filter).toEqual(NO_FILTER);
    expect(asked).toBe(2);
  });

  it('is awaited by a second caller', async () => {
    reply(listListings, [], { 'X-Total-Count': '7' });
    void prefetchHome();
    await prefetchHome();
    await homePartsReady(me);
    expect(feedIn(homeQueryClient())).toBe(7);
  });

  it('is not handed to the next person who signs in', async () => {
    reply(listListings, [], { 'X-Total-Count': '7' });
    await prefetchHome();
    forgetHomeQueryClient();
    await homePartsReady(me);
    expect(feedIn(homeQueryClient())).toBeUndefined();
  });

  it.each(['/?tab=share', '/?q=bread', '/volunteer'])(
    'is skipped where home shows something else: %s',
    async (at) => {
      const asked = reply(listListings, []);
      window.history.replaceState(null, '', at);
      await prefetchHome();
      expect(asked).toEqual([]);
    },
  );

  it('stays silent if the request is refused', async () => {
    replyError(listListings, 401, { code: 'signed-out', message: 'Please sign in.' });
    await prefetchHome();
    await homePartsReady(me);
    expect(feedIn(homeQueryClient())).toBeUndefined();
  });
});

describe('content above the food', () => {
  const alertsIn = (client: ReturnType<typeof homeQueryClient>) =>
    client.getQueryData(activeRequestsQuery.queryKey);

  it('is there when home renders: of a donor the alerts too', async () => {
    reply(listListings, []);
    const [mine, theirs] = [reply(listRequests, []), reply(listActiveRequests, [])];
    await prefetchHome();
    await homePartsReady(aUser({ userType: 'donor' }));
    expect([mine, theirs].map((asked) => asked.length)).toEqual([1, 1]);
    expect(alertsIn(homeQueryClient())).toEqual([]);
    expect(homeQueryClient().getQueryData(myRequestsQuery.queryKey)).toEqual([]);
  });

  it('is not waited for where it takes long, or fails', async () => {
    reply(listListings, []);
    replyError(listRequests, 503, { code: 'unavailable', message: 'Not now.' });
    api.use(http.get('*/api/emergency-requests/active', () => new Promise<never>(() => {})));
    await prefetchHome();
    await homePartsReady(aUser({ userType: 'donor' }));
    expect(alertsIn(homeQueryClient())).toBeUndefined();
  });

  it('is not asked for elsewhere', async () => {
    window.history.replaceState(null, '', '/?tab=share');
    const asked = reply(listActiveRequests, []);
    await prefetchHome();
    await homePartsReady(aUser({ userType: 'donor' }));
    expect(asked).toEqual([]);
  });
});
