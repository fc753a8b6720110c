import { useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';
import { requestHeadingFocus } from '#web/lib/focus.ts';
import { savedScrollPosition } from '#web/lib/scroll-restoration.ts';
import { type HomeTab, isHomeTab } from '#web/lib/paths.ts';

/** The tab named by the address; Back leads to the previous one. */
export function useTab(): HomeTab {
  const [search] = useSearchParams();
  const named = search.get('tab');
  return isHomeTab(named) ? named : 'discover';
}

/**
 * On a change of tab (not on first load), scrolls to the top and focuses the new heading, unless Back
 * restores a stored scroll position.
 */
export function useTabArrival(tab: HomeTab): void {
  const shown = useRef(tab);
  // A layout effect runs before the effect in which the new heading checks whether to take focus.
  useLayoutEffect(() => {
    if (shown.current === tab) return;
    shown.current = tab;
    requestHeadingFocus();
    if (!savedScrollPosition()) window.scrollTo({ top: 0 });
  }, [tab]);
}
