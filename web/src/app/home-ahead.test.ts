import { listListings } from '@openlarder/domain/listings/listing-contract.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALL_FOOD } from '#web/features/listings/feed-filter.ts';
import { feedPages } from '#web/features/listings/listings.queries.ts';
import { answer, refuse } from '#web/testing/api.ts';
import { askForFeedAhead, forgetHomeData, homeData } from './home-ahead.ts';

const feedIn = (client: ReturnType<typeof homeData>) =>
  client.getQueryData(feedPages(ALL_FOOD).queryKey)?.pages[0]?.totalCount;

beforeEach(() => window.history.replaceState(null, '', '/'));
afterEach(() => {
  forgetHomeData();
  window.history.replaceState(null, '', '/');
});

describe('the feed that is asked for ahead', () => {
  it('is asked for once, and is there however often home begins to be drawn', async () => {
    const asked = answer(listListings, [], { 'X-Total-Count': '7' });
    await Promise.all([askForFeedAhead(), askForFeedAhead()]);
    expect(feedIn(homeData())).toBe(7);
    expect(homeData()).toBe(homeData());
    expect(asked.map(({ query }) => String(query))).toEqual(['freshness=all']);
  });

  it('is waited for by whoever asks again before it has come', async () => {
    answer(listListings, [], { 'X-Total-Count': '7' });
    void askForFeedAhead();
    await askForFeedAhead();
    expect(feedIn(homeData())).toBe(7);
  });

  it('is given to nobody who comes in later', async () => {
    answer(listListings, [], { 'X-Total-Count': '7' });
    await askForFeedAhead();
    forgetHomeData();
    expect(feedIn(homeData())).toBeUndefined();
  });

  it.each(['/?tab=share', '/?q=bread', '/volunteer'])(
    'is left alone where home shows another: %s',
    async (at) => {
      const asked = answer(listListings, []);
      window.history.replaceState(null, '', at);
      await askForFeedAhead();
      expect(asked).toEqual([]);
    },
  );

  it('says nothing when it is refused', async () => {
    refuse(listListings, 401, { code: 'signed-out', message: 'Please sign in.' });
    await askForFeedAhead();
    expect(feedIn(homeData())).toBeUndefined();
  });
});
