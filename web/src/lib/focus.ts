import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to `element` when the focused element inside it has disappeared after a change of `stage`. Spread
 * the returned handlers on the element that contains the buttons; dialogs opened inside count too.
 */
export function useFocusRecovery(element: RefObject<HTMLElement | null>, stage: string) {
  const wasInside = useRef(false);
  useEffect(() => {
    if (stage && wasInside.current && document.activeElement === document.body)
      element.current?.focus({ preventScroll: true });
  }, [element, stage]);
  return {
    onFocus: () => {
      wasInside.current = true;
    },
    onBlur: (event: FocusEvent) => {
      // Without a related target the focused element may have disappeared, which is the case to handle.
      if (event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget))
        wasInside.current = false;
    },
  };
}

/** Moves the focus to a list's heading when the focused item has left the list. `ids` are those of its items. */
export function useListFocusRecovery(ids: readonly string[]) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(ids);
  useEffect(() => {
    const hasLeft = before.current.some((id) => !ids.includes(id));
    before.current = ids;
    if (hasLeft && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [ids]);
  return heading;
}

// Set by a navigation inside the product, taken by the heading of the screen it leads to. The first screen of
// the first page of a visit keeps the browser's default focus
let arriving = false;

/** Called before another screen is shown. */
export function requestHeadingFocus(): void {
  arriving = true;
}

/** True if the screen was just navigated to; true only once per navigation. */
export function takeHeadingFocusRequest(): boolean {
  const was = arriving;
  arriving = false;
  return was;
}

/**
 * The element that gets the focus when a dialog closes and the element it was opened from is gone, such as
 * the last listing of a cluster. Set by the component that shows such elements.
 */
export const focusFallback: RefObject<HTMLElement | null> = { current: null };
