import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { type RefObject, useRef, useState } from 'react';

/** The feed as shown, which stays still while listings change. */
export type StableFeed = {
  readonly shown: readonly Listing[];
  /** New listings that belong above a visible one; they are shown when the person asks for them. */
  readonly waiting: readonly Listing[];
  /** Shown, but no longer offered as far as is known. */
  readonly goneIds: ReadonlySet<string>;
};

const NONE: ReadonlySet<string> = new Set();

/**
 * Merges `fresh`, the current feed, into what is `shown`. With `keepsPlace`, cards update in place, further
 * pages are added below, new listings wait, and those that are gone stay, marked as gone. `hasMore` means
 * that the feed goes on below `fresh`: what is missing there may have moved to a later page. What is
 * missing of a giver with more than their cards may have given way to other food of theirs.
 */
export function mergeIntoFeed(
  shown: readonly Listing[],
  fresh: readonly Listing[],
  { keepsPlace, hasMore }: { readonly keepsPlace: boolean; readonly hasMore: boolean },
): StableFeed {
  if (!keepsPlace || shown.length === 0) return { shown: fresh, waiting: [], goneIds: NONE };
  const freshById = new Map(fresh.map((listing) => [listing.id, listing]));
  const known = new Set(shown.map((listing) => listing.id));
  const lastKnown = fresh.findLastIndex((listing) => known.has(listing.id));
  const lastShown = shown.findLastIndex((listing) => freshById.has(listing.id));
  const giversOfMore = new Set(
    fresh.filter(({ moreFromGiver = 0 }) => moreFromGiver > 0).map(({ donorId }) => donorId),
  );
  const gone = shown.filter(
    ({ id, donorId }, index) =>
      !freshById.has(id) && !giversOfMore.has(donorId) && (!hasMore || index < lastShown),
  );
  const isNew = (listing: Listing) => !known.has(listing.id);
  return {
    shown: [
      ...shown.map((listing) => freshById.get(listing.id) ?? listing),
      ...fresh.slice(lastKnown + 1).filter(isNew),
    ],
    waiting: fresh.slice(0, lastKnown + 1).filter(isNew),
    goneIds: new Set(gone.map((listing) => listing.id)),
  };
}

/** Scrolled further than this, the person is reading: nothing may be inserted above. In pixels. */
export const AT_TOP_PX = 160;

/**
 * Keeps the feed still while the person reads it; `showWaiting` adds the new listings. `isInteracting` tells
 * if a card is hovered or focused: then it stays in place, also at the top of the page.
 */
export function useStableFeed(fresh: readonly Listing[], hasMore: boolean, isInteracting: () => boolean) {
  const [state, setState] = useState<{ from: readonly Listing[]; feed: StableFeed }>(() => ({
    from: fresh,
    feed: mergeIntoFeed([], fresh, { keepsPlace: false, hasMore }),
  }));
  let { feed } = state;
  if (state.from !== fresh) {
    feed = mergeIntoFeed(state.feed.shown, fresh, { keepsPlace: true, hasMore });
    // Visible cards do not vanish, least of all one that was just claimed and shows the ticket.
    const isHeld = feed.goneIds.size > 0 || feed.shown.some(({ status }) => status !== 'posted');
    if (!isHeld && window.scrollY <= AT_TOP_PX && !isInteracting())
      feed = mergeIntoFeed(feed.shown, fresh, { keepsPlace: false, hasMore });
    setState({ from: fresh, feed });
  }
  return {
    ...feed,
    showWaiting: () =>
      setState({ from: fresh, feed: mergeIntoFeed([], fresh, { keepsPlace: false, hasMore }) }),
  };
}

/** Tells if a finger, the pointer or the focus is inside `part`. `handlers` go on the same element. */
export function useIsInteracting(part: RefObject<HTMLElement | null>) {
  const isPointed = useRef(false);
  return {
    // A touch enters as the finger touches down and leaves as it lifts.
    handlers: {
      onPointerEnter: () => {
        isPointed.current = true;
      },
      onPointerLeave: () => {
        isPointed.current = false;
      },
    },
    isInteracting: (): boolean =>
      isPointed.current || (part.current?.contains(document.activeElement) ?? false),
  };
}

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
