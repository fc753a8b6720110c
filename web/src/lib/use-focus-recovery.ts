import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/**
 * Gives the keyboard to `element` when what had it inside is gone after a change of `stage`. The handlers go on
 * what holds the buttons; dialogs that are opened inside count too.
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
      // Without a next one the element itself may have gone, which is what this is for.
      if (event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget))
        wasInside.current = false;
    },
  };
}

/** Gives the keyboard to a list's heading when the item that had it left the list. `ids` are those of its items. */
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
