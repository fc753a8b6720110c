import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useState } from 'react';
import { type SettledFeed, settleFeed } from './settled-feed.ts';

/** Farther down than this, the person is reading: nothing may be put in above. In pixels. */
const AT_TOP_PX = 160;

/**
 * Holds the feed still under the person's thumb; `showWaiting` lets the newcomers in. `isInHand` says whether a card
 * is pointed at or has the keyboard: then it stays where it is, also at the top of the page.
 */
export function useSettledFeed(fresh: readonly Listing[], hasMore: boolean, isInHand: () => boolean) {
  const [state, setState] = useState<{ from: readonly Listing[]; feed: SettledFeed }>(() => ({
    from: fresh,
    feed: settleFeed([], fresh, { keepsPlace: false, hasMore }),
  }));
  let { feed } = state;
  if (state.from !== fresh) {
    feed = settleFeed(state.feed.shown, fresh, { keepsPlace: true, hasMore });
    // Nothing vanishes before somebody's eyes, least of all the card that was just claimed and carries the ticket.
    const isHeld = feed.goneIds.size > 0 || feed.shown.some(({ status }) => status !== 'posted');
    if (!isHeld && window.scrollY <= AT_TOP_PX && !isInHand())
      feed = settleFeed(feed.shown, fresh, { keepsPlace: false, hasMore });
    setState({ from: fresh, feed });
  }
  return {
    ...feed,
    showWaiting: () => setState({ from: fresh, feed: settleFeed([], fresh, { keepsPlace: false, hasMore }) }),
  };
}
