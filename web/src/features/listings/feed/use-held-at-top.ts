import { useState } from 'react';
import { AT_TOP_PX } from './stable-feed.ts';

/**
 * Holds back a change of a number that shifts the layout below it: for the same feed, named by `feed`, it
 * changes only at the top of the page. (Reading the scroll position forces layout, so it is checked last.)
 */
export function useHeldAtTop(now: number, feed: string): number {
  const [held, setHeld] = useState({ now, feed });
  const isSame = held.feed === feed;
  const moves = held.now > 0 !== now > 0;
  if (isSame && (held.now === now || (moves && window.scrollY > AT_TOP_PX))) return held.now;
  setHeld({ now, feed });
  return now;
}
