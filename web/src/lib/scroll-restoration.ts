import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** A position in a long list, saved in the history entry, so that Back restores it. */
export type ScrollPosition = {
  readonly scrollY: number;
  /** The item through which the user left; it gets the focus again. */
  readonly itemId: string | null;
  /** How many pages were loaded. */
  readonly pages: number;
};

const hasPosition = (state: unknown): state is { savedScrollPosition: ScrollPosition } =>
  typeof state === 'object' && state !== null && 'savedScrollPosition' in state;

/** The position of the current history entry; null on a first visit. */
export function savedScrollPosition(): ScrollPosition | null {
  const state: unknown = window.history.state;
  return hasPosition(state) ? state.savedScrollPosition : null;
}

export function saveScrollPosition(place: ScrollPosition): void {
  const state: unknown = window.history.state;
  window.history.replaceState({ ...(typeof state === 'object' && state), savedScrollPosition: place }, '');
}

type Paged = {
  readonly pages: number;
  readonly hasMore: boolean;
  /** No request is pending or has failed. */
  readonly canLoad: boolean;
  readonly loadMore: () => void;
};

/** Browsers limit history updates to about 100 per 30 s. */
const SCROLL_PAUSE_MS = 400;

/** What a click may leave the list through. */
const LEADS_ON = 'a, button, input, label, [role^="menuitem"], [role="option"]';

const USER_MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Restores the position in a list: the loaded pages, the scroll position and the focused item. Items have
 * their id in `data-item`. Stops if the user scrolls before the pages are loaded.
 */
export function useScrollRestoration(list: RefObject<HTMLElement | null>, paged: Paged): void {
  const { pages, hasMore, canLoad, loadMore } = paged;
  const pending = useRef<ScrollPosition | null | undefined>(undefined);
  const toFocus = useRef<string | null>(null);

  useLayoutEffect(() => {
    if (pending.current === undefined) pending.current = savedScrollPosition();
    const place = pending.current;
    if (!place) return;
    if (pages < place.pages && hasMore) {
      if (canLoad) loadMore();
      return;
    }
    pending.current = null;
    toFocus.current = place.itemId;
    window.scrollTo({ top: place.scrollY, behavior: 'instant' });
  });

  // After the effect of the heading, which takes the focus on each navigation.
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
    const cancel = () => {
      pending.current = null;
    };
    for (const move of USER_MOVES) window.addEventListener(move, cancel, { passive: true });
    return () => {
      for (const move of USER_MOVES) window.removeEventListener(move, cancel);
    };
  }, []);

  useEffect(() => {
    const save = (itemId: string | null) => saveScrollPosition({ scrollY: window.scrollY, itemId, pages });
    // In the capture phase, before the click navigates: the position belongs to the current entry. A click that leads
    // nowhere, like the one that ends each drag of a map, would only cost a layout and a navigation.
    const onClick = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest(LEADS_ON)) return;
      save(target.closest<HTMLElement>('[data-item]')?.dataset['item'] ?? null);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => save(null), SCROLL_PAUSE_MS);
    };
    document.addEventListener('click', onClick, { capture: true });
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('click', onClick, { capture: true });
      window.removeEventListener('scroll', onScroll);
    };
  }, [pages]);

  // A listing opened over the list has its own history entry with the list at the same position. Saved in the
  // next frame: reading the scroll position earlier would force a second layout.
  useEffect(() => {
    if (savedScrollPosition()) return undefined;
    const frame = requestAnimationFrame(() => {
      if (!savedScrollPosition()) saveScrollPosition({ scrollY: window.scrollY, itemId: null, pages });
    });
    return () => cancelAnimationFrame(frame);
  });
}
