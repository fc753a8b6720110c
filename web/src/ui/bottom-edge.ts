import { type RefObject, useEffect, useRef } from 'react';
import { scrollBehavior } from '#web/lib/use-media-query.ts';

/** Space between the focused control and what lies at the bottom, in pixels. */
const CLEARANCE_PX = 12;

/** Scrolls the focused control out from under what grew at the bottom, unless it is part of it or of a dialog. */
function keepFocusClear(edge: HTMLElement): void {
  const focused = document.activeElement;
  if (!focused || focused === document.body || edge.contains(focused) || focused.closest('[role=dialog]'))
    return;
  const { top, bottom } = focused.getBoundingClientRect();
  const under = bottom + CLEARANCE_PX - edge.getBoundingClientRect().top;
  if (under > 0 && top < window.innerHeight && bottom - top < window.innerHeight / 2)
    window.scrollBy({ top: under, behavior: scrollBehavior() });
}

/**
 * Writes the height of what lies at the bottom of the window to `--bottom-edge`, for what scrolls clear of it, and keeps the
 * focused control clear of it as it grows. One element at a time is `used`.
 */
export function useBottomEdge<T extends HTMLElement>(isUsed = true): RefObject<T | null> {
  const edge = useRef<T>(null);
  useEffect(() => {
    const part = edge.current;
    if (!isUsed || !part) return undefined;
    const root = document.documentElement.style;
    let heightPx = 0;
    const measured = new ResizeObserver(() => {
      const nowPx = part.offsetHeight;
      root.setProperty('--bottom-edge', `${nowPx}px`);
      if (nowPx > heightPx && heightPx > 0) keepFocusClear(part);
      heightPx = nowPx;
    });
    measured.observe(part);
    return () => {
      measured.disconnect();
      root.removeProperty('--bottom-edge');
    };
  }, [isUsed]);
  return edge;
}
