import { type RefObject, useRef } from 'react';

/** Whether a finger, a pointer or the keyboard is on something inside `part`. `handlers` go on the same element. */
export function useInHand(part: RefObject<HTMLElement | null>) {
  const isPointed = useRef(false);
  return {
    // A finger enters as it touches down and leaves as it lifts; a mouse as it comes and goes.
    handlers: {
      onPointerEnter: () => {
        isPointed.current = true;
      },
      onPointerLeave: () => {
        isPointed.current = false;
      },
    },
    isInHand: (): boolean => isPointed.current || (part.current?.contains(document.activeElement) ?? false),
  };
}
