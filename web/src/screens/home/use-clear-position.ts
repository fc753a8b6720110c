import { type RefObject, useEffect, useState } from 'react';

/** Minimum time between two checks while scrolling. */
const CHECK_INTERVAL_MS = 80;

/**
 * How far the floating buttons move up, in pixels. The steps differ by more than a button's height, so one of
 * them is always free.
 */
const STEPS_UP_PX = { own: 0, higher: 64, highest: 112 } as const;

/**
 * A position at which the floating buttons cover no button of the page: their own, one of two higher ones, or
 * none.
 */
export type ClearPosition = keyof typeof STEPS_UP_PX | 'none';

const PLACES = ['own', 'higher', 'highest'] as const;

/** Returns true if one of `controls`, moved up by `higherPx`, would cover a button of the page. */
function coversButton(place: HTMLElement, controls: Iterable<Element>, higherPx: number): boolean {
  const { top, bottom } = place.getBoundingClientRect();
  const down = [top - 6, (top + bottom) / 2, bottom + 6].map((y) => y - higherPx);
  return [...controls].some((control) => {
    const { left, right } = control.getBoundingClientRect();
    const across = [left + 4, (left + right) / 2, right - 4];
    return across.some((x) =>
      down.some((y) =>
        document
          .elementsFromPoint(x, y)
          .some((hit) => !place.contains(hit) && hit.closest('main button, [data-keep-clear]')),
      ),
    );
  });
}

/**
 * Finds a position at which the floating buttons cover no button of the page. `place` is the fixed container;
 * its only child moves.
 */
export function useClearPosition(place: RefObject<HTMLElement | null>): ClearPosition {
  const [clear, setClear] = useState<ClearPosition>('own');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      timer = undefined;
      const part = place.current;
      const controls = part?.firstElementChild?.children;
      if (!part || !controls) return;
      setClear(PLACES.find((one) => !coversButton(part, controls, STEPS_UP_PX[one])) ?? 'none');
    };
    const soon = () => {
      timer ??= setTimeout(check, CHECK_INTERVAL_MS);
    };
    soon();
    const grown = new ResizeObserver(soon);
    grown.observe(document.body);
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('resize', soon);
    return () => {
      clearTimeout(timer);
      grown.disconnect();
      window.removeEventListener('scroll', soon);
      window.removeEventListener('resize', soon);
    };
  }, [place]);
  return clear;
}
