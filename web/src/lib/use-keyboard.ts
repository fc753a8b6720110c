import { type RefObject, useEffect, useState } from 'react';

/** A viewport lower than this has an on-screen keyboard, or is a phone held sideways. */
const LOW_VIEWPORT_PX = 520;
const TYPED_IN = 'input:not([type=checkbox],[type=radio],[type=file]), textarea';

/**
 * True while a text field inside the element has the focus and little of the page is in view, as with a keyboard on the
 * screen. When that begins, the element's top is scrolled into view.
 */
export function useIsKeyboardOpen(element: RefObject<HTMLElement | null>): boolean {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const viewport = window.visualViewport;
    const setFor = (focused: EventTarget | null) => {
      const isTyping =
        focused instanceof Element &&
        focused.matches(TYPED_IN) &&
        element.current?.contains(focused) === true;
      setOpen(isTyping && (viewport?.height ?? window.innerHeight) < LOW_VIEWPORT_PX);
    };
    const check = () => setFor(document.activeElement);
    const onLeave = (event: FocusEvent) => setFor(event.relatedTarget);
    document.addEventListener('focusin', check);
    document.addEventListener('focusout', onLeave);
    viewport?.addEventListener('resize', check);
    return () => {
      document.removeEventListener('focusin', check);
      document.removeEventListener('focusout', onLeave);
      viewport?.removeEventListener('resize', check);
    };
  }, [element]);
  useEffect(() => {
    if (isOpen) element.current?.scrollIntoView({ block: 'start' });
  }, [isOpen, element]);
  return isOpen;
}
