import { useEffect, useState } from 'react';

/** So long after the last touch, key or move of the pointer nobody is about to press anything. */
const QUIET_MS = 600;
/** What is new waits no longer than this, whatever the person does. */
const AT_MOST_MS = 4000;

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'touchmove'] as const;
let touchedAtMs = Number.NEGATIVE_INFINITY;
const onTouch = () => {
  touchedAtMs = performance.now();
};

/** What comes and goes by itself, held back for the moment in which it would move what one is about to press. */
export function useQuiet<T>(now: T): T {
  const [held, setHeld] = useState(now);
  useEffect(() => {
    const leaving = new AbortController();
    for (const touch of TOUCHES)
      window.addEventListener(touch, onTouch, { capture: true, passive: true, signal: leaving.signal });
    return () => leaving.abort();
  }, []);
  useEffect(() => {
    if (Object.is(held, now)) return undefined;
    const latestMs = performance.now() + AT_MOST_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const waitMs = Math.min(touchedAtMs + QUIET_MS, latestMs) - performance.now();
      if (waitMs > 0) timer = setTimeout(look, waitMs);
      else setHeld(now);
    };
    look();
    return () => clearTimeout(timer);
  }, [held, now]);
  return held;
}
