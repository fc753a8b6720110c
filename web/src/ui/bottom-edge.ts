import { type CSSProperties, type RefObject, useEffect, useRef } from 'react';
import { createStore, useStore } from '#web/lib/store.ts';
import { scrollBehavior } from '#web/lib/browser-state.ts';

/** The height of what lies at the bottom of the window; null before it is measured. */
const bottomEdgePx = createStore<number | null>(null);

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
 * Measures what lies at the bottom of the window: the page scrolls clear of it, and the focused control stays clear of
 * it as it grows. One element at a time is `used`. The root does not get the height as an inherited property: with each
 * change, the browser would compute the style of everything on the page.
 */
export function useBottomEdge<T extends HTMLElement>(isUsed = true): RefObject<T | null> {
  const edge = useRef<T>(null);
  useEffect(() => {
    const part = edge.current;
    if (!isUsed || !part) return undefined;
    const root = document.documentElement.style;
    const measured = new ResizeObserver(() => {
      const wasPx = bottomEdgePx.get() ?? 0;
      const nowPx = part.offsetHeight;
      root.scrollPaddingBottom = `calc(${nowPx}px + 1.5rem)`;
      bottomEdgePx.set(nowPx);
      if (nowPx > wasPx && wasPx > 0) keepFocusClear(part);
    });
    measured.observe(part);
    return () => {
      measured.disconnect();
      root.removeProperty('scroll-padding-bottom');
      bottomEdgePx.set(null);
    };
  }, [isUsed]);
  return edge;
}

/** For an element that ends above what lies at the bottom of the window: `--bottom-edge`, once it is measured. */
export function useAboveBottomEdge(): CSSProperties {
  const heightPx = useStore(bottomEdgePx);
  const style: CSSProperties & { '--bottom-edge'?: string } = {};
  if (heightPx !== null) style['--bottom-edge'] = `${heightPx}px`;
  return style;
}

/** The place in a phone's dock for the one button of the screen; null where there is no dock. */
export const dockSlot = createStore<HTMLElement | null>(null);

/** The `ref` of that place: it is ignored while the row is in the page instead of the dock. */
export const setDockSlot = (place: HTMLElement | null): void =>
  dockSlot.set(place?.closest('[data-dock]') ? place : null);
