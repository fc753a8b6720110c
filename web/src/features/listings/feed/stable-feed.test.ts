import { describe, expect, it } from 'vitest';
import { aListing } from '#web/testing/samples.ts';
import { mergeIntoFeed } from './feed-rows.ts';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((title) => aListing({ title }));
if (!a || !b || !c || !d) throw new Error('four listings are needed');
const held = { keepsPlace: true, hasMore: false };
const titles = (listings: readonly { title: string }[]) => listings.map(({ title }) => title).join('');

describe('the feed while a person reads it', () => {
  it('takes the new order at the top of the page', () => {
    const feed = mergeIntoFeed([b, c], [a, c, b], { keepsPlace: false, hasMore: false });
    expect(titles(feed.shown)).toBe('acb');
    expect(feed.waiting).toEqual([]);
  });

  it('keeps new listings waiting above, and moves nothing', () => {
    const feed = mergeIntoFeed([b, c], [a, b, c], held);
    expect(titles(feed.shown)).toBe('bc');
    expect(titles(feed.waiting)).toBe('a');
  });

  it('adds the next page below', () => {
    const feed = mergeIntoFeed([a, b], [a, b, c, d], held);
    expect(titles(feed.shown)).toBe('abcd');
    expect(feed.waiting).toEqual([]);
  });

  it('updates a card in place', () => {
    const feed = mergeIntoFeed([a, b], [b, { ...a, servingsLeft: 1 }], held);
    expect(titles(feed.shown)).toBe('ab');
    expect(feed.shown[0]?.servingsLeft).toBe(1);
  });

  it('keeps a listing that is gone in its place, marked as gone', () => {
    const feed = mergeIntoFeed([a, b, c], [a, c], held);
    expect(titles(feed.shown)).toBe('abc');
    expect([...feed.goneIds]).toEqual([b.id]);
  });

  it('does not mark food as gone that was replaced by newer food of the same giver', () => {
    const newer = { ...a, donorId: b.donorId };
    const last = { ...c, donorId: b.donorId, moreFromGiver: 1 };
    const feed = mergeIntoFeed([b, c, d], [newer, last, d], held);
    expect(titles(feed.shown)).toBe('bcd');
    expect(feed.goneIds.size).toBe(0);
    const without = mergeIntoFeed([b, c, d], [newer, { ...last, moreFromGiver: 0 }, d], held);
    expect([...without.goneIds]).toEqual([b.id]);
  });

  it('does not mark food as gone that may be on a page not yet loaded', () => {
    const feed = mergeIntoFeed([b, c], [a, b], { keepsPlace: true, hasMore: true });
    expect(titles(feed.shown)).toBe('bc');
    expect(feed.goneIds.size).toBe(0);
    expect(titles(feed.waiting)).toBe('a');
  });
});
