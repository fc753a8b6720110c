import { useLayoutEffect, useRef } from 'react';
import { requestHeadingFocus } from '#web/lib/focus.ts';
import { savedScrollPosition } from '#web/lib/scroll-restoration.ts';
import type { HomeTab } from '#web/lib/address.ts';

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
