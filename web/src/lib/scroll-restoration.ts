import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Where somebody was in a long list: kept with the address in the browser's history, so that Back leads there. */
export type ScrollPosition = {
  readonly scrollY: number;
  /** The item they left by, which takes the keyboard again. */
  readonly itemId: string | null;
  /** How many pages the list had grown to. */
  readonly pages: number;
};

const isKept = (state: unknown): state is { savedScrollPosition: ScrollPosition } =>
  typeof state === 'object' && state !== null && 'savedScrollPosition' in state;

/** The place that belongs to the address shown now; null where one comes for the first time. */
export function savedScrollPosition(): ScrollPosition | null {
  const state: unknown = window.history.state;
  return isKept(state) ? state.savedScrollPosition : null;
}

/** Writes down the place before the page is left. */
export function saveScrollPosition(place: ScrollPosition): void {
  const state: unknown = window.history.state;
  window.history.replaceState({ ...(typeof state === 'object' && state), savedScrollPosition: place }, '');
}

type Paged = {
  readonly pages: number;
  readonly hasMore: boolean;
  /** Neither under way nor failed. */
  readonly canLoad: boolean;
  readonly loadMore: () => void;
};

/** A browser lets a page write its history a hundred times in half a minute; this is less. */
const SCROLL_PAUSE_MS = 400;

const USER_MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Leads back to where somebody left the list: as many pages, the same scroll, the keyboard on the item they left by.
 * Items carry their id as `data-item`. Whoever moves before the pages are back is not pulled away.
 */
export function useScrollRestoration(list: RefObject<HTMLElement | null>, paged: Paged): void {
  const { pages, hasMore, canLoad, loadMore } = paged;
  const wanted = useRef<ScrollPosition | null | undefined>(undefined);
  const toFocus = useRef<string | null>(null);

  useLayoutEffect(() => {
    if (wanted.current === undefined) wanted.current = savedScrollPosition();
    const place = wanted.current;
    if (!place) return;
    if (pages < place.pages && hasMore) {
      if (canLoad) loadMore();
      return;
    }
    wanted.current = null;
    toFocus.current = place.itemId;
    window.scrollTo({ top: place.scrollY, behavior: 'instant' });
  });

  // After the heading's own effect, which takes the keyboard on every arrival.
  useEffect(() => {
    const id = toFocus.current;
    toFocus.current = null;
    if (id === null) return;
    const item = [...(list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])].find(
      (one) => one.dataset['item'] === id,
    );
    item?.querySelector('a')?.focus({ preventScroll: true });
  });

  useEffect(() => {
    const giveUp = () => {
      wanted.current = null;
    };
    for (const move of USER_MOVES) window.addEventListener(move, giveUp, { passive: true });
    return () => {
      for (const move of USER_MOVES) window.removeEventListener(move, giveUp);
    };
  }, []);

  useEffect(() => {
    const keep = (itemId: string | null) => saveScrollPosition({ scrollY: window.scrollY, itemId, pages });
    // Before the click leads anywhere, so that the place is written to the address that is being left.
    const onClick = ({ target }: Event) => {
      const item = target instanceof Element ? target.closest<HTMLElement>('[data-item]') : null;
      keep(item?.dataset['item'] ?? null);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => keep(null), SCROLL_PAUSE_MS);
    };
    document.addEventListener('click', onClick, { capture: true });
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('click', onClick, { capture: true });
      window.removeEventListener('scroll', onScroll);
    };
  }, [pages]);

  // A listing opened over the list is an address of its own, under which the list is at the same place.
  // In the next frame, when the page has been laid out anyway: to ask where it is before would have it laid out twice.
  useEffect(() => {
    if (savedScrollPosition()) return undefined;
    const frame = requestAnimationFrame(() => {
      if (!savedScrollPosition()) saveScrollPosition({ scrollY: window.scrollY, itemId: null, pages });
    });
    return () => cancelAnimationFrame(frame);
  });
}
