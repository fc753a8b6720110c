import { type ReactNode, type RefCallback, useCallback, useState } from 'react';
import { useBottomEdge } from '#web/ui/bottom-edge.ts';
import { ToastRow } from '#web/ui/ToastRow.tsx';

/** Maximum share of the window's height for the dock. */
const MOST_OF_WINDOW = 1 / 3;

/** Whether the dock may stay at the bottom, over the tab bar, or has to be part of the page. */
export function useDockFits(): { readonly fits: boolean; readonly dock: RefCallback<HTMLDivElement> } {
  const [fits, setFits] = useState(true);
  const dock = useCallback((part: HTMLDivElement) => {
    const check = () => {
      const tabs = document.querySelector<HTMLElement>('[data-tab-bar]')?.offsetHeight ?? 0;
      setFits(part.offsetHeight + tabs <= window.innerHeight * MOST_OF_WINDOW);
    };
    const grown = new ResizeObserver(check);
    grown.observe(part);
    window.addEventListener('resize', check);
    return () => {
      grown.disconnect();
      window.removeEventListener('resize', check);
    };
  }, []);
  return { fits, dock };
}

type DockProps = {
  /** The row over the tab bar; null where the screen needs the space. */
  readonly row: ReactNode;
  readonly tabBar: ReactNode;
};

/** The dock of a phone: one opaque part at the bottom, in the page's flow, so that everything scrolls clear of it. */
export function Dock({ row, tabBar }: DockProps) {
  const edge = useBottomEdge<HTMLDivElement>();
  return (
    <div ref={edge} data-dock="" className="sticky bottom-0 z-30 border-t bg-surface pb-safe print:hidden">
      <ToastRow kind="dock" className="px-[min(0.75rem,12px)]">
        {row}
      </ToastRow>
      {tabBar}
    </div>
  );
}
