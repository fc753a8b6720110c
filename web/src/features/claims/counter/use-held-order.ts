import { type MouseEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** How long the order is held after it came or was touched: a row that moves by itself may be under a thumb. */
const RESTING_MS = 60_000;
/** A press this soon after rows have moved was meant for the row that was there before. */
const SETTLING_MS = 1000;

/** The rows as shown; those that are gone stay while `isKnown` has them, new ones come last. */
function heldOrder(
  shown: readonly string[],
  fresh: readonly string[],
  isKnown: (id: string) => boolean,
): readonly string[] {
  return [...shown.filter(isKnown), ...fresh.filter((id) => !shown.includes(id))];
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);

/**
 * Keeps a list in its order while a finger, the pointer or the focus is in it or was within the last minute, and while
 * `isHeld`; afterwards it takes the order of `fresh`. What `isHeld` stands for covers the list: as it begins, those that
 * are gone from `fresh` leave unseen. `part` and `handlers` go on the list's element.
 */
export function useHeldOrder<E extends HTMLElement>(
  fresh: readonly string[],
  isKnown: (id: string) => boolean,
  isHeld = false,
) {
  const part = useRef<E>(null);
  const isPointed = useRef(false);
  const leftAtMs = useRef(Number.NEGATIVE_INFINITY);
  const movedAtMs = useRef(Number.NEGATIVE_INFINITY);
  const [shown, setShown] = useState(fresh);
  const [timesLeft, setTimesLeft] = useState(0);
  const order = isSame(shown, fresh) ? shown : heldOrder(shown, fresh, isKnown);
  const [wasHeld, setWasHeld] = useState(isHeld);
  if (isHeld !== wasHeld) {
    setWasHeld(isHeld);
    if (isHeld) setShown(order.filter((id) => fresh.includes(id)));
  }

  const onLeave = (): void => {
    leftAtMs.current = performance.now();
    setTimesLeft((times) => times + 1);
  };
  const rest = useEffectEvent(onLeave);
  useLayoutEffect(() => {
    leftAtMs.current = performance.now();
  }, []);
  useLayoutEffect(() => {
    if (!isHeld) return undefined;
    return () => rest();
  }, [isHeld]);
  const settle = useEffectEvent(() => {
    const isInUse =
      isHeld ||
      isPointed.current ||
      performance.now() - leftAtMs.current < RESTING_MS ||
      (part.current?.contains(document.activeElement) ?? false);
    const next = isInUse ? order : fresh;
    if (isSame(next, shown)) return;
    if (shown.some((id, index) => next.includes(id) && next[index] !== id))
      movedAtMs.current = performance.now();
    setShown(next);
  });
  useLayoutEffect(() => settle());
  useEffect(() => {
    if (timesLeft === 0) return undefined;
    const timer = setTimeout(() => settle(), RESTING_MS);
    return () => clearTimeout(timer);
  }, [timesLeft]);

  return {
    order,
    part,
    handlers: {
      onPointerEnter: () => {
        isPointed.current = true;
      },
      onPointerLeave: () => {
        isPointed.current = false;
        onLeave();
      },
      onBlur: onLeave,
      onClickCapture: (event: MouseEvent) => {
        // what is drawn elsewhere, as a dialog is, has not moved
        const isPress =
          event.detail > 0 && event.target instanceof Node && event.currentTarget.contains(event.target);
        if (!isPress || performance.now() - movedAtMs.current >= SETTLING_MS) return;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}
