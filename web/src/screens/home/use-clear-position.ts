import { type RefObject, useEffect, useState } from 'react';

/** How often at most the page is looked at while it scrolls. */
const LOOK_EVERY_MS = 80;

/**
 * How far the floating buttons go up, in pixels. The ends are farther apart than a button of the page and they are high
 * together, so that one of them is always clear of it.
 */
const STEPS_UP_PX = { own: 0, higher: 64, highest: 112 } as const;

/** Where floating buttons are in nobody's way: at their own place, one of two steps higher, or nowhere just now. */
export type ClearPosition = keyof typeof STEPS_UP_PX | 'none';

const PLACES = ['own', 'higher', 'highest'] as const;

/** Whether a button of the page lies under one of `controls`, were they so much higher than their `place`. */
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
 * Where floating buttons leave every button that scrolls under them free to be pressed. `place` stays where it is; the
 * buttons are in its only child, which is what moves.
 */
export function useClearPosition(place: RefObject<HTMLElement | null>): ClearPosition {
  const [clear, setClear] = useState<ClearPosition>('own');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      const part = place.current;
      const controls = part?.firstElementChild?.children;
      if (!part || !controls) return;
      setClear(PLACES.find((one) => !coversButton(part, controls, STEPS_UP_PX[one])) ?? 'none');
    };
    const soon = () => {
      timer ??= setTimeout(look, LOOK_EVERY_MS);
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
