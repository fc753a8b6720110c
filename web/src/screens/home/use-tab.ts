import { useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';
import { requestHeadingFocus } from '#web/lib/heading-focus.ts';
import { savedScrollPosition } from '#web/lib/scroll-restoration.ts';
import { type HomeTab, isHomeTab } from '#web/lib/paths.ts';

/** The tab that the address names; Back leads to the tab before. */
export function useTab(): HomeTab {
  const [search] = useSearchParams();
  const named = search.get('tab');
  return isHomeTab(named) ? named : 'discover';
}

/**
 * On a change of tab, not on arrival: the page starts at its top, unless Back leads to a place in it that was kept,
 * and the new heading takes the keyboard.
 */
export function useTabArrival(tab: HomeTab): void {
  const shown = useRef(tab);
  // A layout effect comes before the effect in which the new tab's heading looks whether it was moved to.
  useLayoutEffect(() => {
    if (shown.current === tab) return;
    shown.current = tab;
    requestHeadingFocus();
    if (!savedScrollPosition()) window.scrollTo({ top: 0 });
  }, [tab]);
}
