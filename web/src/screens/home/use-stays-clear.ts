import { type RefObject, useEffect, useState } from 'react';

/** How often at most the page is looked at while it scrolls. */
const LOOK_EVERY_MS = 80;

/** Whether a button of the page lies under one of the part's own: it must stay free to be pressed. */
function coversButton(part: HTMLElement): boolean {
  return [...part.children].some((control) => {
    const { left, right, top, bottom } = control.getBoundingClientRect();
    const across = [left + 4, (left + right) / 2, right - 4];
    const down = [top - 6, (top + bottom) / 2, bottom + 6];
    return across.some((x) =>
      down.some((y) =>
        document
          .elementsFromPoint(x, y)
          .some((hit) => !part.contains(hit) && hit.closest('main button, [data-keep-clear]')),
      ),
    );
  });
}

/** Whether a floating part is out of the way of every button that scrolls under it. */
export function useStaysClear(part: RefObject<HTMLElement | null>): boolean {
  const [clear, setClear] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      if (part.current) setClear(!coversButton(part.current));
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
  }, [part]);
  return clear;
}
