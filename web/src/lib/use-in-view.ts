import { type RefObject, useEffect, useRef } from 'react';

/** Calls `onNear` when the ref's element comes within `marginPx` of the viewport, while `enabled`. */
export function useInView<E extends Element>(
  enabled: boolean,
  onNear: () => void,
  marginPx = 600,
): RefObject<E | null> {
  const element = useRef<E>(null);
  const latest = useRef(onNear);
  useEffect(() => {
    latest.current = onNear;
  });
  useEffect(() => {
    if (!enabled || !element.current || !('IntersectionObserver' in window)) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current();
      },
      { rootMargin: `${marginPx}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [enabled, marginPx]);
  return element;
}
