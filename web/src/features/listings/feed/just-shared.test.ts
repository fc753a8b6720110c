import { describe, expect, it } from 'vitest';
import { aListing } from '#web/testing/samples.ts';
import { nextNews, mergeIntoFeed } from './feed-rows.ts';

const [rye, soup, kale] = [
  aListing({ title: 'Rye' }),
  aListing({ title: 'Soup' }),
  aListing({ title: 'Kale' }),
];
const news = (shown = [rye, soup]) => ({
  feed: mergeIntoFeed([], shown, { keepsPlace: false, hasMore: true }),
  arrivedIds: new Set<string>(),
  unseenIds: new Set<string>(),
});

describe('new food', () => {
  it('waits while the person reads, and is known as new', () => {
    const { feed, arrivedIds, unseenIds } = nextNews(news(), [kale, rye, soup], false);
    expect(feed.shown).toEqual([rye, soup]);
    expect(feed.waiting).toEqual([kale]);
    expect([...arrivedIds]).toEqual([kale.id]);
    expect(unseenIds.size).toBe(0);
  });

  it('is first immediately at the top of the page, but unseen', () => {
    const { feed, unseenIds } = nextNews(news(), [kale, rye, soup], true);
    expect(feed.shown).toEqual([kale, rye, soup]);
    expect([...unseenIds]).toEqual([kale.id]);
  });

  it('moves no card that was just claimed', () => {
    const claimed = { ...rye, status: 'claimed' as const };
    const { feed } = nextNews(news([claimed, soup]), [kale, claimed, soup], true);
    expect(feed.shown).toEqual([claimed, soup]);
    expect(feed.waiting).toEqual([kale]);
  });

  it('is shown where there was nothing', () => {
    expect(nextNews(news([]), [kale], false).feed.shown).toEqual([kale]);
  });
});
