import { listListings } from '@openlarder/domain/listings/listing-contract.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_FILTER } from '#web/features/listings/search/feed-filter.ts';
import { feedQuery } from '#web/features/listings/listings.queries.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { prefetchFeed, forgetHomeQueryClient, homeQueryClient } from './home-prefetch.ts';

const feedIn = (client: ReturnType<typeof homeQueryClient>) =>
  client.getQueryData(feedQuery(NO_FILTER).queryKey)?.pages[0]?.totalCount;

beforeEach(() => window.history.replaceState(null, '', '/'));
afterEach(() => {
  forgetHomeQueryClient();
  window.history.replaceState(null, '', '/');
});

describe('the prefetched feed', () => {
  it('is fetched once, however often home starts to render', async () => {
    const asked = reply(listListings, [], { 'X-Total-Count': '7' });
    await Promise.all([prefetchFeed(), prefetchFeed()]);
    expect(feedIn(homeQueryClient())).toBe(7);
    expect(homeQueryClient()).toBe(homeQueryClient());
    expect(asked.map(({ query }) => String(query))).toEqual([
      'freshness=all',
      'freshness=all&order=newest&limit=12',
    ]);
  });

  it('is awaited by a second caller', async () => {
    reply(listListings, [], { 'X-Total-Count': '7' });
    void prefetchFeed();
    await prefetchFeed();
    expect(feedIn(homeQueryClient())).toBe(7);
  });

  it('is not handed to the next person who signs in', async () => {
    reply(listListings, [], { 'X-Total-Count': '7' });
    await prefetchFeed();
    forgetHomeQueryClient();
    expect(feedIn(homeQueryClient())).toBeUndefined();
  });

  it.each(['/?tab=share', '/?q=bread', '/volunteer'])(
    'is skipped where home shows something else: %s',
    async (at) => {
      const asked = reply(listListings, []);
      window.history.replaceState(null, '', at);
      await prefetchFeed();
      expect(asked).toEqual([]);
    },
  );

  it('says nothing when it is refused', async () => {
    replyError(listListings, 401, { code: 'signed-out', message: 'Please sign in.' });
    await prefetchFeed();
    expect(feedIn(homeQueryClient())).toBeUndefined();
  });
});
